import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBatchWriter } from '../src/batch-writer.ts'

/** A batch writer whose writes end on command and whose timers run by hand. */
function open() {
  const begun: number[][] = []
  const ends: ((left: number[]) => void)[] = []
  const timers = new Set<() => void>()
  const batches = createBatchWriter<number>(
    (entries) => {
      begun.push(entries)
      return new Promise((resolve) => ends.push(resolve))
    },
    (run) => {
      timers.add(run)
      return () => void timers.delete(run)
    },
  )
  /** Ends the running write. Resolves when the next step has begun. */
  const end = async (left: number[] = []) => {
    ends.shift()?.(left)
    await done()
  }
  const flush = async () => {
    void batches.flush()
    await done()
  }
  return { batches, begun, timers, end, flush }
}

const done = () => new Promise((resolve) => setImmediate(resolve))

describe('the batch writer', () => {
  it('writes all entries that were added during a write as one batch, even if it was flushed after each of them', async () => {
    const { batches, begun, end, flush } = open()
    batches.add([1])
    await flush()
    for (const entry of [2, 3, 4]) {
      batches.add([entry])
      await flush()
    }
    expect(begun).toEqual([[1]])
    await end()
    expect(begun).toEqual([[1], [2, 3, 4]])
  })

  it('plans another write for entries that could not be written, and writes them before newer entries', async () => {
    const { batches, begun, timers, end, flush } = open()
    batches.add([1, 2])
    await flush()
    batches.add([3])
    await end([2])
    expect(timers.size).toBe(1)
    await flush()
    expect(begun).toEqual([
      [1, 2],
      [2, 3],
    ])
  })

  it('resolves a flush only after all entries that were added before the flush are written', async () => {
    const { batches, begun, end, flush } = open()
    batches.add([1])
    await flush()
    batches.add([2])
    let isFlushed = false
    const flushed = batches.flush().then(() => {
      isFlushed = true
    })
    await end()
    expect(isFlushed).toBe(false)
    await end()
    await flushed
    expect(begun).toEqual([[1], [2]])
  })

  it('does not retry a write that fails while the writer is being closed', async () => {
    const { batches, timers, end } = open()
    batches.add([1])
    const closed = batches.close()
    await done()
    await end([1])
    await closed
    expect(timers.size).toBe(0)
  })

  it('writes each entry once and in order, whichever writes fail and whenever it is flushed', async () => {
    const steps = fc.array(fc.constantFrom('note', 'flush', 'end', 'fail'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { batches, begun, end, flush } = open()
        const written: number[] = []
        let noted = 0
        let ended = 0
        const finish = async (fails: boolean) => {
          const batch = begun[ended]
          if (batch === undefined) return
          ended += 1
          if (!fails) written.push(...batch)
          await end(fails ? batch : [])
        }
        for (const step of taken) {
          if (step === 'note') batches.add([noted++])
          else if (step === 'flush') await flush()
          else await finish(step === 'fail')
        }
        await flush()
        for (let left = begun.length - ended + 1; left > 0; left--) await finish(false)
        await flush()
        await finish(false)
        expect(written).toEqual(Array.from({ length: noted }, (_, index) => index))
      }),
    )
  })
})
