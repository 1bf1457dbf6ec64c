import { describe, expect, it } from 'vitest'
import { memoizeAsync } from '../../src/async/memoize.ts'

const minute = 60_000

function open(...failures: number[]) {
  const clock = { at: 0 }
  let asked = 0
  const answer = memoizeAsync(
    async () => {
      asked++
      if (failures.includes(asked)) throw new Error(`the asking ${asked} failed`)
      return asked
    },
    () => clock.at,
  )
  return { answer, clock }
}

describe('an answer', () => {
  it('is asked for once by many at the same moment', async () => {
    const { answer } = open()
    expect(await Promise.all([answer(0), answer(0), answer(0)])).toEqual([1, 1, 1])
  })

  it('serves each as long as it is not too old for that one', async () => {
    const { answer, clock } = open()
    await answer(minute)
    clock.at = minute
    expect(await answer(minute)).toBe(1)
    expect(await answer(minute - 1)).toBe(2)
    expect(await answer(0)).toBe(2)
  })

  it('that was needed once for ever serves for ever', async () => {
    const { answer, clock } = open()
    await answer(Number.POSITIVE_INFINITY)
    clock.at = Number.MAX_SAFE_INTEGER
    expect(await answer(Number.POSITIVE_INFINITY)).toBe(1)
  })

  it('that could not be had fails all who waited for it, and is asked for anew by the next', async () => {
    const { answer } = open(1)
    const ended = await Promise.allSettled([answer(minute), answer(minute)])
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await answer(minute)).toBe(2)
  })

  it('that fails late does not take back a younger one', async () => {
    const clock = { at: 0 }
    const askings: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
    const answer = memoizeAsync(
      () => new Promise<string>((resolve, reject) => askings.push({ resolve, reject })),
      () => clock.at,
    )
    const old = answer(minute)
    clock.at = minute + 1
    const young = answer(minute)
    askings[1]?.resolve('young')
    askings[0]?.reject(new Error('too late'))
    await expect(old).rejects.toThrow('too late')
    expect([await young, await answer(minute)]).toEqual(['young', 'young'])
    expect(askings).toHaveLength(2)
  })
})
