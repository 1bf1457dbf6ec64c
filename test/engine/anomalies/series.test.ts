import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAllSeries } from './evaluation/series/read-series.ts'
import { judgedFrom, replaySeries } from './evaluation/series/replay-series.ts'
import { reportSeries } from './evaluation/series/report-series.ts'
import { median, scoreSeries } from './evaluation/series/score-series.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.UTC(2026, 9, 26)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'series-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const csv = (rows: [number, number | string][]) =>
  ['timestamp,value', ...rows.map(([at, count]) => `${stamp(at)},${count}`)].join('\n')
const labels = (value: unknown) => {
  mkdirSync(join(folder, 'labels'), { recursive: true })
  write('labels/all.json', JSON.stringify(value))
  return join(folder, 'labels/all.json')
}
const spikeAt = start + 15 * day + 12 * 60 * minute

/** Twenty days of 2 mentions in five minutes, with a spike at noon of day 15. */
const twentyDays = Array.from({ length: 20 * 288 }, (_, index): [number, number] => {
  const at = start + index * 5 * minute
  return [at, at >= spikeAt && at < spikeAt + 60 * minute ? 50 : 2]
})
const around = [stamp(spikeAt - 60 * minute), `${stamp(spikeAt + 120 * minute)}.000000`]

describe('series of labelled counts', () => {
  it.each(['acme', 'acme.csv', 'brands/acme.csv', 'brands/acme'])(
    'are matched with labels of the name %s',
    (name) => {
      write(
        'acme.csv',
        csv([
          [start, 1],
          [start + 5 * minute, 2],
        ]),
      )
      const [series] = readAllSeries(folder, labels({ [name]: [around], other: [] }))
      expect(series).toMatchObject({
        name,
        intervalMs: 5 * minute,
        windows: [{ from: spikeAt - 60 * minute }],
      })
    },
  )

  it.each([
    [
      'a count that is no whole number',
      csv([
        [start, 1],
        [start + 1000, '1.5'],
      ]),
      /acme\.csv.*must be a count/s,
    ],
    ['a time that cannot be read', 'timestamp,value\nsoon,1\nlater,2', /acme\.csv: 'soon' is not a time/],
    [
      'rows that go back in time',
      csv([
        [start, 1],
        [start - 1000, 1],
      ]),
      /is not later than the row before/,
    ],
    ['no column of counts', 'timestamp,total\n2026-01-01 00:00:00,1', /acme\.csv/],
    ['fewer than two rows', csv([[start, 1]]), /at least two rows/],
  ])('are refused with the name of the file if they have %s', (_, text, error) => {
    write('acme.csv', text)
    expect(() => readAllSeries(folder, labels({}))).toThrow(error)
  })

  it('are refused if the labels are not windows of two times', () => {
    write(
      'acme.csv',
      csv([
        [start, 1],
        [start + 5 * minute, 2],
      ]),
    )
    expect(() => readAllSeries(folder, labels({ acme: [['2026-01-01']] }))).toThrow(/labels/)
  })
})

describe('a replayed series', () => {
  it('is judged after its first 15 per cent, and reports windows, alarms outside, days and minutes as JSON', () => {
    write('acme.csv', csv(twentyDays))
    write('brand.csv', csv(twentyDays))
    const said: string[] = []
    const before = [stamp(start), stamp(start + day)]
    const file = labels({ acme: [before, around], 'x/brand.csv': [] })
    reportSeries({ series: folder, labels: file, json: true, say: (line) => said.push(line) })
    const result = JSON.parse(said.join('\n'))
    expect(Object.keys(result)).toEqual(['normal', 'calm', 'alert'])
    const acme = { windows: 1, found: 1, outside: 0, days: 17 }
    const brand = { windows: 0, found: 0, outside: 1, days: 17, medianMinutes: null }
    for (const scores of Object.values(result)) expect(scores).toMatchObject({ acme, 'x/brand.csv': brand })
    // The spike begins half an hour before the middle of its window.
    expect(result.normal.acme.medianMinutes).toBeGreaterThan(-30)
    expect(result.normal.acme.medianMinutes).toBeLessThan(-15)
  })

  it('counts an alarm at either end of a window as inside, and each alarm elsewhere as outside', () => {
    const rows = twentyDays.map(([at, count]) => ({ at, count }))
    const windows = [{ from: spikeAt, to: spikeAt + 60 * minute }]
    const series = { name: 'acme', rows, intervalMs: 5 * minute, windows }
    const score = (...minutes: number[]) =>
      scoreSeries(
        series,
        minutes.map((one) => spikeAt + one * minute),
      )
    expect(score(0, 61, 62)).toMatchObject({ found: 1, outside: 2, minutes: [-30] })
    expect(score(60)).toMatchObject({ found: 1, outside: 0, minutes: [30] })
    expect(score(-1)).toMatchObject({ found: 0, outside: 1, minutes: [] })
    expect(judgedFrom(series)).toBe(start + 3 * day)
    expect(replaySeries(series).normal).toHaveLength(1)
  })

  it('has the mean of the two middle values as its median, and none without values', () =>
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, null]))
})
