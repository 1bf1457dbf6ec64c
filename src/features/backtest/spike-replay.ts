import type { Time } from '@overheard/base/time'
import type { Mention, Sentiment } from '@overheard/mention-client/mention'
import {
  assessSpike,
  countFound,
  initialCounts,
  nextSpikeState,
  noSpike,
  replayPosts,
  type Sensitivity,
  type VolumeCounts,
} from '../../engine/index.ts'
import type { SpikeSign, SpikeState } from '../../model/anomaly.ts'
import { recordedDays } from '../../model/spike-card.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]

/** Replays the spike rule over past mentions, as if a poll ended each minute. */

/** One subscription of the alert. */
export type SpikeWatcher = {
  sensitivity: Sensitivity
  burst: number
  burstWithin?: number | undefined
  /** So many false alarms make the subscription stricter now. */
  falseAlarms: number
  /** Returns undefined for a mention that is not posted at once. A spike starts only with a mention that is. */
  post: (mention: Mention) => Posted | undefined
}
type Posted = { isUrgent: boolean }

type CalledSpike = { at: Time; rules: SpikeSign['rule'][]; inLastHour: number }

/**
 * The spikes that the rule would have called in the last `days` days. It learned from the `learnedDays` days before these, which are fewer
 * than usual if the alert is new.
 */
export type CalledSpikes = { days: number; learnedDays: number; called: CalledSpike[] }

/** The rule learns from as many days as the record has. */
export const spikeDays = 2 * recordedDays

export type SpikeReplay = {
  /** Takes mentions in any order, because some services return the newest first. */
  add(mentions: Mention[]): void
  /** Returns what each watcher would have called. Awaits `pause` regularly. */
  run(pause: () => Promise<unknown>): Promise<CalledSpikes[]>
}

/** Sums of minutes need little memory, whatever the number of mentions. */
type Minute = { found: Map<Sentiment | undefined, number>; own: number; posted: Posted[][] }
type Period = { now: Time; isOwn: (mention: Mention) => boolean }

export function createSpikeReplay(watchers: SpikeWatcher[], { now, isOwn }: Period): SpikeReplay {
  const minutes = new Map<number, Minute>()
  let like: Mention | undefined
  function addOne(mention: Mention): void {
    const { date, sentiment } = mention
    if (date <= now - spikeDays * dayMs || date > now) return
    const slot = Math.floor(date / minuteMs)
    const minute: Minute = minutes.get(slot) ?? { found: new Map(), own: 0, posted: watchers.map(() => []) }
    minutes.set(slot, minute)
    like ??= mention
    if (isOwn(mention)) minute.own += 1
    else {
      minute.found.set(sentiment, (minute.found.get(sentiment) ?? 0) + 1)
      for (const [index, watcher] of watchers.entries()) {
        const posted = watcher.post(mention)
        if (posted !== undefined) minute.posted[index]?.push(posted)
      }
    }
  }
  return {
    add: (mentions) => mentions.forEach(addOne),
    run: async (pause) =>
      like === undefined
        ? watchers.map(() => ({ days: 0, learnedDays: 0, called: [] }))
        : replayMinutes(watchers, { minutes, like, now, pause }),
  }
}

type Replay = {
  minutes: ReadonlyMap<number, Minute>
  like: Mention
  now: Time
  pause: () => Promise<unknown>
}

/** A spike that began on the day before the record is not called again in the record. */
const watchedBeforeMs = dayMs
const minutesBetweenPauses = 500

async function replayMinutes(
  watchers: SpikeWatcher[],
  { minutes, like, now, pause }: Replay,
): Promise<CalledSpikes[]> {
  const first = Math.min(...minutes.keys())
  const recordFrom = Math.max(now - recordedDays * dayMs, first * minuteMs)
  const runs = watchers.map((watcher, index) => createRun(watcher, postsOf(minutes, index)))
  let counts = initialCounts(first * minuteMs, { mentions: [], sentiment: [] })
  for (let slot = first; (slot + 1) * minuteMs <= now + minuteMs; slot += 1) {
    if (slot % minutesBetweenPauses === 0) await pause()
    const at = (slot + 1) * minuteMs
    const minute = minutes.get(slot)
    if (minute !== undefined) counts = countMinute(counts, minute, like, at)
    if (at <= recordFrom - watchedBeforeMs) continue
    for (const [index, run] of runs.entries()) run.check(counts, at, (minute?.posted[index]?.length ?? 0) > 0)
  }
  const learnedDays = Math.floor((recordFrom - first * minuteMs) / dayMs)
  const days = Math.min(recordedDays, Math.ceil((now - recordFrom) / dayMs))
  return runs.map(({ called }) => ({ days, learnedDays, called: called.filter(({ at }) => at > recordFrom) }))
}

function countMinute(counts: VolumeCounts, { found, own }: Minute, like: Mention, at: Time): VolumeCounts {
  const { sentiment: _, ...unrated } = { ...like, date: at, source: '', language: '' }
  const mentions = [...found].flatMap(([sentiment, count]) =>
    Array<Mention>(count).fill(sentiment === undefined ? unrated : { ...unrated, sentiment }),
  )
  const after = own === 0 ? counts : countFound(counts, Array<Mention>(own).fill(unrated), at, () => true)
  return countFound(after, mentions, at)
}

const postsOf = (minutes: ReadonlyMap<number, Minute>, index: number) =>
  [...minutes]
    .map(([slot, { posted }]) => ({ at: (slot + 1) * minuteMs, found: posted[index] ?? [] }))
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => a.at - b.at)

/** The rule counts bursts of less than an hour ago. */
const recentMs = 60 * minuteMs

function createRun(watcher: SpikeWatcher, polls: { at: Time; found: Posted[] }[]) {
  const { sensitivity, burst, burstWithin: windowMs, falseAlarms } = watcher
  const posts = replayPosts({ burst, windowMs }, polls, ({ isUrgent }) => isUrgent)
  const bursts = [...posts].flatMap(({ at, isBurst }) => (isBurst ? [at] : []))
  const called: CalledSpike[] = []
  let next = 0
  let state: SpikeState = noSpike
  return {
    called,
    check(counts: VolumeCounts, now: Time, isPosting: boolean): void {
      if (state.kind === 'calm' && !isPosting) return
      while ((bursts[next] ?? now) < now - recentMs) next += 1
      const recent = bursts.slice(next, next + recentMs / minuteMs).filter((at) => at <= now)
      const context = { now, sensitivity, bursts: recent }
      const strict = state.kind === 'calm' ? { falseAlarms } : {}
      const assessment = assessSpike(counts, { ...context, ...strict })
      const step = nextSpikeState(state, { now, assessment, found: [], recent: [], choose: () => [] })
      if (step.change === 'started')
        called.push({
          at: now,
          rules: step.state.signs.map(({ rule }) => rule),
          inLastHour: assessment.inLastHour,
        })
      // A spike ends only if no mention waits.
      if (step.change === 'ended' && isPosting) return
      state = step.state
    },
  }
}
