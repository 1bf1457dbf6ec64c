import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { jsonReply, type Reply } from '@overheard/listen/api/protocol'
import type { ServiceRequest } from '@overheard/listen/api/routes'
import { App } from '@slack/bolt'
import { stringify } from 'yaml'
import { z } from 'zod'
import { listeningPrefix } from '../../packages/listen/src/api/listening-routes.ts'
import {
  type Channel,
  createWorkspace,
  type Workspace,
  type Change as WorkspaceChange,
} from '../../packages/slack-on-your-desk/src/index.ts'
import { createMentionServer } from '../../sandbox/mention-service/server.ts'
import { createMentionStore } from '../../sandbox/mention-service/store.ts'
import { startApp } from '../../src/app.ts'
import { createLog } from '../../src/cli/log.ts'
import { readSettings } from '../../src/config/settings.ts'
import { hourMs } from '../../src/engine/anomalies/volume-counts.ts'
import { volumeCollection } from '../../src/engine/spikes/stored-volume.ts'
import { textMessage } from '../../src/messages/kit/block-kit.ts'
import { type Handling, type PostedCard, postedCardSchema } from '../../src/model/card.ts'
import { announcedChangeSchema, type Change } from '../../src/model/change.ts'
import { openCollection } from '../../src/model/collection.ts'
import { type Mute, muteSchema } from '../../src/model/mute.ts'
import { pauseSchema } from '../../src/model/pause.ts'
import { spikeCardRecordSchema } from '../../src/model/spike-card.ts'
import { slackSubscriptionSchema } from '../../src/model/subscription.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import type { Store } from '../../src/store/store.ts'
import { reminderKind } from '../../src/stored-kinds.ts'
import type { MuteChange } from '../../src/subscriptions/mute-service.ts'
import type { SubscriptionChange } from '../../src/subscriptions/subscription-service.ts'
import { people, type Role, roles, type SubjectName, start, subjects } from './attack-people.ts'
import { createHandRuntime } from './manual-clock.ts'
import { sampleMention } from './sample-mention.ts'
import { ourClient } from './slack-client.ts'
import { subscriptionOf } from './story-world.ts'

export { people, type Role, roles, type SubjectName, subjects } from './attack-people.ts'

/**
 * A world for attacks on the permissions: the real bot in this process, between the two embedded services. The world records everything that
 * people receive, and knows what each of them must never receive.
 */

/** Words and ids of a subject that nobody types in an attack, so a text that contains one was revealed. */
const marks: Record<SubjectName, RegExp> = {
  own: /Acme brand|Applause|own-/,
  away: /Zenith|Contest|Odette|contest\.example|away-|C0000SUPPRT|\b76001\b|\b766\d{4}\b/,
  hush: /Falcon|Leakage|Mallory|leaks\.example|hush-|C0000CRISIS|\b77001\b|\b777\d{4}\b/,
}
const mustNotReceive: Record<Role, SubjectName[]> = {
  guest: ['away', 'hush'],
  partner: ['away', 'hush'],
  outside: ['hush'],
  inside: [],
  admin: [],
}

/** The state of a card at the start, the first message of a burst, or the card of a spike. */
const kinds = ['open', 'claimed', 'done', 'not-relevant', 'burst', 'spike'] as const
export type MessageKind = (typeof kinds)[number]

export type Target = {
  subject: SubjectName
  kind: MessageKind
  channel: string
  ts: string
  mention: string
}

/** The mention service listens for the names of its alerts, as people type them. Nothing changes it. */
function answerListening({ method, path }: ServiceRequest): Reply | undefined {
  if (!path.startsWith(listeningPrefix)) return undefined
  const shown = ({ alert: { id, name } }: (typeof subjects)[SubjectName]) => ({
    ...{ alert_id: Number(id), alert_name: name, query: name.toLowerCase(), languages: [] },
    ...{ origin: 'command', mentions: 1 },
  })
  if (method === 'GET') return jsonReply(200, { alerts: Object.values(subjects).map(shown) })
  if (path.endsWith('/site')) return jsonReply(200, { kind: 'no-page' })
  if (path.endsWith('/preview')) return jsonReply(200, { looked: 100, found: 0, bySource: {}, examples: [] })
  // A query that the person may not know makes an alert of its own.
  if (method === 'POST')
    return jsonReply(200, { ...shown(subjects.own), alert_id: 79001, alert_name: 'Another' })
  return jsonReply(200, { ok: true })
}

export type Outcome = {
  /** The reason of the refusal that the person got; undefined if there was none. */
  refused: string | undefined
  /** The texts that the person received. */
  received: string[]
  /** The ids of the channels that got or changed a message. Direct messages do not count. */
  changed: string[]
}

const refusals: [reason: string, words: RegExp][] = [
  [
    'private-elsewhere',
    /only the configuration file and the admins of Overheard may let this channel have it/,
  ],
  ['private', /This alert is private/],
  [
    'visitor',
    /Guests and people of other organisations may use Overheard only|Only full members of this workspace/,
  ],
  ['mute-admins', /Only the admins of Overheard may mute for longer than a day/],
  ['admins', /Only the admins of Overheard may do this/],
  ['not-in-channel', /Only the members of that channel, or the admins of Overheard, may change this/],
  ['unknown', /Slack does not answer who you are/],
]

const never = '0 0 1 5 *'
/** The title of the forms that attacks open. */
export const copied = 'a copied control'
const day = 86_400_000
const digestChannels = { own: 'own', away: 'away', hush: 'hush', moved: 'away' } as const

export type AttackWorld = Awaited<ReturnType<typeof openAttackWorld>>

/**
 * `counts` says how many messages of each kind the attacks need for each subject. `admins` is true if the configuration names the admin. Without
 * it, that person is a member outside the channels of `away` and `hush`.
 */
export async function openAttackWorld({
  admins,
  counts,
  between = async (url) => url,
}: {
  admins: boolean
  counts: Record<MessageKind, number>
  /** Returns the address at which the bot reaches a server, for what stands between both. */
  between?: (url: string) => Promise<string>
}) {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-'))
  const clock = createHandRuntime(start)
  const { now } = clock.runtime
  const token = 'service-token-7c1f'
  const mentionStore = createMentionStore({ now })
  for (const { alert, mention, firstMention } of Object.values(subjects)) {
    mentionStore.addAlert({
      alert_id: alert.id,
      alert_type: 'mentions',
      alert_name: alert.name,
      project_id: '1',
      project_name: 'Acme',
    })
    const { title, author, host } = mention
    const id = String(firstMention)
    const { snippet, reach, language, source } = sampleMention()
    mentionStore.add(alert.id, {
      ...{
        id,
        date: start,
        title: `${title} ${id}`,
        url: `https://${host}/${id}`,
        snippet,
        reach,
        language,
      },
      ...{ source, done: false, starred: false, tags: [], entities: { snippet: { highlighted_text: [] } } },
      author: { name: author, avatar: '', audience: 10, url: host },
    })
  }
  const service = createMentionServer({ mentionStore, token, now, others: answerListening })
  const { url } = await service.listen(0)
  const { guest, partner, outside, inside, admin } = people
  const slack = createWorkspace({
    now,
    postLimit: 'off',
    tiers: 'off',
    ackMs: 600_000,
    subscribedEvents: ['app_home_opened', 'reaction_added', 'reaction_removed', 'user_change'],
    users: [
      { id: guest, name: 'gil', displayName: 'Gil Guest', kind: 'guest' },
      { id: partner, name: 'eva', displayName: 'Eva Extern', kind: 'external' },
      { id: outside, name: 'ana', displayName: 'Ana Lima' },
      { id: inside, name: 'ben', displayName: 'Ben Okafor' },
      { id: admin, name: 'mei', displayName: 'Mei Tan' },
    ],
    channels: [
      { id: subjects.own.channel, name: 'brand-watch', botIsMember: true, members: Object.values(people) },
      { id: subjects.away.channel, name: 'support', botIsMember: true, members: [outside] },
      { id: subjects.hush.channel, name: 'hush-room', botIsMember: true, isPrivate: true, members: [inside] },
    ],
  })
  await slack.listen(0)
  // So many posts take long on a busy machine.
  const client = ourClient(slack, 300_000)
  const file = join(folder, 'overheard.yaml')
  const dataDir = join(folder, 'data')
  writeFileSync(file, stringify(configurationOf(admins)))
  const targets = await postTargets(client, counts)
  await fillStore(dataDir, targets)
  const registration = recordRegistration()
  const received: { user: string; text: string; during: string }[] = []
  const channelEvents: string[] = []
  const controls: Control[] = []
  const shared = new Set<SubjectName>()
  let during = 'the start'
  slack.subscribe((change) => {
    if (change.type === 'envelope') {
      const { id, state } = change.envelope
      if (state === 'pending') registration.activity.handled.add(id)
      else registration.activity.handled.delete(id)
    }
    const got = receivedBy(slack, change)
    if (got === undefined) return
    if (got.text.includes('"action_id"')) controls.push(...controlsIn(change))
    if (got.channel !== undefined) channelEvents.push(got.channel)
    for (const user of got.users) received.push({ user, text: got.text, during })
  })
  const noticed = new Promise<void>((resolve) => {
    slack.subscribe((change) => {
      if (change.type !== 'message_posted' || change.channel !== subjects.hush.channel) return
      if (change.message.text.startsWith(quietWords)) resolve()
    })
  })
  const environment = {
    MENTIONS_API_URL: await between(url),
    MENTIONS_API_TOKEN: token,
    SLACK_BOT_TOKEN: slack.seed.token.bot,
    SLACK_APP_TOKEN: slack.seed.token.app,
    SLACK_API_URL: await between(slack.apiUrl),
    CONFIG_FILE: file,
    DATA_DIR: dataDir,
    PORT: '0',
  }
  const log = createLog('silent', [])
  const link = await postLink(client)

  const { activity } = registration

  /** Nothing but a timer of the bot can end the request then: a change that applies new settings waits for what the old ones have begun. */
  function afterIdle(rounds: number): number {
    if (rounds < idleRounds) return rounds
    clock.advance(1000)
    return 0
  }

  /** Waits until the bot has handled every request of Slack, and has ended everything that follows from it. */
  async function settled(): Promise<void> {
    for (let idle = 0; ; ) {
      await activity.ended()
      activity.throwUnacknowledged()
      const isHandled = activity.handled.size === 0
      const isWaiting = clock.endNextWait(isHandled ? longestWaitMs : Number.POSITIVE_INFINITY)
      if (isHandled && !isWaiting) return
      idle = isWaiting ? 0 : afterIdle(idle + 1)
    }
  }

  /** Lets time pass by `step` until some work has ended. */
  async function timePasses<T>(work: Promise<T>, step: () => Promise<void>): Promise<T> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    // The caller gets an error when the present step has ended.
    over.catch(() => undefined)
    do await step()
    while (!isOver)
    return over
  }

  const settings = readSettings(environment)
  const starting = startApp(settings, log, () => undefined, clock.runtime)
  const toNextTimer = async () => {
    await activity.ended()
    clock.advanceToNext()
  }
  const app = await timePasses(starting, toNextTimer)
  // On a busy machine, the SDK's limits in real time may end the first try. The bot then waits before the next one.
  while (slack.control.sockets() === 0) {
    await activity.ended()
    clock.endNextWait(Number.POSITIVE_INFINITY)
  }
  await timePasses(noticed, toNextTimer)
  await settled()

  /** Runs an attack of one person, and waits until the bot has handled everything. */
  async function attempt(name: string, role: Role, attack: () => Promise<unknown>): Promise<Outcome> {
    during = `${name}, by ${role}`
    const [texts, events] = [received.length, channelEvents.length]
    const errors = errorsOf(await timePasses(attack(), settled))
    await settled()
    if (errors !== undefined) received.push({ user: people[role], text: errors, during })
    const own = received.slice(texts).filter(({ user }) => user === people[role])
    const all = own.map(({ text }) => text)
    return {
      refused: refusals.find(([, words]) => all.some((text) => words.test(text)))?.[0],
      received: all,
      changed: [...new Set(channelEvents.slice(events))],
    }
  }

  /** Takes a message that no attack has used. `again` returns the same one each time, for attacks that cannot change it. */
  function take(subject: SubjectName, kind: MessageKind, again = false): Target {
    const [first] = targets[subject][kind]
    if (again && first !== undefined) return first
    const target = targets[subject][kind].pop()
    if (target === undefined) throw new Error(`There is no ${kind} message of ${subject} left.`)
    return target
  }

  /** Gets a trigger of a person by a press on a link, which the bot only acknowledges. */
  async function triggerOf(user: string): Promise<string> {
    await slack.people.press({ user, ...link, actionId: 'home_docs' })
    return String(slack.state.envelopes.at(-1)?.payload.trigger_id)
  }

  return {
    slack,
    app,
    registered: registration.registered,
    /** An address for answers that shows nothing, as that of an old message. The bot then answers in the channel. */
    deadUrl: `${slack.url}/no-such-answer`,
    attempt,
    take,
    settled,
    activity,
    timePasses,
    advance: clock.advance.bind(clock),
    /** Moves the time of the world on: limits of requests for a minute begin anew, and the work in the background runs. */
    async nextMinute(): Promise<void> {
      during = `the minute after ${during.replace(/^the minute after /, '')}`
      clock.advance(61_000)
      await settled()
    },
    /** What somebody received since the last call although they must not, with the attack. */
    leaks: () =>
      received.splice(0).flatMap(({ user, text, during: attack }) => {
        const role = roles.find((one) => people[one] === user)
        const found =
          role && mustNotReceive[role].find((subject) => !shared.has(subject) && marks[subject].test(text))
        return found === undefined ? [] : [`${attack}: ${role} received ${found}: ${text.slice(0, 600)}`]
      }),
    /** From now on, everybody may receive everything about a subject. */
    share: (subject: SubjectName) => void shared.add(subject),
    tells: (subject: SubjectName, { received: texts }: Outcome) =>
      texts.some((text) => marks[subject].test(text)),
    run: (user: string, channel: string, line: string) => slack.people.runCommand({ user, channel, line }),
    /** Presses a control of a message, as it was before the bot updated the message. */
    async press(user: string, target: Pick<Target, 'channel' | 'ts'>, control: object, choice?: string) {
      await client.chat.update({
        ...target,
        text: copied,
        blocks: [{ type: 'actions', elements: [control] }] as never,
      })
      await slack.people.press({
        user,
        ...target,
        ...namesOf(control),
        ...(choice === undefined ? {} : { choice }),
      })
    },
    /** Presses a copy of a control in another message of a channel, or of the direct messages if `channel` is a person. */
    async pressCopy(user: string, channel: string, control: object, choice?: string) {
      const { channel: place = '', ts = '' } = await client.chat.postMessage({
        ...{ channel, text: copied, blocks: [{ type: 'actions', elements: [control] }] as never },
      })
      await slack.people.press({
        ...{ user, channel: place, ts, ...namesOf(control), ...(choice === undefined ? {} : { choice }) },
      })
    },
    /** Presses a control of an answer that only the person sees. */
    async pressAnswer(user: string, channel: string, control: object) {
      const blocks = [{ type: 'actions', elements: [control] }] as never
      const { message_ts: ts = '' } = await client.chat.postEphemeral({ channel, user, text: copied, blocks })
      await slack.people.press({ user, channel, ts, ...namesOf(control) })
    },
    /** Runs a shortcut on a message that somebody wrote with a link of its own. */
    async shortcut(user: string, channel: string, callbackId: string) {
      const text = `${copied} <https://tracked.example/${++written}>`
      const { ts } = slack.people.post(user, { channel, text })
      await slack.people.runShortcut({ user, callbackId, channel, ts })
    },
    /** Opens a copy of a form, as it was opened when the person was allowed to. Returns the id of the view. */
    async openCopy(
      user: string,
      form: { callback: string; metadata: string; blocks: object[] },
    ): Promise<string> {
      const trigger_id = await triggerOf(user)
      const { view } = await client.views.open({
        trigger_id,
        view: {
          type: 'modal',
          title: { type: 'plain_text', text: copied },
          submit: { type: 'plain_text', text: 'Send' },
          callback_id: form.callback,
          private_metadata: form.metadata,
          blocks: form.blocks as never,
        },
      })
      return view?.id ?? ''
    },
    submit: (user: string, viewId: string, answers: Record<string, Record<string, string | string[]>>) =>
      slack.people.submitView({ user, viewId, answers }),
    pressInView: (user: string, viewId: string, control: object) =>
      slack.people.pressInView({ user, viewId, ...namesOf(control) }),
    /** Presses a copy of a control on the home tab, as somebody published it before. */
    async pressAtHome(user: string, control: object, choice?: string) {
      await client.views.publish({
        user_id: user,
        view: {
          type: 'home',
          private_metadata: JSON.stringify({ page: 0, openPage: 0, minePage: 0, all: false }),
          blocks: [
            { type: 'header', text: { type: 'plain_text', text: copied } },
            { type: 'actions', elements: [control] },
          ] as never,
        },
      })
      await slack.people.pressInView({
        user,
        ...namesOf(control),
        ...(choice === undefined ? {} : { choice }),
      })
    },
    /** The controls of everything that people received: the `action_id` with the values of its options. */
    controls: () => controls,
    async problems() {
      const answer = await (await fetch(`${app.url}/status`)).json()
      return (answer as { problems: Record<string, string>[] }).problems
    },
    async close() {
      await app.stop()
      registration.restore()
      await Promise.all([service.close(), slack.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const namesOf = (control: object) => ({ actionId: (control as { action_id: string }).action_id })

let written = 0

/** What features add to the world: `test/features/NAME/attack-world.ts`. */
type OfFeature = {
  /** Keys of the configuration. */
  configuration?: object
  /** Keys of each subscription. */
  subscription?: object
  /** Writes into the store what the attacks on the feature are about. */
  fill?(store: Store, subject: SubjectName, cards: Target[]): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const ofFeatures = await Promise.all(
  globSync('test/features/*/attack-world.ts', { cwd: root })
    .toSorted()
    .map((file): Promise<OfFeature> => import(pathToFileURL(resolve(root, file)).href)),
)

function configurationOf(admins: boolean): object {
  const subscriptions = Object.entries(subjects).map(([subject, { channel, alert }]) => ({
    ...{ name: `${subject}-watch`, alert: alert.name, channel, schedule: never },
    ...Object.assign({}, ...ofFeatures.map((feature) => feature.subscription)),
  }))
  const digests = Object.entries(digestChannels).map(([name, subject]) => {
    const { channel, alert } = subjects[subject]
    // The digest of `moved` was posted in the channel of `own` before.
    return { name: `${name}-weekly`, channel, alerts: [alert.name], schedule: never }
  })
  const { channel } = subjects.hush
  // A digest tells about its whole channel, so this one tells about the private alert, too.
  const plain = { name: 'plain-weekly', channel, alerts: [subjects.own.alert.name], schedule: never }
  // The problem of this subscription is shown in the channel of `own`.
  const typo = { name: 'own-typo', alert: 'Acme brnd', channel: subjects.own.channel, schedule: never }
  return {
    private: [subjects.hush.alert.name],
    ...(admins ? { admins: [people.admin] } : {}),
    ...Object.assign({}, ...ofFeatures.map((feature) => feature.configuration)),
    docs: 'https://wiki.example/overheard',
    subscriptions: [...subscriptions, typo],
    digests: [...digests, plain],
  }
}

type Targets = Record<SubjectName, Record<MessageKind, Target[]>>

type Client = ReturnType<typeof ourClient>

async function postLink(client: Client) {
  const { channel } = subjects.own
  const button = {
    type: 'button',
    text: { type: 'plain_text', text: 'Link' },
    action_id: 'home_docs',
    value: 'link',
  }
  const blocks = [{ type: 'actions', elements: [button] }] as never
  const { ts = '' } = await client.chat.postMessage({ channel, text: copied, blocks })
  return { channel, ts }
}

/** Posts a message for each record that `fillStore` writes. */
async function postTargets(client: Client, counts: Record<MessageKind, number>): Promise<Targets> {
  const made = {} as Targets
  for (const subject of Object.keys(subjects) as SubjectName[]) {
    const { channel, firstMention } = subjects[subject]
    let id = firstMention
    made[subject] = {} as Targets[SubjectName]
    for (const kind of kinds) {
      const posts = Array.from({ length: counts[kind] }, () =>
        client.chat.postMessage({ channel, text: copied }),
      )
      made[subject][kind] = (await Promise.all(posts)).map(({ ts = '' }) => ({
        ...{ subject, kind, channel, ts, mention: String(++id) },
      }))
    }
  }
  return made
}

/** The mutes of a channel, none of them brief. Each is for one attack, because an admin ends it. */
const longMutes = (subject: SubjectName): Mute[] => {
  const { channel, mention } = subjects[subject]
  const by = { channel, by: people.admin, at: start }
  return [
    { ...by, kind: 'author', name: mention.author },
    { ...by, kind: 'domain', name: mention.host },
    { ...by, kind: 'word', name: `${mention.title} again` },
    { ...by, kind: 'author', name: 'No Body' },
  ]
}

/** The subscriptions that were made in Slack are paused. That with `asks` waits for the answer after a long pause. */
export const madeName = (subject: SubjectName, asks = false) => `${subject}-${asks ? 'asks' : 'made'}`

const changeKinds = ['mute', 'subscription', 'pause', 'pause-plan'] as const
type ChangeKind = (typeof changeKinds)[number]
/** The value of the Undo button of a change. There is one for each person, because the first undo takes it. */
export const changeId = (subject: SubjectName, kind: ChangeKind, role: Role) =>
  `change-${subject}-${kind}-${role}`

/** The value of the button that confirms a line. There is one for each person, because the first press takes it. */
export const askedId = (subject: SubjectName, role: Role) => `asked-${subject}-${role}`

/** Writes what the attacks are about into the store, before the bot starts. */
async function fillStore(dataDir: string, targets: Targets): Promise<void> {
  const store = await openFolder(dataDir, {
    ...{ now: () => start, setTimer: () => () => undefined, log: { warn: () => undefined } },
  })
  for (const subject of Object.keys(subjects) as SubjectName[]) {
    await fillMessages(store, Object.values(targets[subject]).flat())
    await fillSubscriptions(store, subject)
    await fillMutes(store, subject)
    for (const feature of ofFeatures) await feature.fill?.(store, subject, targets[subject].open)
    await fillChanges(store, subject)
  }
  // Somebody made this subscription in Slack before the alert became private.
  const { alert } = subjects.hush
  const stray = { name: 'hush-stray', alert: alert.name, channel: subjects.own.channel, schedule: never }
  await store
    .collection('subscriptions', slackSubscriptionSchema)
    .put(stray.name, { subscription: subscriptionOf(stray), created: madeByAdmin() })
  await fillNotices(store)
  await store.close()
}

/** The start of the notices of a silence. */
export const quietWords = 'No mention of'

/**
 * Notices about a silence of the private alert, which a bot stored before it died: the first for the channel of `own`, because the alert was
 * not private then, and the second for the channel of `hush`.
 */
async function fillNotices(store: Store): Promise<void> {
  const { alert, firstMention } = subjects.hush
  const at = start
  const reminders = openCollection(store, reminderKind)
  const content = textMessage(`${quietWords} ${alert.name}`)
  const about = { kind: 'silence' as const, alert: alert.id }
  for (const subject of ['own', 'hush'] as const)
    await reminders.put(noticeId(subject), {
      ...{ kind: 'notice', id: noticeId(subject), created: at, due: at },
      ...{ channel: subjects[subject].channel, content, about },
    })
  const none = { first: 0, counts: [] }
  const noCounts = { total: none, rated: none, negative: none }
  const [since, lastAt] = [at - 20 * day, at - day / 2]
  // 6 mentions an hour until the silence begins.
  const first = Math.floor(since / hourMs)
  const total = { first, counts: Array(Math.floor(lastAt / hourMs) - first + 1).fill(6) }
  const hours = { ...noCounts, total }
  await volumeCollection(store).put(alert.id, {
    counts: { since, lastAt, minutes: noCounts, hours, days: noCounts, parts: [] },
    seen: { watermark: String(firstMention), origin: String(firstMention), done: [] },
    announced: [{ what: { kind: 'alert' }, since: lastAt, notices: [noticeId('own'), noticeId('hush')] }],
  })
}

const noticeId = (subject: SubjectName) => `notice ${subject === 'own' ? 1 : 2}`

async function fillMessages(store: Store, targets: Target[]): Promise<void> {
  const cards = store.messages('cards', postedCardSchema)
  const spikes = store.messages('spike-cards', spikeCardRecordSchema)
  for (const target of targets)
    if (target.kind === 'spike') await spikes.add(target, spikeOf(target))
    else await cards.add(target, cardOf(target, target.kind))
}

const madeByAdmin = () => ({ by: people.admin, at: start })

async function fillSubscriptions(store: Store, subject: SubjectName): Promise<void> {
  const subscriptions = store.collection('subscriptions', slackSubscriptionSchema)
  const pauses = store.collection('pauses', pauseSchema)
  for (const asks of [false, true]) {
    const name = madeName(subject, asks)
    await subscriptions.put(name, { subscription: madeSubscription(subject, asks), created: madeByAdmin() })
    const at = start - (asks ? 3 * day : 60_000)
    const until = asks ? { until: start - 1000 } : {}
    await pauses.put(name, { id: `pause ${name}`, by: people.admin, at, ...until })
  }
  // No subscription has anything to post, so that only the attacks change channels.
  const { alert, firstMention } = subjects[subject]
  const watermark = String(firstMention)
  const checkpoints = store.leading.checkpoints()
  for (const name of [`${subject}-watch`, madeName(subject), madeName(subject, true)])
    await checkpoints.save(
      { subscription: name, alert: alert.id },
      { watermark, origin: watermark, done: [] },
    )
}

function madeSubscription(subject: SubjectName, asks = false) {
  const { channel, alert } = subjects[subject]
  return subscriptionOf({ name: madeName(subject, asks), alert: alert.name, channel, schedule: never })
}

async function fillMutes(store: Store, subject: SubjectName): Promise<void> {
  const { channel } = subjects[subject]
  await store.collection('mutes', z.array(muteSchema)).put(channel, longMutes(subject))
}

async function fillChanges(store: Store, subject: SubjectName): Promise<void> {
  const { channel, alert } = subjects[subject]
  const name = madeName(subject)
  const before = { subscription: madeSubscription(subject), created: madeByAdmin() }
  const pause = { id: 'another', ...madeByAdmin() }
  const plan = { id: 'another', by: people.admin, from: start, until: start }
  const made: Record<
    ChangeKind,
    | MuteChange
    | SubscriptionChange
    | { kind: 'pause' | 'pause-plan'; name: string; alert: string; after: object }
  > = {
    mute: { kind: 'mute', channel, added: longMutes(subject), removed: [] },
    subscription: { kind: 'subscription', name, before, after: { ...before, ended: madeByAdmin() } },
    pause: { kind: 'pause', name, alert: alert.name, after: pause },
    'pause-plan': { kind: 'pause-plan', name, alert: alert.name, after: plan },
  }
  const changes = store.collection('announced-changes', announcedChangeSchema)
  // No attack comes too late.
  for (const role of roles)
    await changes.put(askedId(subject, role), {
      ...{
        at: start + day,
        channel,
        what: `pause ${mustNotReceive[role].includes(subject) ? alert.name.toLowerCase() : name} 3h`,
        change: { kind: 'asked', user: people[role] } as Change,
      },
    })
  for (const role of roles)
    for (const kind of changeKinds)
      await changes.put(changeId(subject, kind, role), {
        ...{ at: start, channel, what: `Mei changed ${name}`, change: made[kind] },
      })
}

function mentionOf({ subject, mention: id }: Target) {
  const { title, author, host } = subjects[subject].mention
  return sampleMention({
    ...{
      id,
      title: `${title} ${id}`,
      url: `https://${host}/${id}`,
      snippet: `${title} of ${id}`,
      highlights: [],
    },
    ...{ author: { name: author, audience: 10, url: host }, date: start },
  })
}

function cardOf(target: Target, kind: Exclude<MessageKind, 'spike'>): PostedCard {
  const { subject, channel, ts, mention: id } = target
  const about = { channel, ts, subscription: `${subject}-watch`, alert: subjects[subject].alert.id }
  const mention = mentionOf(target)
  if (kind === 'burst') {
    const { title } = subjects[subject].mention
    const facts = {
      headline: `${title} ${title}`,
      facts: '1 mention',
      more: '',
      mentions: [mention],
      negative: [id],
    }
    return { ...about, actions: [], shows: { kind: 'burst', ...facts } }
  }
  const at = start
  const record = (state: Handling['state']): Handling => ({
    ...{ ...about, mention: id, state, user: people.admin, by: 'Mei Tan', at, firstAt: at },
  })
  const actions = kind === 'open' ? [] : [record(kind)]
  return { ...about, actions, shows: { kind: 'card', mention, style: 'full' } }
}

function spikeOf({ subject, channel, ts }: Target) {
  const { alert } = subjects[subject]
  const at = start
  const summary = { startedAt: at, total: 60, rated: 60, negative: 60, reach: 1000, peak: 60 }
  const sign = {
    ...{ rule: 'hour' as const, count: 60, baseline: 1, chance: 0, maxChance: 0.001 },
    threshold: { least: 10, times: 3 },
  }
  const live = {
    alertName: alert.name,
    signs: [sign],
    inLastHour: 60,
    hours: [60],
    claims: [],
    permalinks: {},
  }
  return {
    ...{ channel, ts, subscription: `${subject}-watch`, alert: alert.id, mark: `mark-${ts}`, note: {}, at },
    shown: {
      kind: 'live' as const,
      spike: { ...live, summary: { ...summary, sources: [], countries: [], top: [] } },
    },
  }
}

/** A request that is not handled after so many rounds without a wait waits for a timer. */
const idleRounds = 300

/** After the bot has handled a request, its waits up to this time, in ms, belong to it. Longer ones belong to work in the background. */
const longestWaitMs = 1000

/** In this many turns of the event loop, code that waits for nothing has begun its next request. */
const idleTurns = 8

/** True while this process waits for a file, for example until it is on the disk or closed. */
const usesFiles = () =>
  process.getActiveResourcesInfo().some((resource) => /^(FSReq|CloseReq|FileHandleCloseReq)/.test(resource))

/** Knows the requests of Slack that the bot handles, and what this process waits for, except for its clock. */
function createActivity() {
  const handled = new Set<unknown>()
  const requests = new Set<object>()
  let requestsOver = () => {}
  const requestOf = (message: unknown) => (message as { request: object }).request
  const begins = (message: unknown) => void requests.add(requestOf(message))
  const ends = (message: unknown) => {
    requests.delete(requestOf(message))
    if (requests.size === 0) requestsOver()
  }
  const listeners = { create: begins, trailers: ends, error: ends }
  const unacknowledged: string[] = []
  for (const [name, listener] of Object.entries(listeners)) subscribe(`undici:request:${name}`, listener)
  return {
    handled,
    unacknowledged,
    /** The embedded Slack would wait ten minutes for an acknowledgement that never comes. */
    throwUnacknowledged(): void {
      const requests = unacknowledged.splice(0)
      if (requests.length === 0) return
      handled.clear()
      throw new Error(`The bot did not acknowledge ${requests.join(', ')}.`)
    },
    /** Waits until this process waits for nothing but its clock and the requests that somebody holds. */
    async endedExcept(held: () => number): Promise<void> {
      for (let idle = 0; idle < idleTurns; idle++) {
        await setImmediate()
        if (requests.size > held() || usesFiles()) idle = 0
      }
    },
    /** Waits until this process waits for nothing any more, except for its clock. */
    async ended(): Promise<void> {
      for (let idle = 0; idle < idleTurns; idle++) {
        await setImmediate()
        const isRequesting = requests.size > 0
        if (isRequesting)
          await new Promise<void>((resolve) => {
            requestsOver = resolve
          })
        if (isRequesting || usesFiles()) idle = 0
      }
    },
    stop() {
      for (const [name, listener] of Object.entries(listeners))
        unsubscribe(`undici:request:${name}`, listener)
    },
  }
}

/** Records what the bot registers with Slack's SDK, and counts the requests that it is handling. */
function recordRegistration() {
  const registered: string[] = []
  const kindsOfListener = [
    'command',
    'action',
    'view',
    'event',
    'shortcut',
    'options',
    'message',
    'function',
    'assistant',
    'use',
  ] as const
  const bolt = App.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  const originals = new Map<string, (typeof bolt)[string]>()
  const activity = createActivity()
  for (const kind of kindsOfListener) {
    const original = bolt[kind]
    if (original === undefined) continue
    originals.set(kind, original)
    bolt[kind] = function recorded(this: unknown, ...args: unknown[]) {
      const [id] = args
      registered.push(typeof id === 'function' ? kind : `${kind} ${id instanceof RegExp ? id : String(id)}`)
      return original.apply(this, args)
    }
  }
  const { processEvent } = bolt
  if (processEvent === undefined) throw new Error('The SDK has no processEvent.')
  originals.set('processEvent', processEvent)
  bolt.processEvent = async function counted(this: unknown, event: unknown) {
    const { ack, body } = event as { ack: (...answer: unknown[]) => unknown; body: object }
    let isAcknowledged = false
    const acknowledge = (...answer: unknown[]) => {
      isAcknowledged = true
      return ack(...answer)
    }
    const running = processEvent.call(this, { ...(event as object), ack: acknowledge })
    activity.handled.add(running)
    try {
      return await running
    } finally {
      activity.handled.delete(running)
      if (!isAcknowledged) activity.unacknowledged.push(JSON.stringify(body).slice(0, 2000))
    }
  }
  return {
    registered,
    activity,
    restore() {
      activity.stop()
      for (const [name, original] of originals) bolt[name] = original
    },
  }
}

type Received = { users: string[]; text: string; channel?: string }

/** What people receive with a change of the workspace. `channel` is set for a message of a channel. A copied control is of the attack. */
function receivedBy(slack: Workspace, change: WorkspaceChange): Received | undefined {
  const received = contentOf(slack, change)
  return received?.text.includes(copied) ? undefined : received
}

function contentOf(slack: Workspace, change: WorkspaceChange): Received | undefined {
  switch (change.type) {
    case 'message_posted':
    case 'message_updated': {
      const channel = slack.state.channels.get(change.channel)
      if (channel === undefined) return undefined
      const text = `${JSON.stringify(change.message)} ${filesOf(slack, change.message)}`
      return { users: readersOf(channel), text, ...(channel.kind === 'im' ? {} : { channel: channel.id }) }
    }
    case 'ephemeral_posted':
    case 'ephemeral_updated':
      return { users: [change.ephemeral.user], text: JSON.stringify(change.ephemeral.message) }
    case 'view_opened':
    case 'view_updated':
    case 'home_published':
      // Slack shows nobody the metadata of a view, and in a form the person has chosen the channel.
      return { users: [change.user], text: JSON.stringify(change.view, withoutOwnWords) }
    default:
      return undefined
  }
}

/** Full members may read every public channel. */
function readersOf({ kind, members, user }: Channel): string[] {
  const mayRead = (role: Role) =>
    members.includes(people[role]) ||
    user === people[role] ||
    (kind === 'public' && role !== 'guest' && role !== 'partner')
  return roles.filter(mayRead).map((role) => people[role])
}

const withoutOwnWords = (key: string, value: unknown) =>
  key === 'private_metadata' || key === 'initial_conversation' ? undefined : value

function filesOf(slack: Workspace, message: object): string {
  const { files = [] } = message as { files?: { id: string }[] }
  return files.map(({ id }) => slack.state.files.get(id)?.bytes?.toString() ?? '').join('\n')
}

function errorsOf(result: unknown): string | undefined {
  const { errors } = (result ?? {}) as { errors?: object }
  return errors === undefined ? undefined : JSON.stringify(errors)
}

type Control = { actionId: string; values: string[]; value?: string }

/** Inputs of forms are no controls: they send nothing before the form is submitted. */
export function* controlsIn(value: unknown): Generator<Control> {
  if (Array.isArray(value)) for (const one of value) yield* controlsIn(one)
  if (typeof value !== 'object' || value === null) return
  const one = value as { type?: string; action_id?: string; value?: string; options?: { value: string }[] }
  if (one.type === 'input') return
  if (one.action_id !== undefined)
    yield {
      actionId: one.action_id,
      values: (one.options ?? []).map((option) => option.value),
      ...(one.value !== undefined && { value: one.value }),
    }
  for (const inner of Object.values(value)) yield* controlsIn(inner)
}
