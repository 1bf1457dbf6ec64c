import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { alertVolumeSchema, type VolumeCounts } from '../../../src/engine/anomalies/alert-volume.ts'
import { baselineAt } from '../../../src/engine/anomalies/baseline.ts'
import { noteCalls } from '../../../src/engine/anomalies/called-spikes.ts'
import { countFound } from '../../../src/engine/anomalies/ordinary-bursts.ts'
import { assessSpike } from '../../../src/engine/anomalies/spike-detector.ts'
import { minuteMs } from '../../../src/engine/anomalies/volume-counts.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

/** `test/e2e/frozen-stores.test.ts` goes on with the running spike of version 0.2. */

const folder = join(import.meta.dirname, '../../frozen/0.2/folder/volume')
const stored = readdirSync(folder).flatMap((file) =>
  Object.entries(
    z.record(z.string(), alertVolumeSchema).parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  ),
)

const mention = sampleMention()

/** Counts some mentions within ten minutes, some minutes after the stored ones. */
function countMore(counts: VolumeCounts, count: number) {
  const from = counts.lastAt + 5 * minuteMs
  const dates = Array.from({ length: count }, (_, index) => from + (index * 10 * minuteMs) / count)
  const after = dates.reduce(
    (sum, date) => noteCalls(countFound(sum, [{ ...mention, date }], date), date),
    counts,
  )
  return { after, now: from + 10 * minuteMs }
}

it('the counts of version 0.2 have baselines and no learned bursts, go on, and bursts are learned from then on', () => {
  const known = stored.filter(([, { counts }]) => baselineAt(counts, counts.lastAt) !== undefined)
  expect(known.length).toBeGreaterThanOrEqual(5)
  for (const [, { counts }] of known) {
    expect(counts).not.toHaveProperty('bursts')
    const { after, now } = countMore(counts, 60)
    expect(baselineAt(after, now)).toEqual(baselineAt(counts, now))
    expect(after.bursts).toHaveLength(1)
    const context = { now, sensitivity: 'normal' as const, bursts: [] }
    const [sign] = assessSpike(after, context).signs
    expect(sign).toMatchObject({ count: expect.any(Number) })
    expect(sign).not.toHaveProperty('ordinary')
    expect(assessSpike(countMore(counts, 1).after, context).signs).toEqual([])
  }
})
