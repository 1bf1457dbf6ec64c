import type { AnnouncedSilence, VolumeCounts } from '../../../../src/engine/anomalies/alert-volume.ts'
import { countFound } from '../../../../src/engine/anomalies/ordinary-bursts.ts'
import { detectSilences, newSilences } from '../../../../src/engine/anomalies/silence-detector.ts'
import { initialCounts } from '../../../../src/engine/anomalies/volume-counts.ts'
import { replayPosts } from '../../../../src/engine/post/burst-window.ts'
import { sampleMention } from '../../../tools/sample-mention.ts'
import { minute } from './make-week.ts'
import type { Arrival, Week } from './week.ts'

/** Runs the detection over a week as the bot does: a check with each poll that finds mentions, and at least every two minutes. */

/** An alarm in the judged week. `at`: UTC, ms. `why`: the rules of a spike, or the silent part. */
export type Alarm = { at: number; why: string }

/** Returns the rules that raise an alarm at `now`. Each week needs a new one, because it keeps state. */
export type SpikeWatch = (counts: VolumeCounts, now: number, bursts: number[]) => string[]

const lookEveryMs = 2 * minute
const quietEveryMs = 10 * minute
const burst = 5

/** All alarms of the judged week: one list for each spike detector, and one for the silences. The alert is polled every `pollEveryMs`. */
export function watchWeek(
  week: Week,
  runs: SpikeWatch[],
  pollEveryMs: number,
): { spikes: Alarm[][]; quiet: Alarm[] } {
  const polls = pollsOf(week, pollEveryMs)
  const burstTimes = [...replayPosts({ burst }, polls, () => false)].flatMap(({ at, isBurst }) =>
    isBurst ? [at] : [],
  )
  const spikes: Alarm[][] = runs.map(() => [])
  const quiet: Alarm[] = []
  let counts = initialCounts(week.start, { mentions: [], sentiment: [] })
  let told: AnnouncedSilence[] = []
  let begun = 0
  for (const { at: now, found } of polls) {
    const mentions = found.map(({ at: _, ...like }) => ({ ...mention, ...like }))
    counts = countFound(counts, mentions, now)
    if (now < week.judgedFrom) continue
    while ((burstTimes[begun] ?? now) < now - 60 * minute) begun += 1
    const bursts = burstTimes.slice(begun, begun + 100).filter((at) => at <= now)
    for (const [index, run] of runs.entries()) {
      const why = run(counts, now, bursts)
      if (why.length > 0) spikes[index]?.push({ at: now, why: why.join(' and ') })
    }
    if (now % quietEveryMs !== 0) continue
    const next = newSilences(told, detectSilences(counts, now))
    told = [...next.lasting, ...next.toPost]
    quiet.push(
      ...next.toPost.map(({ what }) => ({ at: now, why: what.kind === 'alert' ? 'alert' : what.name })),
    )
  }
  return { spikes, quiet }
}

/** The polls that find mentions, and one every two minutes. */
function pollsOf({ arrivals, start, end }: Week, everyMs: number): { at: number; found: Arrival[] }[] {
  const polls: { at: number; found: Arrival[] }[] = []
  let next = 0
  for (let at = start; at < end; at += everyMs) {
    const found: Arrival[] = []
    for (let one = arrivals[next]; one !== undefined && one.at <= at; one = arrivals[next]) {
      found.push(one)
      next += 1
    }
    if (found.length > 0 || (at - start) % lookEveryMs === 0) polls.push({ at, found })
  }
  return polls
}

const mention = sampleMention()
