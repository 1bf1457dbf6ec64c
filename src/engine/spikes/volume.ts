import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Alert, Limit } from '@overheard/mention-client/alert'
import { beforeAll, compareIds, type Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { doneIdsIn, isUndecided } from '../../model/checkpoint.ts'
import { isStartAgainId } from '../../model/pause.ts'
import type { AlertVolume, VolumeCounts } from '../anomalies/alert-volume.ts'
import { noteCalls } from '../anomalies/called-spikes.ts'
import { withCorrectedCounts } from '../anomalies/corrected-counts.ts'
import { countFound } from '../anomalies/ordinary-bursts.ts'
import { countMentions, dayMs, initialCounts } from '../anomalies/volume-counts.ts'
import { doneTime, lookBackTime, type PollTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { advanceWatermark, type LookBackTime, markDone } from '../progress/checkpoint-changes.ts'
import type { Corrections } from '../progress/corrections.ts'
import type { SubscriptionRun } from '../subscription-run.ts'
import { announcePlanForecast, announceSilences } from './notices.ts'
import { wantsSpikes } from './spike-card.ts'

/**
 * Counts the mentions of an alert during one poll, for all its runs. If the process dies before the counts are stored, the next poll counts
 * the same mentions again.
 */
export type PollVolume = {
  counts(): VolumeCounts | undefined
  isLimited(): boolean
  /** True if all that was read is counted in the store. */
  isSaved(): boolean
  /** `monthly` is the limit of the plan, if the page tells it. */
  countPage(mentions: Mention[], monthly: Limit | undefined, pollStart: number): void
  /**
   * Stores the counts at the end of the poll, and the notices that the counts cause. Never rejects. Returns when silences were checked, or
   * undefined if they were not.
   */
  finish(runs: readonly SubscriptionRun[], time: PollTime): Promise<number | undefined>
}

const noVolume: PollVolume = {
  counts: () => undefined,
  isLimited: () => false,
  isSaved: () => true,
  countPage: () => undefined,
  finish: async () => undefined,
}

const silenceCheckMs = 10 * 60_000

export async function createPollVolume(
  deps: PollDeps,
  alert: Alert,
  runs: readonly SubscriptionRun[],
  corrections: Corrections = new Map(),
): Promise<PollVolume> {
  const { volume: store, log } = deps
  if (store === undefined || runs.length === 0) return noVolume
  try {
    const [readsFrom = beforeAll] = runs.map(({ checkpoint }) => checkpoint.watermark).sort(compareIds)
    const found = await store.find(alert.id)
    const isInterrupted =
      found !== undefined && (hasGap(found, readsFrom, deps.now()) || isRestarted(found, runs))
    return pollVolume(
      { ...deps, volume: store },
      {
        ...{ alert, readsFrom, corrections, learnsSpikes: runs.some(wantsSpikes) },
        restarts: restartsOf(runs),
        ...(isInterrupted ? { found: undefined, interrupted: found } : { found }),
      },
    )
  } catch (err) {
    log.warn(
      { alert: alert.id, err },
      'could not read the stored mention counts of an alert; polling without spike detection',
    )
    return noVolume
  }
}

/** The counts of a day that was not read change the usual counts little. */
const mostUncountedMs = dayMs

/**
 * True if mentions of more than a day were never counted: all subscriptions have skipped those of a pause, or have begun anew. Nobody may take
 * them for a silence.
 */
function hasGap({ seen, counts }: AlertVolume, readsFrom: Id, now: Time): boolean {
  const known = [seen.watermark, ...doneIdsIn(seen)]
  return now - counts.lastAt > mostUncountedMs && known.every((id) => compareIds(id, readsFrom) < 0)
}

/**
 * True if the ids of the mention service have started again. The new mentions would count as seen. Asked only once after a `start-again`, because
 * a subscription that holds its mentions looks the same later.
 */
function hasOldIds({ seen, counts }: AlertVolume, { checkpoint }: SubscriptionRun): boolean {
  const { watermark, done } = checkpoint
  const isBelow = (id: Id) => compareIds(id, seen.watermark) < 0
  const isEmpty = watermark === beforeAll && done.length === 0
  return (
    [watermark, ...doneIdsIn(checkpoint)].every(isBelow) &&
    (isEmpty || done.some(({ at }) => at > counts.lastAt))
  )
}

const restartsOf = (runs: readonly SubscriptionRun[]): string[] =>
  runs.flatMap(({ checkpoint: { startedOver } }) =>
    startedOver !== undefined && isStartAgainId(startedOver) ? [startedOver] : [],
  )

/**
 * True after a `start-again` that the counts do not know. An older store cannot tell which are of long ago. There it counts if no subscription
 * has later ids, because counts that begin anew cost less than counts that see nothing.
 */
function isRestarted(volume: AlertVolume, runs: readonly SubscriptionRun[]): boolean {
  const { restarts } = volume
  const isAfterRestart = (run: SubscriptionRun) => restartsOf([run]).some((id) => !restarts?.includes(id))
  const hasBegunAgain = (run: SubscriptionRun) => isAfterRestart(run) && hasOldIds(volume, run)
  return restarts === undefined ? runs.length > 0 && runs.every(hasBegunAgain) : runs.some(hasBegunAgain)
}

const mostRestarts = 200

/** Those of the present subscriptions come last, so that they are kept. */
function withRestarts(volume: AlertVolume, current: readonly string[]): AlertVolume {
  const { restarts } = volume
  if (restarts !== undefined && current.every((id) => restarts.includes(id))) return volume
  const others = (restarts ?? []).filter((id) => !current.includes(id))
  return { ...volume, restarts: [...others, ...current].slice(-mostRestarts) }
}

type Counted = {
  alert: Alert
  readsFrom: Id
  found: AlertVolume | undefined
  /** The ids of the commands `start-again` in the checkpoints. */
  restarts: string[]
  /** Counts that cannot go on. The new ones take over what these have learned of bursts. */
  interrupted?: AlertVolume
  corrections: Corrections
  /** Without a subscription that wants spikes, nothing is learned about them. */
  learnsSpikes: boolean
}

function pollVolume(
  deps: PollDeps & { volume: NonNullable<PollDeps['volume']> },
  { alert, readsFrom, found, restarts, interrupted, corrections, learnsSpikes }: Counted,
): PollVolume {
  const counting = { deps, alert, learnsSpikes, lookBackStart: lookBackTime(deps) }
  let stored = found && withRestarts(withCorrectedCounts(found, corrections, deps.now()), restarts)
  let unsaved = stored !== found
  let limit: Limit | undefined
  let hasAnswered = false
  const readBefore = new Set<Id>()

  async function save(time: PollTime): Promise<void> {
    const begin = { readsFrom, readBefore, restarts, ...defined({ interrupted }) }
    const kept = stored ?? (await startCounting(counting, begin, time))
    if (kept === undefined) return
    const { watermark, origin, done } = advanceWatermark(kept.seen, counting.lookBackStart)
    stored = { ...kept, seen: { watermark, origin, done } }
    unsaved = true
    await deps.volume.save(alert.id, stored)
    unsaved = false
  }

  async function announce(runs: readonly SubscriptionRun[]): Promise<void> {
    const channels = new Set(runs.map(({ input }) => input.channel))
    const subscriptions = runs.map(({ input }) => input.subscription.name)
    if (stored !== undefined)
      await announceSilences(
        deps,
        { alert, volume: stored, channels, subscriptions, hasAnswered, limit },
        async (volume) => {
          stored = volume
          await deps.volume.save(alert.id, volume)
        },
      )
    await announcePlanForecast(deps, channels)
  }

  return {
    counts: () => stored?.counts,
    isLimited: () => limit?.reached === true,
    isSaved: () => stored !== undefined && !unsaved,
    countPage(mentions, monthly, pollStart) {
      hasAnswered = true
      limit = monthly ?? limit
      if (stored === undefined) {
        for (const { id } of mentions) readBefore.add(id)
        return
      }
      const next = withMentions(counting, stored, mentions, pollStart)
      if (next !== stored) unsaved = true
      stored = next
    },
    async finish(runs, time) {
      try {
        if (stored === undefined || unsaved) await save(time)
        const isDue = runs.some(({ state }) => time.start - (state.silenceCheckedAt ?? 0) >= silenceCheckMs)
        if (!isDue) return undefined
        await announce(runs)
        return time.start
      } catch (err) {
        if (!time.signal.aborted)
          deps.log.warn(
            { alert: alert.id, err },
            'could not save the mention counts of an alert or its notices; retrying with the next poll',
          )
        return undefined
      }
    },
  }
}

type Counting = Pick<Counted, 'alert' | 'learnsSpikes'> & {
  deps: PollDeps & { volume: NonNullable<PollDeps['volume']> }
  lookBackStart: LookBackTime
}

type Beginning = Pick<Counted, 'readsFrom' | 'restarts' | 'interrupted'> & { readBefore: ReadonlySet<Id> }

/** Begins with the daily totals of the service, and counts nothing that was read before. Returns undefined if the totals come later. */
async function startCounting(
  { deps, alert, lookBackStart }: Counting,
  { readsFrom, readBefore, restarts, interrupted }: Beginning,
  { start, signal }: PollTime,
): Promise<AlertVolume | undefined> {
  const days = await deps.volume.dailySeries(alert, signal)
  if (days === undefined) return undefined
  const read = [...readBefore].filter((id) => compareIds(id, readsFrom) > 0)
  const nothingSeen = { watermark: readsFrom, origin: readsFrom, done: [] }
  const seen = markDone(nothingSeen, read, doneTime(deps), lookBackStart)
  const { bursts, watched } = interrupted?.counts ?? {}
  const counts = { ...initialCounts(start, days), ...defined({ bursts, watched }) }
  const known = defined({ restarts: interrupted?.restarts })
  return withRestarts({ counts, seen, announced: [], ...known }, restarts)
}

/** Counts the mentions that were not counted before. */
function withMentions(
  { deps, learnsSpikes, lookBackStart }: Counting,
  stored: AlertVolume,
  mentions: Mention[],
  pollStart: Time,
): AlertVolume {
  const isOpen = isUndecided(stored.seen)
  const fresh = mentions.filter(({ id }) => isOpen(id))
  if (fresh.length === 0) return stored
  const ids = fresh.map(({ id }) => id)
  const counts = learnsSpikes
    ? noteCalls(countFound(stored.counts, fresh, pollStart, deps.people.isOwn), pollStart)
    : countMentions(stored.counts, fresh, pollStart, deps.people.isOwn)
  return { ...stored, counts, seen: markDone(stored.seen, ids, doneTime(deps), lookBackStart) }
}
