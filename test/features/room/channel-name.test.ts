import { expect, it } from 'vitest'
import { channelName, dayIn } from '../../../src/features/room/channel-name.ts'

const named = (alert: string, taken = 0, isPlain = false) =>
  channelName(alert, '2026-11-23', { taken, isPlain })

it('the name of a room has the words of the alert and the day, and a number if the name is taken', () => {
  expect(named('Acme')).toBe('crisis-acme-2026-11-23')
  expect(named('  ACME & Sons, “Inc.” ')).toBe('crisis-acme-sons-inc-2026-11-23')
  expect(named("L'Oréal", 1)).toBe('crisis-loréal-2026-11-23-2')
  expect(named('日本 アクメ')).toBe('crisis-日本-アクメ-2026-11-23')
  expect(named('Acme', 2, true)).toBe('crisis-2026-11-23-3')
  expect(named('!!!')).toBe('crisis-2026-11-23')
})

it('every name keeps the rules of Slack', () => {
  for (const alert of [
    'x'.repeat(300),
    '𝕬𝖈𝖒𝖊 '.repeat(40),
    'İstanbul <!channel>',
    '👩‍👩‍👧 family',
    'हिन्दी',
    '_-_',
    '𐐨'.repeat(99),
  ]) {
    const name = named(alert, 41)
    expect(name).toMatch(/^[\p{Ll}\p{Lo}\p{Lm}\p{N}_-]{1,80}$/u)
    expect(name.length).toBeLessThanOrEqual(80)
    expect(name.endsWith('-2026-11-23-42')).toBe(true)
  }
})

it('the day of a name is that of the time zone of the configuration', () => {
  const at = Date.UTC(2026, 10, 23, 23, 30)
  expect([dayIn('UTC', at), dayIn('Asia/Tokyo', at), dayIn('America/New_York', at)]).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-23',
  ])
})
