import { describe, expect, it } from 'vitest'
import { flushPromises } from '../../../../../test/tools/manual-clock.ts'
import { inBatches } from '../../../src/sources/bluesky/in-batches.ts'
import { createVirtualTime } from '../../virtual-time.ts'

/** Frames that a test gives one by one. `taken` counts those that were read. */
function createFrames() {
  const queue: (() => IteratorResult<string>)[] = []
  let wake = (): void => undefined
  let taken = 0
  let returned = false
  const frames: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        taken += 1
        return queue.shift()?.() ?? { done: true, value: undefined }
      },
      async return() {
        returned = true
        return { done: true, value: undefined }
      },
    }),
  }
  const add = (result: () => IteratorResult<string>) => {
    queue.push(result)
    wake()
  }
  return {
    frames,
    give(...texts: string[]) {
      for (const value of texts) add(() => ({ done: false, value }))
    },
    end: () => add(() => ({ done: true, value: undefined })),
    fail: (error: Error) =>
      add(() => {
        throw error
      }),
    taken: () => taken,
    isReturned: () => returned,
  }
}

function reading(limits = { frames: 3, ms: 1000 }) {
  const time = createVirtualTime()
  const source = createFrames()
  return { ...source, time, batches: inBatches(source.frames, limits, time.sleep) }
}

describe('frames in batches', () => {
  it('come when there are enough', async () => {
    const { give, end, batches } = reading()
    give('a', 'b', 'c', 'd')
    end()
    expect(await Array.fromAsync(batches)).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('come when the first of them has waited long enough', async () => {
    const { give, batches, time } = reading()
    const first = batches.next()
    give('a')
    await time.advance(600)
    give('b')
    await time.advance(600)
    expect((await first).value).toEqual(['a', 'b'])
    const second = batches.next()
    await time.advance(5000)
    give('c')
    await time.advance(1000)
    expect((await second).value).toEqual(['c'])
  })

  it('come before the error that followed them', async () => {
    const { give, fail, batches } = reading()
    give('a')
    fail(new Error('cut'))
    expect((await batches.next()).value).toEqual(['a'])
    await expect(batches.next()).rejects.toThrow('cut')
  })

  it('are read no further than one ahead while the reader is busy', async () => {
    const { give, batches, taken } = reading()
    give(...'abcdefghij')
    await batches.next()
    await flushPromises()
    expect(taken()).toBe(4)
  })

  it('close the connection when the reader goes away', async () => {
    const { give, batches, isReturned } = reading()
    give('a', 'b', 'c')
    await batches.next()
    await batches.return(undefined)
    expect(isReturned()).toBe(true)
  })
})
