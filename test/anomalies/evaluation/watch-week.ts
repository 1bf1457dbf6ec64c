import { detectSilences, newSilences } from '../../../src/anomalies/silence-detector.ts'
import { countMention, initialCounts } from '../../../src/anomalies/volume-counts.ts'
import type { AnnouncedSilence, VolumeCounts } from '../../../src/model/alert-volume.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { minute } from './make-week.ts'
import type { Week } from './week.ts'

/** Runs the detection over a week as the bot does: a check every two minutes. */

/** An alarm in the judged week. `at`: UTC, ms. `why`: the rules of a spike, or the silent part. */
export type Alarm = { at: number; why: string }

/** Returns the rules that raise an alarm at `now`. Each week needs a new one, because it keeps state. */
export type SpikeWatch = (counts: VolumeCounts, now: number, bursts: number[]) => string[]

const lookEveryMs = 2 * minute
const quietEveryMs = 10 * minute
const burstOf = 5

/** All alarms of the judged week: one list for each spike detector, and one for the silences. */
export function watchWeek(week: Week, runs: SpikeWatch[]): { spikes: Alarm[][]; quiet: Alarm[] } {
  const arrived = arrivals(week)
  const spikes: Alarm[][] = runs.map(() => [])
  const quiet: Alarm[] = []
  let told: AnnouncedSilence[] = []
  for (let now = week.start; now < week.end; now += lookEveryMs) {
    const { counts, bursts } = arrived(now)
    if (now < week.judgedFrom) continue
    for (const [index, run] of runs.entries()) {
      const why = run(counts, now, bursts)
      if (why.length > 0) spikes[index]?.push({ at: now, why: why.join(' and ') })
    }
    if (now % quietEveryMs !== 0) continue
    const next = newSilences(told, detectSilences(counts, now))
    told = next.announced
    quiet.push(
      ...next.toPost.map(({ what }) => ({ at: now, why: what.kind === 'alert' ? 'alert' : what.name })),
    )
  }
  return { spikes, quiet }
}

/** Returns a function that gives the counts and bursts at `now`. `now` must never decrease. */
function arrivals(week: Week): (now: number) => { counts: VolumeCounts; bursts: number[] } {
  let counts = initialCounts(week.start, { mentions: [], sentiment: [] })
  let bursts: number[] = []
  let next = 0
  return (now) => {
    const before = next
    for (let one = week.arrivals[next]; one !== undefined && one.at <= now; one = week.arrivals[next]) {
      const { at: _, ...like } = one
      counts = countMention(counts, { ...mention, ...like }, now)
      next += 1
    }
    if (next - before > burstOf) bursts = [...bursts.filter((at) => at > now - 60 * minute), now]
    return { counts, bursts }
  }
}

const mention = sampleMention()
