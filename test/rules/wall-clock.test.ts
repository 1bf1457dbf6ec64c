import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, wallTimeOf } from '../../src/rules/quiet-hours.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
const momentAt = (wall: string, zone: string) => iso(instantOf(Date.parse(`${wall}Z`), zone))

describe('a clock on the wall shows', () => {
  it.each([
    ['a time once, mostly', '2026-11-21T09:00', 'Europe/Berlin', '2026-11-21T08:00'],
    [
      'a time twice where clocks go back: the last one counts',
      '2026-10-25T02:30',
      'Europe/Berlin',
      '2026-10-25T01:30',
    ],
    ['it twice in the west, too', '2026-11-01T01:45', 'America/New_York', '2026-11-01T06:45'],
    [
      'no time between where clocks go ahead: as long after',
      '2026-03-29T02:30',
      'Europe/Berlin',
      '2026-03-29T01:30',
    ],
    ['what came before a change on the same day', '2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59'],
    ['what comes after it', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00'],
    ['half an hour of difference', '2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T15:15'],
    ['the same as UTC', '2026-03-29T02:30', 'UTC', '2026-03-29T02:30'],
  ])('%s', (_what, wall, zone, moment) => expect(momentAt(wall, zone)).toBe(moment))
})

it('a moment is that of what the wall shows then, or the one before the clocks went back', () => {
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

it('the zone of the machine changes nothing', () => {
  const script = `import { instantOf } from './src/rules/quiet-hours.ts'
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
