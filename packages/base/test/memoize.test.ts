import { describe, expect, it } from 'vitest'
import { memoizeAsync } from '../src/memoize.ts'

const minute = 60_000

function counting({
  failures = [] as number[],
  keep = (_: number): boolean => true,
  maxEntries = 1000,
} = {}) {
  const clock = { at: 0 }
  let calls = 0
  const get = memoizeAsync(
    async (_key?: string) => {
      calls++
      if (failures.includes(calls)) throw new Error(`call ${calls} failed`)
      return calls
    },
    { now: () => clock.at, ttlMs: minute, keep, maxEntries },
  )
  return { get, clock, calls: () => calls }
}

describe('a memoized async function', () => {
  it('makes one call for several callers at the same time', async () => {
    const { get } = counting()
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
  })

  it('returns a cached answer until it is older than its lifetime', async () => {
    const { get, clock } = counting()
    await get()
    clock.at = minute
    expect(await get()).toBe(1)
    clock.at = minute + 1
    expect(await get()).toBe(2)
  })

  it('makes a new call for a caller who wants a younger answer than the cached one, and gives that answer to later callers', async () => {
    const { get, clock } = counting()
    await get()
    clock.at = 1000
    expect(await get.noOlderThan(1000)).toBe(1)
    expect(await get.noOlderThan(999)).toBe(2)
    expect(await get()).toBe(2)
  })

  it('knows whether the next caller gets an answer without a new call', async () => {
    const { get, clock, calls } = counting({ keep: (answer) => answer !== 2 })
    expect(get.isKnown()).toBe(false)
    const running = get()
    expect(get.isKnown()).toBe(true)
    await running
    clock.at = minute
    expect([get.isKnown(), get.isKnown('another')]).toEqual([true, false])
    clock.at = minute + 1
    expect(get.isKnown()).toBe(false)
    await get()
    expect(get.isKnown()).toBe(false)
    expect(calls()).toBe(2)
  })

  it('keeps the answers of different keys apart', async () => {
    const { get } = counting()
    expect([await get('a'), await get('b'), await get('a')]).toEqual([1, 2, 1])
  })

  it('rejects for all callers who waited for a failed call, and makes a new call for the next caller', async () => {
    const { get } = counting({ failures: [1] })
    const ended = await Promise.allSettled([get(), get()])
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await get()).toBe(2)
  })

  it('does not cache an answer that its option `keep` excludes, but gives it to the callers who waited for it', async () => {
    const { get } = counting({ keep: () => false })
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    expect(await get()).toBe(2)
  })

  it('drops the oldest answer if the cache is full', async () => {
    const { get } = counting({ maxEntries: 2 })
    await get('a')
    await get('b')
    await get('c')
    expect([await get('b'), await get('a')]).toEqual([2, 4])
  })

  it('keeps the answer of a later call if an earlier call fails afterwards', async () => {
    const clock = { at: 0 }
    const calls: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
    const get = memoizeAsync(
      () => new Promise<string>((resolve, reject) => calls.push({ resolve, reject })),
      { now: () => clock.at, ttlMs: minute },
    )
    const old = get()
    clock.at = minute + 1
    const young = get()
    calls[1]?.resolve('young')
    calls[0]?.reject(new Error('too late'))
    await expect(old).rejects.toThrow('too late')
    expect([await young, await get()]).toEqual(['young', 'young'])
    expect(calls).toHaveLength(2)
  })
})
