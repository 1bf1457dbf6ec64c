import type { Count } from '@overheard/mention-client/insight'
import { createOutboxMemory } from '@overheard/post-once'
import type { HistoryRange } from '@overheard/post-once/history'
import type { PostOutcome } from '@overheard/post-once/message'
import { type DigestResult, sendDigest } from '../../src/digests/deliver.ts'
import type { DigestDeps, ExplainDeps } from '../../src/digests/dependencies.ts'
import type { DigestProgress } from '../../src/digests/progress.ts'
import { createChartSupport } from '../../src/messages/kit/fallbacks.ts'
import type { HistoryResult, PostedMessage } from '../../src/model/history.ts'
import type { Posting } from '../../src/model/message.ts'
import type { Digest } from '../../src/model/subscription.ts'
import { speakToAll } from '../../src/people/speak-to.ts'
import { lastRun } from '../../src/scheduler/cron.ts'
import { createStatsRequests } from '../../src/stats/statistics.ts'

/** A world for digests with a manual clock: one channel that keeps messages, a store that survives crashes, and a service with all numbers. */

export const day = 86_400_000
export const minute = 60_000

class Crash extends Error {}

export const weekly: Digest = {
  name: 'weekly',
  channel: 'C1',
  alerts: ['1'],
  schedule: '0 9 * * 1',
  timezone: 'Europe/Berlin',
  period: 'week',
  whenEmpty: 'line',
  people: false,
}

type Stored = PostedMessage & { text: string; at: number }

/** Faults of the next posts, one for each. */
type Failure = 'answer lost' | 'never stored' | PostOutcome

/** Starts at a time (UTC, ms) that is moved by hand, unless the test passes its own clock. */
export function createDigestWorld(start: number, clock?: () => number) {
  let lastTs = 0
  const world = {
    time: start,
    now: () => clock?.() ?? world.time,
    /** By how much our clock was set, in ms. Slack's clock goes on as before. */
    setBy: 0,
    slackNow: () => world.now() - world.setBy,
    /** Sets our clock. */
    setClock(ms: number) {
      world.time += ms
      world.setBy += ms
    },
    messages: [] as Stored[],
    store: new Map<string, DigestProgress>(),
    failures: [] as Failure[],
    /** The refusal of Slack for posts. */
    refusal: (_posting: Posting): PostOutcome | undefined => undefined,
    raised: [] as string[],
    /** Until when each of them is shown (UTC, ms). */
    raisedUntil: [] as (number | undefined)[],
    /** The number of messages in the channel. */
    accepted: 0,
    /** The outbox memory of the process. */
    unclear: new Map() as DigestDeps['unclear'],
    /** The process's memory of its pending posts, which a crash deletes. */
    outboxMemory: createOutboxMemory<PostedMessage>(),
    /** The number of post requests. */
    posts: 0,
    /** The digests that webhooks were told about. A crash may repeat an event. */
    announced: new Set<string>(),
    announcedTexts: [] as string[],
    /** True if the service answers. */
    serviceIsUp: true,
    mentions: 7,
    /** The process dies before this effect (1 is the first); 0: never. Searches, writes and posts are effects. */
    dieAt: 0,
    /** Starts a process and sends due digests until it is done or crashes. */
    async live(digest: Digest = weekly): Promise<DigestResult | 'crashed'> {
      try {
        return await sendDigest(depsOf(world, `life ${++lives}`), digest)
      } catch (error) {
        if (!(error instanceof Crash)) throw error
        world.outboxMemory = createOutboxMemory<PostedMessage>()
        return 'crashed'
      }
    },
    /** Restarts the process after each crash until everything due is sent. */
    async untilDone(digest: Digest = weekly): Promise<void> {
      for (let tries = 0; tries < 100; tries++) {
        const end = await world.live(digest)
        if (end !== 'crashed' && end.kind !== 'later') return
        if (end !== 'crashed') world.time = Math.max(world.time, end.at)
      }
      throw new Error('it never came to an end')
    },
    /** The digest parts in the channel, such as "2026-W47 0". */
    parts: () => world.messages.map(({ digest }) => `${digest?.period} ${digest?.part}`),
    keep({ thread, content, digest }: Posting): string {
      const ts = `${Math.max(lastTs + 1, Math.floor(world.slackNow() / 1000))}.000000`
      lastTs = Number.parseInt(ts, 10)
      const mark = content.blocks[0]?.block_id
      world.messages.push({
        ts,
        replies: 0,
        text: content.text,
        at: world.now(),
        ...(thread && { thread }),
        ...(digest && { digest }),
        ...(mark && { mark }),
      })
      return ts
    },
  }
  let lives = 0
  return world
}

export type DigestWorld = ReturnType<typeof createDigestWorld>

/** Nobody may change what is stored, and a copy of each progress would take most of the time of these tests. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

const channels: DigestDeps['channels'] = {
  find: async (id) => ({ kind: 'found', id }),
  join: async () => undefined,
}

/** What answers questions about digests. */
export const askedOf = (world: DigestWorld): ExplainDeps => ({
  now: () => world.now(),
  setTimer: () => () => undefined,
  stopping: new AbortController().signal,
  ...service(world),
  channels,
  subscriptionsOf: async () => [],
  decisions: { entries: async function* () {} },
  checkpoints: { load: async () => ({ kind: 'none' }) },
  mutes: () => [],
  nameOf: async (user) => user,
  permalink: async ({ channel, ts }) => `https://slack.example/${channel}/${ts}`,
  logRetentionMs: 35 * day,
})

/** What one process sends digests with. */
export function depsOf(world: DigestWorld, self: string): DigestDeps {
  let effects = 0
  const effect = () => {
    if (++effects === world.dieAt) throw new Crash()
  }
  const now = () => world.now()
  return {
    now,
    compose: askedOf(world),
    speakTo: speakToAll,
    stopping: new AbortController().signal,
    steady: () => world.now() - world.setBy,
    slackTime: () => world.slackNow(),
    self,
    sleep: async () => undefined,
    channels,
    lastSlot: ({ schedule, timezone }, at) => lastRun(schedule, timezone, at, 2 * day),
    progress: {
      find: async (name) => world.store.get(name),
      async change(name, next) {
        effect()
        const after = next(world.store.get(name))
        if (after !== undefined) world.store.set(name, frozen(after))
        effect()
        return after
      },
    },
    post: async (posting) => post(world, posting, effect),
    accepted: () => world.accepted,
    readHistory: async (place) => searchHistory(world, place, effect),
    channelRate: { take: async () => 0, pause: async () => undefined },
    charts: createChartSupport(now),
    async announce({ digest, period, ts, messages }) {
      effect()
      world.announced.add(`${digest} ${period} ${ts}`)
      world.announcedTexts = messages.map(({ text }) => text)
    },
    problems: {
      raise(_, { what, until }) {
        world.raised.push(what)
        world.raisedUntil.push(until)
      },
      clear: () => true,
    },
    doubtMs: 30_000,
    outboxMemory: world.outboxMemory,
    unclear: world.unclear,
    log: { warn: () => undefined, info: () => undefined },
  }
}

function post(world: DigestWorld, posting: Posting, effect: () => void): PostOutcome {
  effect()
  world.posts += 1
  const problem = world.failures.shift()
  if (typeof problem === 'object') return problem
  const refusal = world.refusal(posting)
  if (refusal !== undefined) return refusal
  const ts = problem === 'never stored' ? '' : world.keep(posting)
  if (problem === undefined) world.accepted += 1
  effect()
  return problem === undefined
    ? { kind: 'delivered', ts, receiptKept: true }
    : { kind: 'unknown', reason: 'timeout' }
}

function searchHistory(
  world: DigestWorld,
  { thread, oldest = '0' }: HistoryRange,
  effect: () => void,
): HistoryResult {
  effect()
  const messages = world.messages.filter(
    (message) => message.thread === thread && Number(message.ts) >= Number(oldest),
  )
  return { kind: 'seen', messages: messages.toReversed(), bounded: false }
}

function service(world: DigestWorld): Pick<ExplainDeps, 'statsRequests' | 'alerts'> {
  const head = (id: string) => ({
    id,
    type: 'mentions',
    name: `Alert ${id}`,
    projectId: '1',
    projectName: 'P',
  })
  const answered = async <T>(id: string, answer: T) => {
    if (!world.serviceIsUp) throw new Error('down')
    return { alert: head(id), limits: [], ...answer }
  }
  const count = (total: number): Count => ({ total, parts: [] })
  return {
    alerts: { find: async (id) => ({ kind: 'found', alert: head(id) }) },
    statsRequests: createStatsRequests(
      {
        total: (id) => answered(id, { value: count(world.mentions) }),
        series: (id, _, { from, to }) =>
          answered(id, {
            periods: [from, to].map((date) => ({ from: date, to: date, incomplete: false, value: count(3) })),
          }),
        async *mentions(id) {
          yield await answered(id, { mentions: [], unusable: 0, last: true })
        },
      },
      world.now,
    ),
  }
}
