import { randomUUID } from 'node:crypto'
import { createRateLimiter } from '@overheard/base/rate-limiter'
import type { Alert } from '@overheard/mention-client/alert'
import type { Mention } from '@overheard/mention-client/mention'
import { createHistorySearch, createOutboxMemory } from '@overheard/post-once'
import { countAccepted, postLimit, seenPosts } from '@overheard/post-once/post'
import type { PollDeps } from '../../src/engine/ports.ts'
import type { IsOwn } from '../../src/engine/rules/own-voice.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { pollAlert } from '../../src/engine/run/poll.ts'
import type { DueSubscription } from '../../src/engine/run/prepare-run.ts'
import { keepStates, type RunResult } from '../../src/engine/run/result.ts'
import { createIdChecks } from '../../src/engine/schedule/id-check.ts'
import { startedSubscriptions } from '../../src/engine/schedule/started-subscriptions.ts'
import { createChannelPosts } from '../../src/engine/shared/channel-posts.ts'
import { createPlanLimits, createPlanRecords } from '../../src/engine/spikes/stored-volume.ts'
import { newRunState, type RunState } from '../../src/engine/subscription-run.ts'
import { createProblems } from '../../src/health/problems.ts'
import type { Hooks } from '../../src/kernel/facts.ts'
import { createHooks, missedFactKind, tellFeatures } from '../../src/kernel/hooks.ts'
import { mentionsOf, type OriginalCard, postedCardSchema } from '../../src/model/card.ts'
import {
  type Checkpoint,
  emptyCheckpoint,
  isUndecided,
  type StoredCheckpoint,
} from '../../src/model/checkpoint.ts'
import { type Collections, openCollection } from '../../src/model/collection.ts'
import type { CountedCorrection } from '../../src/model/correction.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import type { Posting } from '../../src/model/message.ts'
import type { Mute } from '../../src/model/mute.ts'
import type { OpenProblem, ProblemBoard } from '../../src/model/problem.ts'
import type { Subscription } from '../../src/model/subscription.ts'
import { speakToAll } from '../../src/people/speak-to.ts'
import { noticeKind } from '../../src/reminders/notice-kind.ts'
import { createReminderQueue } from '../../src/reminders/reminder-queue.ts'
import { createReminderSender } from '../../src/reminders/reminder-sender.ts'
import type { FoundChannel, Probe } from '../../src/slack/channels.ts'
import type { lowdbCheckpoints } from '../../src/store/file/lowdb-checkpoints.ts'
import { anyReminderSchema } from '../../src/stored-kinds.ts'
import { createRecorder, type Line } from '../proof/record.ts'
import { alone } from './alone.ts'
import { createFakeChannel, type FakeChannel } from './fake-channel.ts'
import { createFakeMentions } from './fake-mentions.ts'
import { createFakeOriginalCards } from './fake-original-cards.ts'
import { createFakeVolume } from './fake-volume.ts'
import { memoryStore } from './memory-store.ts'
import { sampleMention } from './sample-mention.ts'

/** A world in memory for tests of polls: a service, a channel, a store and a clock, each of which can fail on demand. */

export const minute = 60_000
export const noon = Date.UTC(2026, 10, 20, 12)
export const alert: Alert = {
  id: '7',
  type: 'mentions',
  name: 'Acme brand',
  projectName: 'Acme',
}

/** Thrown where the process dies: the next effect never happens. */
export class Killed extends Error {}

export type StoryWorld = ReturnType<typeof createStoryWorld>

export function subscriptionOf(changes: Partial<Subscription> = {}): Subscription {
  return {
    name: 'acme',
    alert: 'Acme brand',
    channel: 'C1',
    schedule: '*/2 * * * *',
    timezone: 'UTC',
    only: {},
    except: {},
    backfill: 0,
    burst: 5,
    ...changes,
  }
}

/** The world survives the processes that are started in it. `moments`: how many more effects the present process may have. */
export function createStoryWorld(
  options: {
    pageSize?: number
    subscriptions?: Subscription[]
    perDay?: number
    mutes?: () => Mute[]
    isOwn?: IsOwn
    /** The plan; its use is in the records (`plan-days`). It needs `perDay`. */
    monthlyMentions?: number
  } = {},
) {
  /** Our clock, by how much it was set, and how far those of Slack and of the service are ahead of it (ms). */
  const clock = { at: noon, setBy: 0, slackAhead: 0, serviceAhead: 0 }
  const now = () => clock.at
  const steady = () => clock.at - clock.setBy
  const mentions = createFakeMentions(() => clock.at + clock.serviceAhead, options.pageSize ?? 300)
  const saved = new Map<string, string>()
  const records = new Map<string, string>()
  const told: string[] = []
  const decisions: DecisionRecord[] = []
  const subscriptions = options.subscriptions ?? [subscriptionOf()]
  const volume = createFakeVolume(now, options.perDay)
  const channel: FakeChannel = createFakeChannel(() => clock.at + clock.slackAhead)
  const life = { moments: Number.POSITIVE_INFINITY }
  /** Called before and after each effect, where a process can die. */
  const moment = () => {
    life.moments -= 1
    if (life.moments < 0) throw new Killed()
  }
  const world = {
    clock,
    now,
    steady,
    /** Sets our clock, back or forward. Those of Slack and of the service go on as before. */
    setClock(ms: number) {
      clock.at += ms
      clock.setBy += ms
      clock.slackAhead -= ms
      clock.serviceAhead -= ms
    },
    /** The time by the service's clock (UTC, ms). */
    serviceNow: () => clock.at + clock.serviceAhead,
    channel,
    volume,
    saved,
    /** Opens the checkpoints of a new process on a disk. Without it, they are in `saved`. */
    openCheckpoints: undefined as (() => ReturnType<typeof lowdbCheckpoints>) | undefined,
    /** The records of the store. */
    records,
    /** The effects of the processes on the store and the channel, in their order. */
    effects: [] as Line[],
    processes: 0,
    told,
    /** The problems as they were reported. */
    raised: [] as OpenProblem[],
    /** The order in which features hear of posts. */
    features: 'usual' as 'usual' | 'reversed',
    /** What a feature hears: mentions, and starts and ends of spikes, each with its message. A crash may repeat an event. */
    announced: new Set<string>(),
    /** What another feature hears: the posted message and its thread. A crash may repeat it. */
    calls: new Set<string>(),
    decisions,
    /** Subscription and id of the mentions whose entries in the decision log a crash has lost: it came right after their checkpoint. */
    unlogged: new Set<string>(),
    /** What the present process remembers of each subscription. */
    states: new Map<string, RunState>(),
    subscriptions,
    isOwn: options.isOwn ?? (() => false),
    mutes: options.mutes ?? (() => []),
    doubtMs: 30_000,
    /** True if the channel gets the mentions of several alerts. */
    /** False for a version that does not know which subscriptions share a channel. */
    knowsSharing: true,
    monthlyMentions: options.monthlyMentions,
    life,
    /** Another installation with an older store. While `isKnown`, this one has noticed it. `gone`: how often this one found that it ended. */
    older: { isKnown: false, gone: 0 },
    /** The older installation posts these mentions. */
    async olderPosts(...ids: (number | string)[]) {
      const receipt = {
        subscription: 'acme',
        alert: '7',
        through: '0',
        ids: ids.map(String),
        installation: 'older',
      }
      await channel.post({ channel: 'C1', content: { text: '', blocks: [] }, receipt }, () => undefined)
    },
    /** The id of the answer that asks to skip what exists, until a poll has done it. */
    startOver: undefined as string | undefined,
    /** Faults of the store and the service, thrown while they are set. */
    faults: {} as {
      store?: (key: string) => Error | undefined
      /** Called before and after a record is written. */
      facts?: () => Error | undefined
      service?: Error
      /** Called at each request to the service. */
      request?: () => Error | undefined
      damaged?: 'damaged' | 'unsure'
    },
    mentions,
    /** True if polls check that ids of the service do not start again. */
    checksIds: false,
    /** False if the alert is private and the channel is none of its channels. */
    mayPost: true,
    /** The sentiments that people corrected. */
    corrections: [] as CountedCorrection[],
    mayPostNotices: true,
    find: async (written: string): Promise<FoundChannel> => ({ kind: 'found', id: written }),
    probes: { channel: 'usable' as Probe, token: 'usable' as Probe },
    /** The channels of which nobody knows what is muted. */
    damagedMutes: new Set<string>(),
    stopping: new AbortController(),
    add(id: number | string, changes: Partial<Mention> = {}, visibleFrom = now() + clock.serviceAhead) {
      const mention = sampleMention({
        id: String(id),
        url: `https://news.example/${id}`,
        date: noon,
        ...changes,
      })
      mentions.add(mention, visibleFrom)
    },
    /** The dependencies of a poll in this world. */
    deps: () => processIn(world, moment).deps,
    /** Starts a process in this world, with empty memory. */
    start() {
      world.stopping = new AbortController()
      const { deps, reminders } = processIn(world, moment)
      const known = deps.cards.originals.refresh()
      const due = new Map(
        subscriptions.map((subscription): [string, DueSubscription] => [
          subscription.name,
          {
            subscription,
            decide: decideFor(subscription, { mutes: world.mutes, isOwn: world.isOwn }),
            state: newRunState,
          },
        ]),
      )
      return async (names = [...due.keys()]): Promise<RunResult[]> => {
        await known
        const entries = names.flatMap((name) => due.get(name) ?? [])
        const results = await pollAlert(deps, alert, entries)
        keepStates(entries, results)
        for (const { subscription, state } of entries) world.states.set(subscription.name, state)
        if (world.life.moments >= 0) {
          await reminders.sendDue()
          // A failure leaves the card outdated, so the next look draws it.
          await deps.cards.originals.redrawOutdated().catch(() => undefined)
          // A failure of a reminder is only logged.
          if (world.life.moments < 0) throw new Killed()
        }
        return results.map(({ state: _remembered, ...result }) => result)
      }
    },
    checkpoint: (name = 'acme'): Checkpoint => JSON.parse(saved.get(`${name} 7`) ?? 'null'),
  }
  return world
}

/** The decision log of the world, as an answer to "why" reads it. */
export function logOf({ decisions }: StoryWorld) {
  return {
    async *entries(since: number) {
      yield* decisions.filter(({ at }) => at >= since)
    },
    of: async (mention: string, alert?: string) =>
      decisions.filter((entry) => entry.id === mention && (alert ?? entry.alert) === entry.alert),
  }
}

/** The original cards in the store. */
export function cardsOf({ records }: StoryWorld): OriginalCard[] {
  const own = [...records].filter(([path]) => path.startsWith('cards '))
  return own.flatMap(([, text]) => postedCardSchema.parse(JSON.parse(text)).original ?? [])
}

/** A process in a world: what its polls depend on, and its reminders, which use the same store and the same Slack. */
function idChecksOf(world: StoryWorld, store: Collections, problems: ProblemBoard) {
  const { now, mentions } = world
  return createIdChecks({
    store,
    service: {
      ...mentions.source(() => undefined),
      newestByDate: async () => ({
        mentions: mentions
          .visible()
          .toSorted((a, b) => b.date - a.date)
          .slice(0, 100),
      }),
    },
    decisionsOf: async (id) => world.decisions.filter((record) => record.id === id),
    problems,
    log: { warn: () => undefined },
    now,
    alerts: () => 1,
  })
}

function processIn(world: StoryWorld, moment: () => void) {
  const { now, channel } = world
  const store = memoryStore(world.records, moment)
  const planLimits = createPlanLimits(store, now)
  const volume = volumeOf(world, moment)
  const notify = (what: 'raised' | 'cleared') => (problem: OpenProblem) => {
    world.told.push(`${what} ${problem.key}`)
    if (what === 'raised') world.raised.push(problem)
  }
  const counted = countAccepted()
  const send = async ({ receipt, ...posting }: Posting) => {
    moment()
    const isOfSubscription = receipt !== undefined && 'ids' in receipt
    const outcome = await channel.post(isOfSubscription ? { ...posting, receipt } : posting, (ms) => {
      world.clock.at += ms
    })
    moment()
    return outcome
  }
  const problems = createProblems(now, { raised: notify('raised'), cleared: notify('cleared') })
  /** A process can die before and after each write of a feature. */
  async function write(effect: () => unknown): Promise<void> {
    moment()
    effect()
    moment()
  }
  const features: { name: string; hooks: Partial<Hooks> }[] = [
    {
      name: 'events',
      hooks: {
        posted: ({ subscription: { name }, card: { ts, shows } }) =>
          write(() => {
            for (const { id } of mentionsOf(shows)) world.announced.add(`mention ${name} ${id} ${ts}`)
          }),
        spikeStarted: ({ ts }) => write(() => world.announced.add(`spike started ${ts}`)),
        spikeEnded: ({ ts }) => write(() => world.announced.add(`spike ended ${ts}`)),
      },
    },
    {
      name: 'calls',
      hooks: {
        posted: ({ subscription: { name }, card: { ts }, thread = ts }) =>
          write(() => world.calls.add(`${name} ${ts} ${thread}`)),
      },
    },
  ]
  world.processes += 1
  const recorder = createRecorder(
    String(world.processes),
    (line) => void world.effects.push(line),
    world.steady,
  )
  const read = createHistorySearch(
    recorder.pages((...page) => channel.page(...page)),
    world.steady,
  )
  const records = store.collection('reminders', anyReminderSchema)
  const queue = createReminderQueue({ reminders: records, leading: records, now, newId: randomUUID })
  const deps = recorder.polls({
    ...alone,
    now,
    steady: world.steady,
    slackTime: () => world.clock.at + world.clock.slackAhead + channel.dateAhead,
    post: seenPosts(send, now, counted.seen),
    accepted: counted.accepted,
    sleep: async (ms) => {
      world.clock.at += ms
    },
    stopping: world.stopping.signal,
    service: world.mentions.source(() => {
      moment()
      const fault = world.faults.service ?? world.faults.request?.()
      if (fault) throw fault
    }),
    checkpoints: recorder.checkpoints(world.openCheckpoints?.() ?? checkpointsOf(world, moment)),
    async readHistory(place, enough) {
      moment()
      return channel.search(place, enough, read)
    },
    channelRate: createRateLimiter(postLimit, world.steady),
    record: (entries) => void world.decisions.push(...entries),
    records: {
      addNotice: queue.addNotice,
      planLimits,
      startedSubscriptions: startedSubscriptions(
        store,
        world.subscriptions.map(({ name }) => name),
      ),
      ...(world.checksIds ? { idChecks: idChecksOf(world, store, problems) } : {}),
    },
    places: {
      ...alone.places,
      channels: {
        find: (written) => world.find(written),
        join: async (id) => channel.join(id),
        probe: async () => world.probes.channel,
        probeToken: async () => world.probes.token,
      },
      mayPost: async () => world.mayPost,
      ...(world.knowsSharing && { subscriptionsIn: subscriptionsIn(world) }),
      olderInstallation: {
        lastPostOfOlder() {
          if (!world.older.isKnown) return undefined
          const own = channel.messages().filter(({ receipt }) => receipt?.installation === 'older')
          return own.at(-1)?.ts ?? '0'
        },
        async olderIsGone() {
          moment()
          world.older.isKnown = false
          world.older.gone += 1
          moment()
        },
      },
    },
    cards: { ...alone.cards, originals: createFakeOriginalCards(world, moment) },
    people: {
      isOwn: world.isOwn,
      mutesAreDamaged: (channel) => world.damagedMutes.has(channel),
      corrections: async () => world.corrections,
      startOver: {
        wanted: () => world.startOver,
        async done() {
          moment()
          world.startOver = undefined
          moment()
        },
      },
    },
    told: tellFeatures(
      createHooks({
        features: () => (world.features === 'reversed' ? features.toReversed() : features),
        missed: openCollection(store, missedFactKind),
        problems,
        now,
        setTimer: () => () => undefined,
        stopping: world.stopping.signal,
        log: { warn: () => undefined },
      }),
    ),
    outboxMemory: createOutboxMemory(),
    problems,
    ...(volume === undefined ? {} : { volume }),
    doubtMs: world.doubtMs,
    ...(world.knowsSharing && { channelPosts: channelPostsOf(world) }),
    pollRhythm: () => ({ every: 2 * minute }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  } satisfies PollDeps)
  const reminders = createReminderSender({
    ...deps,
    reminders: records,
    speakTo: speakToAll,
    kinds: () => [
      noticeKind({
        isAnnounced: async (notice) =>
          (await (notice.about.kind === 'plan-limit' ? planLimits : volume)?.isAnnouncedBy(notice)) === true,
        mayPost: async () => world.mayPostNotices,
      }),
    ],
    self: randomUUID(),
  })
  return { deps, reminders }
}

function channelPostsOf({ saved, records, now, openCheckpoints }: StoryWorld) {
  const cards = memoryStore(records).messages('cards', postedCardSchema)
  return createChannelPosts({
    now,
    cards: (channel, since) => cards.since(since, channel),
    async *checkpoints() {
      if (openCheckpoints !== undefined) yield* openCheckpoints().all()
      for (const [path, text] of saved) {
        const [subscription = '', id = ''] = path.split(' ')
        yield { key: { subscription, alert: id }, checkpoint: JSON.parse(text) }
      }
    },
  })
}

const subscriptionsIn =
  ({ subscriptions, isOwn, mutes }: StoryWorld) =>
  async (channel: string) =>
    subscriptions
      .filter((one) => one.channel === channel)
      .map((subscription) => ({
        subscription,
        alert: alert.id,
        isPolled: true,
        decide: decideFor(subscription, { mutes, isOwn }),
      }))

function volumeOf(world: StoryWorld, moment: () => void) {
  const { volume: fake, monthlyMentions, now } = world
  const volume = fake?.book(moment, world.channel.update)
  if (volume === undefined || monthlyMentions === undefined) return volume
  const plan = createPlanRecords(memoryStore(world.records, moment), now)
  const isAnnouncedBy: typeof volume.isAnnouncedBy = (notice) =>
    (notice.about.kind === 'plan-forecast' ? plan : volume).isAnnouncedBy(notice)
  return { ...volume, isAnnouncedBy, plan: { ...plan, monthlyMentions } }
}

function checkpointsOf({ saved, faults, unlogged }: StoryWorld, moment: () => void): PollDeps['checkpoints'] {
  const pathOf = (key: { subscription: string; alert: string }) => `${key.subscription} ${key.alert}`
  return {
    async load(key): Promise<StoredCheckpoint> {
      const text = saved.get(pathOf(key))
      if (faults.damaged === 'damaged') return { kind: 'damaged', reason: 'torn' }
      if (text === undefined) return { kind: 'none' }
      const kept = { kind: 'kept' as const, checkpoint: JSON.parse(text) }
      return faults.damaged === 'unsure' ? { ...kept, unsure: true } : kept
    },
    async save(key, checkpoint) {
      moment()
      const fault = faults.store?.(key.subscription)
      if (fault) throw fault
      const before = saved.get(pathOf(key))
      saved.set(pathOf(key), JSON.stringify(checkpoint))
      delete faults.damaged
      /** The mentions that this checkpoint decides. Most saves do not need them, and a long checkpoint takes long to parse. */
      const decided = () =>
        checkpoint.done
          .flatMap(({ ids }) => ids)
          .filter(isUndecided(before === undefined ? emptyCheckpoint : JSON.parse(before)))
          .map((id) => `${key.subscription} ${id}`)
      try {
        moment()
      } catch (killed) {
        for (const id of decided()) unlogged.add(id)
        throw killed
      }
      if (unlogged.size > 0) for (const id of decided()) unlogged.delete(id)
      return 'kept'
    },
  }
}
