import { openValue } from '../../src/messages/mention/open-target.ts'
import {
  type AttackWorld,
  changeId,
  type MessageKind,
  madeName,
  type Role,
  type SubjectName,
  subjects,
  type Target,
} from '../tools/attack-world.ts'

/**
 * What lines of attacks are made of. There is one line for each thing that people can do with the bot: each command and subcommand, each
 * control and choice of a menu, each form and each event that is registered with Slack's SDK. A new registration needs a line: in
 * attack-lines.ts, or in test/features/NAME/attack-lines.ts.
 */

/** What is attacked. `there` is true if the person does it in the channel of the subject, otherwise they do it in a channel of everybody. */
export type Subject = { name: SubjectName; there: boolean }
export type Person = { user: string; role: Role }
export type Attack = (world: AttackWorld, by: Person, on: Subject) => Promise<unknown>

/** `home` is to use the home tab. */
export type Operation =
  | 'read'
  | 'handle'
  | 'dismiss'
  | 'assign'
  | 'share'
  | 'mute-briefly'
  | 'mute'
  | 'change'
  | 'subscribe'
  | 'home'

export type Flags = {
  /** The answer to a person who may know the alert tells about it. So a test of what others receive is not empty. */
  tells?: true
  /** The attack is about no alert. */
  plain?: true
  /** It does not matter in which channel the person is. */
  anyChannel?: true
  /** The attack lets a channel have an alert. */
  sends?: true
  /** The answer needs many requests to the mention service, so each attack has a minute of its own. */
  costly?: true
  /** Only one allowed person can do it. */
  once?: true
  /** The bot posts to the channel later if the person is allowed to do it. */
  posts?: true
  /** Returns the result for a person if it is another one than SECURITY.md says for the operation, with the reason beside it. */
  except?: (of: { subject: SubjectName; role: Role; allowed: boolean }) => Expected | undefined
}

/** `quiet` means that nothing changes, and that only what the person receives counts. */
export type Expected = 'allowed' | 'visitor' | 'not-in-channel' | 'admins' | 'mute-admins' | 'quiet'

export type Line = Flags & {
  /** The registration. */
  id: string
  /** The subcommand, the choice or the case. */
  what: string
  /** `everybody` may do it. `nothing`: the bot only acknowledges. `quiet`: see `Expected`. */
  operation: Operation | 'everybody' | 'nothing' | 'quiet'
  attack: Attack
}

export type Row = [what: string, operation: Line['operation'], attack: Attack, flags?: Flags]
export const of = (id: string, ...rows: Row[]): Line[] =>
  rows.map(([what, operation, attack, flags = {}]) => ({ id, what, operation, attack, ...flags }))

// Parts of messages and forms

const text = (words: string) => ({ type: 'plain_text', text: words })
export const button = (action_id: string, value = 'value') => ({
  ...{ type: 'button', text: text('Press'), action_id, value },
})
const menu = (action_id: string, value: string) => ({
  ...{ type: 'overflow', action_id, options: [{ text: text('Choose'), value }] },
})
export const field = (action_id: string, initial_value?: string) => ({
  ...{ type: 'input', block_id: action_id, label: text(action_id), optional: true },
  element: { type: 'plain_text_input', action_id, ...(initial_value && { initial_value }) },
})

export const targetChannel = ({ name, there }: Subject) => subjects[there ? name : 'own'].channel
/** The person types the name in lower case, so an answer that repeats it does not look as if the bot had told it. */
export const typed = ({ name }: Subject) => subjects[name].alert.name.toLowerCase()
/** Names a subscription of the channel, or elsewhere the alert. */
export const named = (name: string, on: Subject) => (on.there ? name : typed(on))
/** An attack elsewhere finds no card, so it cannot change one. */
export const cardOf = (world: AttackWorld, on: Subject, kind: MessageKind = 'open') =>
  world.take(on.name, kind, !on.there)
export const originOf = (world: AttackWorld, { channel, ts, mention }: Target, more: object = {}) =>
  JSON.stringify({ channel, ts, mention, responseUrl: world.deadUrl, ...more })
export const formNote = (world: AttackWorld, on: Subject) =>
  JSON.stringify({
    channel: targetChannel(on),
    responseUrl: world.deadUrl,
    timezone: 'UTC',
    showsMore: false,
  })
export const subscribeInputs = (on: Subject) => ({
  alert: subjects[on.name].alert.id,
  channel: targetChannel(on),
  schedule: 'auto',
})

/** The direct messages of the bot with a person. */
export const directOf = (world: AttackWorld, user: string) => world.slack.people.directMessages(user)
/** The form of a person who subscribes themselves. */
export const personalForm = (world: AttackWorld, on: Subject, channel: string): Form => ({
  metadata: JSON.stringify({
    ...{ channel, responseUrl: world.deadUrl, timezone: 'UTC', showsMore: false, isPersonal: true },
  }),
  answers: { alert: subjects[on.name].alert.id, schedule: 'auto' },
})

// Attacks

const command =
  (line: (on: Subject, by: Person) => string): Attack =>
  (world, by, on) =>
    world.run(by.user, targetChannel(on), line(on, by))

export const mentions = (line: (on: Subject, by: Person) => string) =>
  command((on, by) => `/mentions ${line(on, by)}`)
export const stats = (line: (on: Subject) => string) => command((on) => `/mentions-stats ${line(on)}`)

/** Presses a control whose value says everything. */
export const press =
  (make: (on: Subject, by: Person, world: AttackWorld) => object): Attack =>
  (world, by, on) =>
    world.pressCopy(by.user, targetChannel(on), make(on, by, world))

/** Presses a control of an answer that only the person sees, which the next answer replaces. */
export const answered =
  (make: (on: Subject) => object): Attack =>
  (world, by, on) =>
    world.pressAnswer(by.user, subjects.own.channel, make(on))

/** In the channel of everybody, another alert does not exist for visitors. */
export const hiddenFromVisitors: NonNullable<Flags['except']> = ({ subject, role }) =>
  subject !== 'own' && (role === 'guest' || role === 'partner') ? 'quiet' : undefined

/** Presses a control of the card of a mention, of a burst or of a spike. */
const pressCard =
  (kind: MessageKind, make: (target: Target) => { control: object; choice?: string }): Attack =>
  (world, by, on) => {
    const target = cardOf(world, on, kind)
    const { control, choice } = make(target)
    return on.there
      ? world.press(by.user, target, control, choice)
      : world.pressCopy(by.user, targetChannel(on), control, choice)
  }
export const cardButton = (action: string, kind: MessageKind) =>
  pressCard(kind, ({ mention }) => ({ control: button(action, mention) }))
export const cardMenu = (choice: string, kind: MessageKind = 'open') =>
  pressCard(kind, ({ mention }) => {
    const value = `${choice}:${mention}`
    return { control: menu('mention_more', value), choice: value }
  })

export const spikeMenu = (value: string) =>
  pressCard('spike', () => ({ control: menu('spike_menu', value), choice: value }))

/** Is in the answer to a false alarm, which only the person sees. */
export const spikeUndo: Attack = press((on, _by, world) => {
  const { channel, ts } = cardOf(world, on, 'spike')
  return button('spike_undo', JSON.stringify([channel, ts]))
})

const rowValue = ({ subject, channel, ts, mention }: Target, scope: 'channel' | 'home' | 'mine') =>
  openValue({ channel, ts, mention, alert: subjects[subject].alert.id, scope, page: 0 })
export const listRow = (action: string): Attack =>
  press((on, _by, world) => button(action, rowValue(cardOf(world, on), 'channel')))
export const homeRow = (action: string): Attack =>
  atHome((on, _by, world) => ({ control: button(action, rowValue(cardOf(world, on), 'home')) }))
/** A choice in the menu of a mention. */
const rowMenu = (choice: string, target: Target, scope: 'channel' | 'home') => {
  const value = `${choice}:${rowValue(target, scope)}`
  return { control: menu('open_menu', value), choice: value }
}
export const listMenu =
  (choice: string): Attack =>
  (world, by, on) => {
    const { control, choice: chosen } = rowMenu(choice, cardOf(world, on), 'channel')
    return world.pressCopy(by.user, targetChannel(on), control, chosen)
  }
export const homeRowMenu = (choice: string): Attack =>
  atHome((on, _by, world) => rowMenu(choice, cardOf(world, on), 'home'))
/** A reminder is in the direct messages of the person. */
export const reminder =
  (action: string): Attack =>
  (world, by, on) =>
    world.pressCopy(by.user, by.user, button(action, rowValue(cardOf(world, on), 'mine')))

export function atHome(
  make: (on: Subject, by: Person, world: AttackWorld) => { control: object; choice?: string },
): Attack {
  return (world, by, on) => {
    const { control, choice } = make(on, by, world)
    return world.pressAtHome(by.user, control, choice)
  }
}
export const homeButton = (action: string, value?: string) =>
  atHome(() => ({ control: button(action, value) }))
export const homeMenu = (choice: string) =>
  atHome(({ name }) => {
    const value = `${choice}:${madeName(name)}`
    return { control: menu('alert_menu', value), choice: value }
  })
export type Form = { metadata: string; blocks?: object[]; answers?: Record<string, string | string[]> }

export const submit =
  (callback: string, make: (on: Subject, by: Person, world: AttackWorld) => Form): Attack =>
  async (world, by, on) => {
    const { metadata, answers = {}, blocks } = make(on, by, world)
    const inputs = blocks ?? Object.keys(answers).map((name) => field(name))
    const view = await world.openCopy(by.user, { callback, metadata, blocks: inputs })
    const values = Object.entries(answers).map(([name, value]) => [name, { [name]: value }])
    return world.submit(by.user, view, Object.fromEntries(values))
  }

export const pressInForm =
  (
    callback: string,
    make: (on: Subject, by: Person, world: AttackWorld) => Form & { control: object },
  ): Attack =>
  async (world, by, on) => {
    const { metadata, blocks = [], control } = make(on, by, world)
    const view = await world.openCopy(by.user, {
      ...{ callback, metadata, blocks: [...blocks, { type: 'actions', elements: [control] }] },
    })
    return world.pressInView(by.user, view, control)
  }

export const mentionForm = (callback: string, answers: Form['answers'] & {}): Attack =>
  submit(callback, (on, _by, world) => {
    const target = cardOf(world, on)
    return { metadata: originOf(world, target, { mentions: [target.mention], since: 1 }), answers }
  })
export const entriesForm = (action: string): Attack =>
  submit('burst_entries', (on, _by, world) => {
    const target = cardOf(world, on, 'burst')
    const options = [{ text: text('Mention'), value: target.mention }]
    const list = { type: 'checkboxes', action_id: 'entries', options }
    return {
      metadata: originOf(world, target),
      blocks: [
        { type: 'input', block_id: 'entries', label: text('Mentions'), element: list },
        field('action'),
      ],
      answers: { entries: [target.mention], action },
    }
  })
export const inSubscribeForm = (action: string): Attack =>
  pressInForm('subscribe', (on, _by, world) => ({
    metadata: formNote(world, on),
    blocks: Object.entries(subscribeInputs(on)).map(([name, value]) => field(name, value)),
    control: button(action),
  }))

export const undo = (kind: 'mute' | 'pause' | 'pause-plan' | 'subscription') =>
  press(({ name }, { role }) => button('change_undo', changeId(name, kind, role)))
export const unmuteValue = ({ name }: Subject, kind: 'author' | 'domain') => {
  const { channel, mention } = subjects[name]
  return JSON.stringify([channel, kind, kind === 'author' ? mention.author : mention.host])
}
export const ofMade = (action: string, asks = false) =>
  press(({ name }) => button(action, madeName(name, asks)))
const digestValue = (digest: string, channel: string) =>
  JSON.stringify([digest, channel, '2026-11-09', '2026-11-15', 0])
export const digestOf = ({ name }: Subject) => digestValue(`${name}-weekly`, subjects[name].channel)
/** The old message of a digest that posts to another channel now, and a digest of the channel of the private alert about another alert. */
export const otherDigests = (action: string): Row[] => [
  [
    'a moved digest',
    'quiet',
    press(() => button(action, digestValue('moved-weekly', subjects.own.channel))),
    plain,
  ],
  [
    'a digest beside a private alert',
    'quiet',
    press(() => button(action, digestValue('plain-weekly', subjects.hush.channel))),
    plain,
  ],
]

export const react =
  (...steps: ('add' | 'remove')[]): Attack =>
  async (world, by, on) => {
    const { channel, ts } = cardOf(world, on)
    for (const step of steps)
      await world.slack.people.react({
        user: by.user,
        channel,
        ts,
        reaction: 'eyes',
        remove: step === 'remove',
      })
  }

export const listeningMenu =
  (choice: string): Attack =>
  (world, by, on) => {
    const value = `${choice}:${subjects[on.name].alert.id}`
    return world.pressCopy(by.user, targetChannel(on), menu('listening_menu', value), value)
  }
export const listeningNote = (world: AttackWorld, on: Subject) =>
  JSON.stringify({ id: subjects[on.name].alert.id, channel: targetChannel(on), responseUrl: world.deadUrl })

export const plain = { plain: true } as const
export const tells = { tells: true } as const
export const costly = { costly: true } as const
export const anyChannel = { anyChannel: true } as const
