import { describe, expect, it } from 'vitest'
import { coalesced, startLoop } from '../src/serial.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A task whose runs end by hand. */
function byHand() {
  const ends: ((error?: Error) => void)[] = []
  const task = () =>
    new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  return { task, ends }
}

describe('a task that coalesces calls', () => {
  it('runs only once more for all callers that come during a run', async () => {
    const { task, ends } = byHand()
    const run = coalesced(task)
    const first = run()
    await settle()
    const others = [run(), run(), run()]
    await settle()
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await first
    await settle()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await Promise.all(others)
  })

  it('rejects only for the callers of a failed run, not for those of the next run', async () => {
    const { task, ends } = byHand()
    const run = coalesced(task)
    const first = run()
    await settle()
    const next = run()
    ends[0]?.(new Error('no'))
    await expect(first).rejects.toThrow('no')
    await settle()
    ends[1]?.()
    await next
  })
})

describe('a repeating loop', () => {
  function open() {
    const { task, ends } = byHand()
    const timers = new Set<() => void>()
    const loop = startLoop(task, 1000, (run) => {
      timers.add(run)
      return () => void timers.delete(run)
    })
    const fire = () => {
      for (const run of timers) {
        timers.delete(run)
        run()
      }
    }
    return { loop, ends, timers, fire }
  }

  it('waits for its interval before the first run and after the end of each run', async () => {
    const { ends, timers, fire } = open()
    expect([ends.length, timers.size]).toEqual([0, 1])
    fire()
    expect([ends.length, timers.size]).toEqual([1, 0])
    ends[0]?.()
    await settle()
    expect([ends.length, timers.size]).toEqual([1, 1])
  })

  it('runs at once when asked to, and once more directly after that run if it was asked again', async () => {
    const { loop, ends, timers } = open()
    loop.soon()
    loop.soon()
    expect([ends.length, timers.size]).toEqual([1, 0])
    ends[0]?.()
    await settle()
    expect([ends.length, timers.size]).toEqual([2, 0])
    ends[1]?.()
    await settle()
    expect([ends.length, timers.size]).toEqual([2, 1])
  })

  it('stops only at the end of the current run, and starts no other run', async () => {
    const { loop, ends, timers } = open()
    loop.soon()
    let isStopped = false
    const stopped = loop.stop().then(() => {
      isStopped = true
    })
    loop.soon()
    await settle()
    expect(isStopped).toBe(false)
    ends[0]?.()
    await stopped
    expect([ends.length, timers.size]).toEqual([1, 0])
  })
})
