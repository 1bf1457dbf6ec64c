import type { Clocks } from '@overheard/base/clock'
import type { Ms, Time } from '@overheard/base/time'
import type { HistoryRange } from '@overheard/post-once/history'
import type { PostOutcome } from '@overheard/post-once/message'
import { type ProblemText, problemTexts } from '../messages/problems/problem-texts.ts'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { Collection } from '../model/collection.ts'
import type { PostedMessage } from '../model/history.ts'
import type { Posting, Receipt } from '../model/message.ts'
import type { ReadPage } from '../model/outbox.ts'
import type { Problem, ProblemBoard } from '../model/problem.ts'
import { createConnectionCount } from './connection-count.ts'
import { isOlder, type OtherInstallation } from './installation.ts'
import { judgeReceipt, type SeenReceipt } from './judge-receipt.ts'
import { createLooks } from './looks.ts'
import { createOwnPosts } from './own-posts.ts'

/**
 * Finds other installations: programs with the same Slack tokens and another store. They post the same mentions a second time, and their
 * receipts show them. docs/build/delivery.md says which receipts count, and why.
 */
export type OtherInstallations = {
  /** Learns from a message that this process has posted. */
  posted(end: { posting: Posting; outcome: PostOutcome }): void
  /** Returns a function that reads a page of a history, and learns from each message of our bot on it. */
  watchHistory(read: ReadPage): ReadPage
  /** Learns from a message of our bot. */
  saw(message: PostedMessage): void
  /** Records how many connections of our app Slack counted when this process connected. */
  connected(connections: number): void
  /** Stores what this process learnt, reads what the others learnt, and reports it. Rejects if the store fails. */
  refresh(): Promise<void>
  /** Returns the newest known `ts` of the older installations that post for a subscription. Returns undefined if there are none. */
  lastPostOfOlder(key: CheckpointKey): string | undefined
  /** Records that no older installation posts for a subscription any more. Rejects if the store fails. */
  olderIsGone(key: CheckpointKey): Promise<void>
  warnings(): ProblemText[]
}

type OtherInstallationsDeps = Clocks & {
  /** Our installation id. */
  self: string
  records: Pick<Collection<OtherInstallation>, 'all' | 'change'>
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  /** Finds a subscription of ours by its name. */
  find: (subscription: string) => { channel: string } | undefined
  /** Returns how many processes of this installation run, with this one. */
  liveProcesses: () => number
  readHistory: (range: HistoryRange, enough: () => boolean) => Promise<unknown>
  /** Returns a time that Slack's clock has passed, close to its present time. Undefined until Slack has answered. */
  slackTime: () => Time | undefined
}

/** Two repeated messages are needed, because Slack may store one message of ours late, after it was posted again. */
const repeatsNeeded = 2
const repeatsWithinMs = 10 * 60_000

const maxUnjudged = 1000

/** While another installation posts, its record is written this often, in ms. */
const renewEveryMs = 60_000

export function createOtherInstallations(deps: OtherInstallationsDeps): OtherInstallations {
  const { self, records, problems, find, now, steady, slackTime } = deps
  const ownPosts = createOwnPosts()
  const slackClock = createSlackClock(deps)
  const connections = createConnectionCount(deps)
  const looks = createLooks({ ...deps, isSuspicious: connections.isExcess })
  let unjudged: SeenReceipt[] = []
  let repeats: { key: string; ts: string; at: Ms }[] = []
  /** The records in the store, as of the last refresh, and what this process learnt since. */
  let stored = new Map<string, OtherInstallation>()
  const learnt = new Map<string, OtherInstallation>()
  let raised = new Set<string>()
  /** The records that were removed during a refresh. */
  const gone = new Set<string>()

  const known = (key: string) => learnt.get(key) ?? stored.get(key)

  function saw({ ts, receipt }: PostedMessage): void {
    if (receipt !== undefined && find(receipt.subscription) !== undefined)
      judge({ receipt, ts, seenAt: steady() })
  }

  function judge(seen: SeenReceipt): void {
    const { receipt, ts } = seen
    const verdict = judgeReceipt(seen, {
      steady: steady(),
      slack: slackClock(),
      self,
      knownTs: known(recordKey(receipt, receipt.installation))?.lastTs,
      isRepeated: ownPosts.isRepeated(receipt, ts),
    })
    if (verdict.kind === 'later') unjudged = [...unjudged.slice(1 - maxUnjudged), seen]
    if (verdict.kind === 'other') learn(receipt, ts, verdict.id)
    if (verdict.kind === 'repeat' && isRepeatedAgain(receipt, ts)) learn(receipt, ts, undefined)
  }

  function isRepeatedAgain(receipt: Receipt, ts: string): boolean {
    const [key, at] = [recordKey(receipt, undefined), steady()]
    const recent = repeats.filter((one) => at - one.at < repeatsWithinMs && one.ts !== ts)
    repeats = [...recent, { key, ts, at }]
    return repeats.filter((one) => one.key === key).length >= repeatsNeeded
  }

  function learn({ subscription, alert }: Receipt, ts: string, id: string | undefined): void {
    const key = recordKey({ subscription, alert }, id)
    const before = known(key)
    const lastTs = before !== undefined && before.lastTs > ts ? before.lastTs : ts
    const news = { subscription, alert, since: before?.since ?? now(), lastAt: timeOf(lastTs), lastTs }
    learnt.set(key, id === undefined ? news : { ...news, id })
  }

  async function storeLearnt(found: Map<string, OtherInstallation>): Promise<void> {
    for (const [key, news] of learnt) {
      const before = found.get(key)
      if (isRecent(before, news)) continue
      // If this process knew a record that is gone, another process has found that the installation no longer posts.
      const isGone = before === undefined && stored.has(key)
      if (!isGone) found.set(key, (await records.change(key, (current) => merged(current, news))) ?? news)
      if (learnt.get(key) === news) learnt.delete(key)
    }
  }

  async function removeSilent(found: Map<string, OtherInstallation>): Promise<void> {
    const time = slackTime()
    for (const [key, one] of found) {
      if (time === undefined || !isSilent(learnt.get(key) ?? one, self, time)) continue
      await records.change(key, (current) => (current?.lastTs === one.lastTs ? undefined : current))
      found.delete(key)
      learnt.delete(key)
    }
  }

  function report(): void {
    const open = new Set<string>()
    for (const other of stored.values()) {
      const subscription = find(other.subscription)
      if (subscription === undefined) continue
      const key = problemKey(other)
      open.add(key)
      problems.raise(key, problemOf(other, subscription.channel, self))
    }
    for (const key of raised) if (!open.has(key)) problems.clear(key)
    raised = open
  }

  const olderOnes = ({ subscription, alert }: CheckpointKey) =>
    [...stored].filter(
      ([, other]) =>
        other.subscription === subscription && other.alert === alert && isOlderThanUs(other, self),
    )

  return {
    posted({ posting, outcome }) {
      ownPosts.learn(posting, outcome)
      const { channel, receipt } = posting
      if (outcome.kind === 'delivered' && receipt !== undefined) looks.posted({ channel, ts: outcome.ts })
    },
    watchHistory: (read) => async (range, cursor) => {
      const page = await read(range, cursor)
      if (page.kind === 'page') page.messages.forEach(saw)
      return page
    },
    saw,
    connected: connections.connected,
    async refresh() {
      // The read begins at once, so that it shares its statement with the other reads of the sync loop.
      const reading = records.all()
      gone.clear()
      const waiting = unjudged
      unjudged = []
      waiting.forEach(judge)
      const found = new Map((await reading).map((one) => [recordKey(one, one.id), one]))
      await storeLearnt(found)
      await removeSilent(found)
      for (const key of gone) found.delete(key)
      stored = found
      report()
      looks.lookIfDue()
    },
    lastPostOfOlder(key) {
      if (stored.size === 0) return undefined
      const times = olderOnes(key).map(([name, { lastTs }]) => known(name)?.lastTs ?? lastTs)
      return times.toSorted().at(-1)
    },
    async olderIsGone(key) {
      for (const [name] of olderOnes(key)) {
        await records.change(name, () => undefined)
        for (const known of [stored, learnt]) known.delete(name)
        gone.add(name)
      }
      report()
    },
    warnings: connections.warnings,
  }
}

/** A record that was written shortly before is not written again. */
function isRecent(stored: OtherInstallation | undefined, news: OtherInstallation): boolean {
  return stored !== undefined && Math.abs(timeOf(news.lastTs) - timeOf(stored.lastTs)) < renewEveryMs
}

const timeOf = (ts: string): Time => Number(ts) * 1000

/** Returns what Slack's clock shows now, and what it showed when this function was called. */
function createSlackClock({ slackTime, steady }: Pick<OtherInstallationsDeps, 'slackTime' | 'steady'>) {
  const start = steady()
  let startedAt: Time | undefined
  return () => {
    const now = slackTime()
    if (now === undefined) return undefined
    startedAt ??= now - (steady() - start)
    return { now, startedAt }
  }
}

const merged = (stored: OtherInstallation | undefined, news: OtherInstallation) => ({
  ...news,
  since: stored?.since ?? news.since,
})

const recordKey = ({ subscription, alert }: CheckpointKey, id: string | undefined) =>
  `${alert} ${id ?? 'copy'} ${subscription}`

const problemKey = ({ subscription, id }: OtherInstallation) => `installation ${id ?? 'copy'} ${subscription}`

function problemOf(other: OtherInstallation, channel: string, self: string): Problem {
  const { subscription, id } = other
  const about = { subscription, channel, ...installationProblem(other, self) }
  if (isOlderThanUs(other, self)) return { ...about, code: 'older_installation' }
  return { ...about, code: id === undefined ? 'copied_installation' : 'other_installation', repeats: true }
}

export function installationProblem({ id }: Pick<OtherInstallation, 'id'>, self: string): ProblemText {
  if (id === undefined) return problemTexts.copiedInstallation(self)
  return isOlder(id, self)
    ? problemTexts.olderInstallation(id, self)
    : problemTexts.otherInstallation(id, self)
}

function isOlderThanUs({ id }: OtherInstallation, self: string): boolean {
  return id !== undefined && isOlder(id, self)
}

/** An installation that posts beside this one counts as ended after this silence, in ms. */
const silentAfterMs = 3_600_000
/** While this installation waits for an older one, a silence may only mean that there are no mentions. */
const silentOlderAfterMs = 86_400_000

export function isSilent(other: OtherInstallation, self: string, slackTime: Time): boolean {
  const limit = isOlderThanUs(other, self) ? silentOlderAfterMs : silentAfterMs
  return slackTime - timeOf(other.lastTs) >= limit
}
