import {
  type AttackWorld,
  changeId,
  type MessageKind,
  madeName,
  type ProposalPress,
  people,
  proposalValue,
  type Role,
  type SubjectName,
  subjects,
  type Target,
} from '../tools/attack-world.ts'

/**
 * One line for each thing that people can do with the bot: each command and subcommand, each control and choice of a menu, each form and each
 * event that is registered with Slack's SDK. A new registration needs a line here.
 */

/** What is attacked. `there` is true if the person does it in the channel of the subject, otherwise they do it in a channel of everybody. */
type Subject = { name: SubjectName; there: boolean }
type Person = { user: string; role: Role }
type Attack = (world: AttackWorld, by: Person, on: Subject) => Promise<unknown>

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

type Flags = {
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

type Row = [what: string, operation: Line['operation'], attack: Attack, flags?: Flags]
const of = (id: string, ...rows: Row[]): Line[] =>
  rows.map(([what, operation, attack, flags = {}]) => ({ id, what, operation, attack, ...flags }))

// Parts of messages and forms

const text = (words: string) => ({ type: 'plain_text', text: words })
const button = (action_id: string, value = 'value') => ({
  ...{ type: 'button', text: text('Press'), action_id, value },
})
const menu = (action_id: string, value: string) => ({
  ...{ type: 'overflow', action_id, options: [{ text: text('Choose'), value }] },
})
const field = (action_id: string, initial_value?: string) => ({
  ...{ type: 'input', block_id: action_id, label: text(action_id), optional: true },
  element: { type: 'plain_text_input', action_id, ...(initial_value && { initial_value }) },
})

const targetChannel = ({ name, there }: Subject) => subjects[there ? name : 'own'].channel
/** The person types the name in lower case, so an answer that repeats it does not look as if the bot had told it. */
const typed = ({ name }: Subject) => subjects[name].alert.name.toLowerCase()
/** Names a subscription of the channel, or elsewhere the alert. */
const named = (name: string, on: Subject) => (on.there ? name : typed(on))
/** An attack elsewhere finds no card, so it cannot change one. */
const cardOf = (world: AttackWorld, on: Subject, kind: MessageKind = 'open') =>
  world.take(on.name, kind, !on.there)
const originOf = (world: AttackWorld, { channel, ts, mention }: Target, more: object = {}) =>
  JSON.stringify({ channel, ts, mention, responseUrl: world.deadUrl, ...more })
const formNote = (world: AttackWorld, on: Subject) =>
  JSON.stringify({
    channel: targetChannel(on),
    responseUrl: world.deadUrl,
    timezone: 'UTC',
    showsMore: false,
  })
const subscribeInputs = (on: Subject) => ({
  alert: subjects[on.name].alert.id,
  channel: targetChannel(on),
  schedule: 'auto',
})

// Attacks

const command =
  (line: (on: Subject, by: Person) => string): Attack =>
  (world, by, on) =>
    world.run(by.user, targetChannel(on), line(on, by))

const mentions = (line: (on: Subject, by: Person) => string) =>
  command((on, by) => `/mentions ${line(on, by)}`)
const stats = (line: (on: Subject) => string) => command((on) => `/mentions-stats ${line(on)}`)

/** Presses a control whose value says everything. */
const press =
  (make: (on: Subject, by: Person, world: AttackWorld) => object): Attack =>
  (world, by, on) =>
    world.pressCopy(by.user, targetChannel(on), make(on, by, world))

/** Presses a control of an answer that only the person sees, which the next answer replaces. */
const answered =
  (make: (on: Subject) => object): Attack =>
  (world, by, on) =>
    world.pressAnswer(by.user, subjects.own.channel, make(on))

/** In the channel of everybody, another alert does not exist for visitors. */
const hiddenFromVisitors: Flags['except'] = ({ subject, role }) =>
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
const cardButton = (action: string, kind: MessageKind) =>
  pressCard(kind, ({ mention }) => ({ control: button(action, mention) }))
const cardMenu = (choice: string, kind: MessageKind = 'open') =>
  pressCard(kind, ({ mention }) => {
    const value = `${choice}:${mention}`
    return { control: menu('mention_more', value), choice: value }
  })

const rowValue = ({ subject, channel, ts, mention }: Target, scope: string) =>
  JSON.stringify({ channel, ts, mention, alert: subjects[subject].alert.id, scope, page: 0 })
const listRow = (action: string): Attack =>
  press((on, _by, world) => button(action, rowValue(cardOf(world, on), 'channel')))
const homeRow = (action: string): Attack =>
  atHome((on, _by, world) => ({ control: button(action, rowValue(cardOf(world, on), 'home')) }))
/** A reminder is in the direct messages of the person. */
const reminder =
  (action: string): Attack =>
  (world, by, on) =>
    world.pressCopy(by.user, by.user, button(action, rowValue(cardOf(world, on), 'mine')))

function atHome(
  make: (on: Subject, by: Person, world: AttackWorld) => { control: object; choice?: string },
): Attack {
  return (world, by, on) => {
    const { control, choice } = make(on, by, world)
    return world.pressAtHome(by.user, control, choice)
  }
}
const homeButton = (action: string, value?: string) => atHome(() => ({ control: button(action, value) }))
const homeMenu = (choice: string) =>
  atHome(({ name }) => {
    const value = `${choice}:${madeName(name)}`
    return { control: menu('alert_menu', value), choice: value }
  })
const homeProposal = (action: string, kind: ProposalPress) =>
  atHome(({ name }, { role }) => ({ control: button(action, proposalValue(name, role, kind)) }))

type Form = { metadata: string; blocks?: object[]; answers?: Record<string, string | string[]> }

const submit =
  (callback: string, make: (on: Subject, by: Person, world: AttackWorld) => Form): Attack =>
  async (world, by, on) => {
    const { metadata, answers = {}, blocks } = make(on, by, world)
    const inputs = blocks ?? Object.keys(answers).map((name) => field(name))
    const view = await world.openCopy(by.user, { callback, metadata, blocks: inputs })
    const values = Object.entries(answers).map(([name, value]) => [name, { [name]: value }])
    return world.submit(by.user, view, Object.fromEntries(values))
  }

const pressInForm =
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

const mentionForm = (callback: string, answers: Form['answers'] & {}): Attack =>
  submit(callback, (on, _by, world) => {
    const target = cardOf(world, on)
    return { metadata: originOf(world, target, { mentions: [target.mention], since: 1 }), answers }
  })
const entriesForm = (action: string): Attack =>
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
const inSubscribeForm = (action: string): Attack =>
  pressInForm('subscribe', (on, _by, world) => ({
    metadata: formNote(world, on),
    blocks: Object.entries(subscribeInputs(on)).map(([name, value]) => field(name, value)),
    control: button(action),
  }))

const undo = (kind: 'mute' | 'pause' | 'subscription') =>
  press(({ name }, { role }) => button('change_undo', changeId(name, kind, role)))
const unmuteValue = ({ name }: Subject, kind: 'author' | 'domain') => {
  const { channel, mention } = subjects[name]
  return JSON.stringify([channel, kind, kind === 'author' ? mention.author : mention.host])
}
const ofMade = (action: string, asks = false) => press(({ name }) => button(action, madeName(name, asks)))
const ofProposal = (action: string, kind: ProposalPress) =>
  press(({ name }, { role }) => button(action, proposalValue(name, role, kind)))

const digestValue = (digest: string, channel: string) =>
  JSON.stringify([digest, channel, '2026-11-09', '2026-11-15', 0])
const digestOf = ({ name }: Subject) => digestValue(`${name}-weekly`, subjects[name].channel)
/** The old message of a digest that posts to another channel now, and a digest of the channel of the private alert about another alert. */
const otherDigests = (action: string): Row[] => [
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

const react =
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

const listeningMenu =
  (choice: string): Attack =>
  (world, by, on) => {
    const value = `${choice}:${subjects[on.name].alert.id}`
    return world.pressCopy(by.user, targetChannel(on), menu('listening_menu', value), value)
  }
const listeningNote = (world: AttackWorld, on: Subject) =>
  JSON.stringify({ id: subjects[on.name].alert.id, channel: targetChannel(on), responseUrl: world.deadUrl })

const plain = { plain: true } as const
const tells = { tells: true } as const
const costly = { costly: true } as const
const anyChannel = { anyChannel: true } as const

/** The lines that end and make subscriptions are last. */
// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions',
    ['help', 'everybody', mentions(() => 'help'), plain],
    ['open', 'read', mentions(() => 'open'), tells],
    ['open mine', 'read', mentions(() => 'open mine')],
    ['list', 'read', mentions(() => 'list'), tells],
    ['status', 'read', mentions(() => 'status'), tells],
    ['mutes', 'read', mentions(() => 'mutes'), tells],
    ['test', 'read', mentions((on) => `test ${named('watch', on)}`), tells],
    ['preview', 'read', mentions((on) => `preview ${named('watch', on)}`), tells],
    ['why', 'read', mentions(({ name }) => `why ${subjects[name].mention.title.toLowerCase()}`), tells],
    ['digest', 'read', mentions(({ name }) => `digest ${name} weekly`), costly],
    ['digest beside a private alert', 'quiet', mentions(() => 'digest plain weekly'), plain],
    ['digest of several', 'read', mentions(() => 'digest weekly'), costly],
    ['export', 'read', mentions((on) => `export ${named('watch', on)}`), tells],
    ['watch', 'read', mentions(() => 'watch')],
    // The admin is on the list, and may hand on the own turn.
    ['watch swap', 'change', mentions(() => 'watch swap'), { except: ({ role }) => (role === 'admin' ? 'allowed' : undefined) }],
    ['mute for a day', 'mute-briefly', mentions(() => 'mute author "Some Body" 1d')],
    ['mute for 30 days', 'mute', mentions(() => 'mute author "Any Body" 30d')],
    ['unmute', 'mute', mentions(({ name }) => `unmute "${subjects[name].mention.title.toLowerCase()} again"`)],
    ['listen', 'subscribe', mentions(() => 'listen nothing such')],
    ['alerts', 'read', mentions(() => 'alerts'), tells],
    ['subscribe', 'subscribe', mentions((on) => `subscribe ${typed(on)}`)],
    ['edit', 'subscribe', mentions((on) => `edit ${named('made', on)}`)],
    ['pause', 'change', mentions((on) => `pause ${named('made', on)} 2h`)],
    ['resume', 'change', mentions((on) => `resume ${named('made', on)}`)],
    ['pause a name that does not exist', 'read', mentions(() => 'pause nothing-such')],
    ['a word that is no command', 'everybody', mentions(() => 'falcn'), plain],
  ),
  ...of('command /mentions-stats',
    ['help', 'everybody', stats(() => 'help'), plain],
    ['an alert', 'read', stats((on) => `${typed(on)} 7d`), tells],
    ['no alert', 'read', stats(() => '7d'), { ...tells, ...costly }],
    ['a typing error', 'read', stats((on) => `${typed(on).slice(0, -1)} 7d`), costly],
    ['a comparison', 'read', stats((on) => `acme brand vs ${typed(on)} 7d`), costly],
  ),
  ...of('action /^run_line\\d$/',
    ['a suggested line', 'read', press(() => button('run_line1', 'list')), tells],
  ),
  ...of('action /^(stats_ask:|stats_choose$)/',
    ['a question', 'read', answered((on) => button('stats_ask:1', `${typed(on)} 7d`)), { ...anyChannel, except: hiddenFromVisitors }],
    ['a choice', 'read', answered((on) => button('stats_choose', `${typed(on)} 7d`)), { ...anyChannel, ...costly, except: hiddenFromVisitors }],
    ['a custom range', 'everybody', press((on) => button('stats_ask:1', `custom:${typed(on)} 7d`)), plain],
  ),
  ...of('action stats_post',
    ['Post to channel', 'share', press((on) => button('stats_post', `${typed(on)} 8d`)), { sends: true }],
  ),
  ...of('action mention_claim', ['Claim', 'handle', cardButton('mention_claim', 'open')]),
  ...of('action mention_done', ['Done', 'handle', cardButton('mention_done', 'open')]),
  ...of('action mention_release', ['Give back', 'handle', cardButton('mention_release', 'claimed')]),
  ...of('action mention_reopen', ['Open again', 'handle', cardButton('mention_reopen', 'done')]),
  ...of('action mention_restore', ['Relevant after all', 'dismiss', cardButton('mention_restore', 'not-relevant')]),
  ...of('action mention_more',
    ['assign', 'assign', cardMenu('assign')],
    ['snooze', 'handle', cardMenu('snooze')],
    ['mute', 'mute-briefly', cardMenu('mute')],
    ['release', 'handle', cardMenu('release', 'claimed')],
    ['not-relevant', 'dismiss', cardMenu('not-relevant')],
    ['why', 'read', cardMenu('why'), tells],
    ['more', 'handle', cardMenu('more')],
    ['ticket', 'handle', cardMenu('ticket')],
  ),
  ...of('action burst_act', ['Update several…', 'handle', cardButton('burst_act', 'burst'), tells]),
  ...of('action burst_claim_negative', ['Claim all negative', 'handle', cardButton('burst_claim_negative', 'burst')]),
  ...of('action spike_lead', ['Take the lead', 'handle', cardButton('spike_lead', 'spike')]),
  ...of('action spike_status', ['Set status…', 'dismiss', cardButton('spike_status', 'spike')]),
  ...of('action spike_why', ['Why?', 'read', cardButton('spike_why', 'spike')]),
  ...of('action spike_unclaimed', ['Show unclaimed', 'handle', cardButton('spike_unclaimed', 'spike')]),
  ...of('action reminder_done', ['Done', 'handle', reminder('reminder_done'), anyChannel]),
  ...of('action reminder_claim', ['Claim', 'handle', reminder('reminder_claim'), anyChannel]),
  ...of('action reminder_snooze', ['Snooze…', 'handle', reminder('reminder_snooze'), anyChannel]),
  ...of('action change_undo',
    ['a mute', 'mute', undo('mute')],
    ['a pause', 'change', undo('pause')],
  ),
  ...of('action mute_end', ['Unmute', 'mute', press((on) => button('mute_end', unmuteValue(on, 'author')))]),
  ...of('action first_look_show_one', ['Show an example', 'read', press(({ name }) => button('first_look_show_one', `${name}-watch`)), tells]),
  ...of('action listen_here', ['Listen here', 'subscribe', press((on) => button('listen_here', typed(on))), { sends: true }]),
  ...of('action listening_menu', ['edit', 'change', listeningMenu('edit')], ['remove', 'change', listeningMenu('remove')]),
  ...of('action list_pause', ['Pause…', 'change', ofMade('list_pause')]),
  ...of('action list_resume', ['Resume', 'change', ofMade('list_resume')]),
  ...of('action catch_up', ['Post all', 'change', ofMade('catch_up', true)]),
  ...of('action start_from_now', ['Skip them', 'change', ofMade('start_from_now', true)]),
  ...of('action /^digest_details(_page_(back|on))?$/',
    ['All numbers', 'read', press((on) => button('digest_details', digestOf(on))), { ...tells, ...costly }],
    ['another page', 'read', pressInForm('digest', (on) => ({ metadata: '', control: button('digest_details_page_on', digestOf(on)) })), anyChannel],
    ...otherDigests('digest_details'),
  ),
  ...of('action /^digest_held_back(_page_(back|on))?$/',
    ['Not posted, and why', 'read', press((on) => button('digest_held_back', digestOf(on)))],
    ['another page', 'read', pressInForm('digest', (on) => ({ metadata: '', control: button('digest_held_back_page_on', digestOf(on)) })), anyChannel],
    ...otherDigests('digest_held_back'),
  ),
  ...of('action /^digest_each_alert(_page_(back|on))?$/',
    // A digest of one alert has no further messages.
    ['Show each alert', 'read', press((on) => button('digest_each_alert', digestOf(on))), { ...costly, except: ({ allowed }) => (allowed ? 'quiet' : undefined) }],
    ...otherDigests('digest_each_alert'),
  ),
  ...of('action /^home_page_/', ['a page', 'home', homeButton('home_page_on', '0'), plain]),
  ...of('action home_channels', ['All channels', 'home', homeButton('home_channels', 'all'), plain]),
  ...of('action subscription_new', ['Add alert…', 'subscribe', homeButton('subscription_new', 'new'), plain]),
  ...of('action alert_menu',
    ['edit', 'subscribe', homeMenu('edit'), anyChannel],
    ['pause', 'change', homeMenu('pause'), anyChannel],
    ['resume', 'change', homeMenu('resume'), anyChannel],
    ['mutes', 'home', homeMenu('mutes'), anyChannel],
  ),
  ...of('action home_mute_end', ['Unmute', 'mute', pressInForm('home', (on) => ({ metadata: '', control: button('home_mute_end', unmuteValue(on, 'domain')) })), anyChannel]),
  ...of('action help_more',
    ['in a message', 'everybody', press(() => button('help_more', 'all')), plain],
    ['on the home tab', 'everybody', homeButton('help_more', 'all'), plain],
  ),
  ...of('action open_claim', ['in a list', 'handle', listRow('open_claim')], ['on the home tab', 'home', homeRow('open_claim'), anyChannel]),
  ...of('action open_done', ['in a list', 'handle', listRow('open_done')], ['on the home tab', 'home', homeRow('open_done'), anyChannel]),
  ...of('action open_release', ['in a list', 'handle', listRow('open_release')], ['on the home tab', 'home', homeRow('open_release'), anyChannel]),
  ...of('action open_snooze', ['in a list', 'handle', listRow('open_snooze')], ['on the home tab', 'handle', homeRow('open_snooze'), anyChannel]),
  ...of('action /^open_page(_(back|on))?$/',
    ['in a list', 'everybody', press(() => button('open_page_on', '{"scope":"channel","page":0}'))],
    ['on the home tab', 'home', homeButton('open_page_on', '{"scope":"home","page":0}'), plain],
  ),
  ...of('action proposal_mute', ['in a digest', 'mute', ofProposal('proposal_mute', 'mute')], ['on the home tab', 'mute', homeProposal('proposal_mute', 'mute'), anyChannel]),
  ...of('action proposal_show', ['in a digest', 'read', ofProposal('proposal_show', 'show'), tells], ['on the home tab', 'home', homeProposal('proposal_show', 'show'), anyChannel]),
  ...of('action proposal_decline', ['in a digest', 'dismiss', ofProposal('proposal_decline', 'decline')], ['on the home tab', 'dismiss', homeProposal('proposal_decline', 'decline'), anyChannel]),
  ...of('action /^mention_page_\\d+$/', ['a link', 'nothing', press(() => button('mention_page_0')), plain]),
  ...of('action open_link', ['a link', 'nothing', press(() => button('open_link')), plain]),
  ...of('action reminder_link', ['a link', 'nothing', press(() => button('reminder_link')), plain]),
  ...of('action home_docs', ['a link', 'nothing', press(() => button('home_docs')), plain]),

  ...of('event app_home_opened',
    ['the Home tab', 'home', (world, { user }) => world.slack.people.openHome(user), plain],
    ['the Messages tab', 'nothing', (world, { user }) => world.slack.people.openHome(user, 'messages'), plain],
  ),
  ...of('event reaction_added', ['👀', 'handle', react('add'), anyChannel]),
  ...of('event reaction_removed', ['👀', 'handle', react('add', 'remove'), anyChannel]),

  ...of('view mention_mute',
    ['for a day', 'mute-briefly', mentionForm('mention_mute', { what: 'author', term: '1d' }), anyChannel],
    ['for 7 days', 'mute', mentionForm('mention_mute', { what: 'author', term: '7d' }), anyChannel],
  ),
  ...of('view spike_status', ['a status', 'dismiss', submit('spike_status', (on, _by, world) => ({ metadata: originOf(world, cardOf(world, on, 'spike')), answers: { status: 'We are on it' } })), anyChannel]),
  ...of('view burst_entries',
    ['claim', 'handle', entriesForm('claim'), anyChannel],
    ['done', 'handle', entriesForm('done'), anyChannel],
    ['not-relevant', 'dismiss', entriesForm('not-relevant'), anyChannel],
    ['open-again', 'dismiss', entriesForm('open-again'), anyChannel],
    ['mute-author', 'mute', entriesForm('mute-author'), anyChannel],
    ['ticket', 'handle', entriesForm('ticket'), anyChannel],
    ['why', 'read', entriesForm('why'), { ...anyChannel, ...tells }],
  ),
  ...of('view stats_range', ['a range', 'read', submit('stats_range', (on, _by, world) => ({
    metadata: JSON.stringify({ channel: targetChannel(on), responseUrl: world.deadUrl, line: typed(on) }),
    answers: { from: '2026-11-01', to: '2026-11-05' },
  })), tells]),
  ...of('view mention_assign',
    ['to a colleague', 'assign', mentionForm('mention_assign', { person: people.admin, note: 'Look' }), anyChannel],
    ['to a guest', 'assign', mentionForm('mention_assign', { person: people.guest, note: 'Look' }), anyChannel],
    ['to a member outside', 'assign', mentionForm('mention_assign', { person: people.outside, note: 'Look' }), anyChannel],
  ),
  ...of('view mention_more', ['a ticket', 'handle', mentionForm('mention_more', { ticket: 'https://tracker.example/1' }), anyChannel]),
  ...of('view mention_snooze', ['an hour', 'handle', mentionForm('mention_snooze', { until: '1h' }), anyChannel]),
  ...of('view subscription_pause', ['an hour', 'change', submit('subscription_pause', ({ name }) => ({ metadata: JSON.stringify({ name: madeName(name) }), answers: { until: '1h' } })), anyChannel]),
  ...of('action mention_why', ['in the form of a card', 'read', pressInForm('mention_more', (on, _by, world) => {
    const target = cardOf(world, on)
    return { metadata: originOf(world, target, { mentions: [target.mention] }), control: button('mention_why') }
  }), { ...anyChannel, ...tells }]),
  ...of('view listening_edit', ['other words', 'change', submit('listening_edit', (on, _by, world) => ({
    metadata: listeningNote(world, on),
    answers: { listen_name: 'Acme', listen_query: 'acme', listen_languages: '' },
  }))]),
  ...of('view listening_remove', ['Remove', 'change', submit('listening_remove', (on, _by, world) => ({ metadata: listeningNote(world, on) }))]),
  ...of('action subscribe_preview', ['Preview', 'subscribe', inSubscribeForm('subscribe_preview'), { sends: true }]),
  ...of('action subscribe_more', ['More settings…', 'everybody', inSubscribeForm('subscribe_more')]),

  ...of('action change_undo', ['the end of a subscription', 'subscribe', undo('subscription')]),
  ...of('command /mentions', ['unsubscribe', 'change', mentions((on) => `unsubscribe ${named('made', on)}`), { once: true }]),
  ...of('view subscribe', ['a new subscription', 'subscribe', submit('subscribe', (on, _by, world) => ({ metadata: formNote(world, on), answers: subscribeInputs(on) })), { sends: true, posts: true }]),
]

/** The menus with fixed choices. Each choice is the case of a line. */
export const menus = ['mention_more', 'alert_menu', 'listening_menu']
