import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, wallTimeOf } from '../../src/model/wall-clock.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
const momentAt = (wall: string, zone: string) => iso(instantOf(Date.parse(`${wall}Z`), zone))

describe('the conversion of a wall-clock time', () => {
  it.each([
    ['converts an ordinary wall-clock time', '2026-11-21T09:00', 'Europe/Berlin', '2026-11-21T08:00'],
    [
      'takes the second of two equal wall-clock times when clocks go back',
      '2026-10-25T02:30',
      'Europe/Berlin',
      '2026-10-25T01:30',
    ],
    [
      'takes the second of two equal wall-clock times west of UTC, too',
      '2026-11-01T01:45',
      'America/New_York',
      '2026-11-01T06:45',
    ],
    [
      'moves a wall-clock time in the skipped hour forward by the skipped time',
      '2026-03-29T02:30',
      'Europe/Berlin',
      '2026-03-29T01:30',
    ],
    [
      'converts a time just before the clocks change',
      '2026-03-29T01:59',
      'Europe/Berlin',
      '2026-03-29T00:59',
    ],
    ['converts a time just after the clocks change', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00'],
    [
      'converts in a zone whose clocks change by half an hour',
      '2026-04-05T01:45',
      'Australia/Lord_Howe',
      '2026-04-04T15:15',
    ],
    ['returns the same time in UTC', '2026-03-29T02:30', 'UTC', '2026-03-29T02:30'],
  ])('%s', (_what, wall, zone, moment) => expect(momentAt(wall, zone)).toBe(moment))
})

it('the conversion of a wall-clock time takes the first of two equal times if it is asked to, and changes nothing else', () => {
  const first = (wall: string, zone: string) => iso(instantOf(Date.parse(`${wall}Z`), zone, 'first'))
  expect(first('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30')
  expect(first('2026-11-01T01:45', 'America/New_York')).toBe('2026-11-01T05:45')
  for (const [wall, zone] of [
    ['2026-11-21T09:00', 'Europe/Berlin'],
    ['2026-03-29T02:30', 'Europe/Berlin'],
    ['2026-03-29T01:59', 'Europe/Berlin'],
    ['2026-10-25T03:00', 'Europe/Berlin'],
  ] as const)
    expect(first(wall, zone)).toBe(momentAt(wall, zone))
})

it('the conversion of a wall-clock time is the inverse of that of an instant, except for the first of two equal times', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
  )
  const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) })
  fc.assert(
    fc.property(moments, zones, (moment, zone) => {
      const found = instantOf(wallTimeOf(moment, zone), zone)
      expect(wallTimeOf(found, zone)).toBe(wallTimeOf(moment, zone))
      expect([0, 30, 60].map((minutes) => moment + minutes * 60_000)).toContain(found)
    }),
  )
})

it('the conversion of a wall-clock time does not depend on the time zone of the machine', () => {
  const script = `import { instantOf } from './src/model/wall-clock.ts'
    const walls = ['2026-10-25T02:30Z', '2026-03-29T02:30Z', '2026-11-01T01:45Z', '2026-03-08T02:15Z']
    const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Chatham']
    console.log(JSON.stringify(walls.flatMap((wall) => zones.map((zone) => instantOf(Date.parse(wall), zone)))))`
  const told = ['UTC', 'Europe/Berlin', 'Pacific/Chatham', 'America/New_York'].map(
    (TZ) =>
      spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }).stdout,
  )
  expect(told[0]).toMatch(/^\[\d/)
  expect(new Set(told).size).toBe(1)
})
