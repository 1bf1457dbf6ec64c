import { expect, it, onTestFinished, vi } from 'vitest'
import { freshUntil, retryTime } from '../../src/fetch/cache-hints.ts'

const now = Date.UTC(2026, 10, 18, 12)
const at = (seconds: number) => new Date(now + seconds * 1000).toUTCString()
const day = 86_400

it.each<[headers: Record<string, string>, seconds: number | undefined]>([
  [{}, undefined],
  [{ 'cache-control': 'max-age=600' }, 600],
  [{ 'cache-control': 'public, max-age="600"' }, 600],
  [{ 'cache-control': 'max-age=600', age: '200' }, 400],
  [{ 'cache-control': 'max-age=600', age: '900' }, undefined],
  [{ 'cache-control': 'no-cache' }, undefined],
  [{ 'cache-control': 's-maxage=600' }, undefined],
  [{ 'cache-control': 'max-age=99999999' }, day],
  [{ expires: at(60) }, 60],
  [{ expires: at(-60) }, undefined],
  [{ expires: '0' }, undefined],
  [{ expires: at(3660), date: at(3600) }, 60],
  [{ 'cache-control': 'max-age=30', expires: at(600) }, 30],
])('an answer with %j is fresh for %s s', (headers, seconds) => {
  expect(freshUntil(headers, now)).toBe(seconds === undefined ? undefined : now + seconds * 1000)
})

it('a date of a header that lacks its zone is one of UTC, wherever the service runs', () => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(freshUntil({ expires: 'Wed, 18 Nov 2026 12:01:00' }, now)).toBe(now + 60_000)
  const usedUp = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-11-18T12:01:00' }
  expect(retryTime(usedUp, now)).toBe(now + 60_000)
})

it.each<[value: string | undefined, seconds: number | undefined]>([
  [undefined, undefined],
  ['120', 120],
  [at(90), 90],
  [at(-90), 0],
  ['soon', undefined],
  ['-5', undefined],
  ['99999999', day],
  [at(30 * day), day],
])('Retry-After: %s means %s s', (value, seconds) => {
  const headers = value === undefined ? {} : { 'retry-after': value }
  expect(retryTime(headers, now)).toBe(seconds === undefined ? undefined : now + seconds * 1000)
})
