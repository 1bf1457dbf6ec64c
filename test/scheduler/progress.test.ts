import { describe, expect, it } from 'vitest'
import { createPollQueue, type Progress } from '../../src/engine/schedule/poll-queue.ts'
import { flushPromises } from '../tools/manual-clock.ts'

/** A queue whose polls end by hand, with those that have read to the end. The clock is moved by hand. */
function open() {
  /** `setBy`: by how much the machine's clock was set, in ms. */
  const clock = { at: 100_000, setBy: 0 }
  const timers = new Set<{ run: () => void; at: number }>()
  const runs: ((caughtUp: string[]) => void)[] = []
  const setTimer = (run: () => void, ms: number) => {
    const timer = { run, at: clock.at + ms }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const queue = createPollQueue(
    { now: () => clock.at, steady: () => clock.at - clock.setBy, setTimer, leads: () => true },
    () => new Promise((end) => void runs.push(end)),
  )
  queue.open()
  return {
    queue,
    clock,
    plain: () => queue.progress().flatMap(plain),
    async ended(caughtUp: string[]) {
      await flushPromises()
      runs.shift()?.(caughtUp)
      await flushPromises()
    },
    move(ms: number) {
      clock.at += ms
      for (const timer of [...timers].filter(({ at }) => at <= clock.at)) timer.run()
    },
  }
}

/** Progress as words; empty without progress. */
function plain({ member, behindMs, caughtUpAt }: Progress): string[] {
  const told = [
    caughtUpAt === undefined ? [] : [`caught up at ${caughtUpAt}`],
    behindMs === undefined ? [] : [`is behind by ${behindMs}`],
  ].flat()
  return told.length === 0 ? [] : [`${member} ${told.join(', ')}`]
}

describe('the lag of a subscription', () => {
  it('is absent if the subscription was never due', () => {
    expect(open().queue.progress()).toEqual([])
  })

  it('counts from the time the subscription became due, also during its poll, until a poll has read to the end', async () => {
    const { queue, plain, ended, move } = open()
    queue.markDue('7', ['a'])
    move(1000)
    await ended([])
    move(2000)
    expect(plain()).toEqual(['a is behind by 3000'])
    queue.markDue('7', ['a'])
    move(500)
    expect(plain()).toEqual(['a is behind by 3500'])
    await ended(['a'])
    expect(plain()).toEqual(['a caught up at 103500'])
  })

  it.each([-3_600_000, 86_400_000])('does not change if the clock is set by %i ms', async (ms) => {
    const { queue, clock, plain, move } = open()
    queue.markDue('7', ['a'])
    await flushPromises()
    queue.markDue('7', ['b'])
    clock.at += ms
    clock.setBy += ms
    move(1000)
    expect(plain()).toEqual(['a is behind by 1000', 'b is behind by 1000'])
    expect(queue.lag()).toBe(1000)
  })

  it('counts for a subscription that became due during a poll of its alert, also after that poll', async () => {
    const { queue, plain, ended, move } = open()
    queue.markDue('7', ['a'])
    await flushPromises()
    move(300)
    queue.markDue('7', ['a', 'b'])
    move(1000)
    await ended(['a'])
    expect(plain()).toEqual(['a caught up at 101300, is behind by 1000', 'b is behind by 1000'])
  })

  it('counts while the alert cannot be looked up, until a poll has read to the end, and then anew', async () => {
    const { queue, plain, ended, move } = open()
    queue.missed('a')
    move(600)
    queue.missed('a')
    move(1200)
    expect(plain()).toEqual(['a is behind by 1800'])
    queue.markDue('7', ['a'])
    await ended(['a'])
    expect(plain()).toEqual(['a caught up at 101800'])
    queue.missed('a')
    move(10)
    expect(plain()).toEqual(['a caught up at 101800, is behind by 10'])
  })

  it('is absent for the old alert of a subscription that has a new alert', async () => {
    const { queue, plain, ended, move } = open()
    queue.markDue('7', ['a'], 104_000)
    queue.markDue('7', ['b'])
    queue.moved('a', '8')
    await ended(['b'])
    move(5500)
    expect(plain()).toEqual(['b caught up at 100000'])
    expect(queue.lag()).toBe(0)
  })

  it('is forgotten with a removed subscription', async () => {
    const { queue, plain, ended } = open()
    queue.markDue('7', ['a'])
    await ended([])
    queue.markDue('8', ['b'])
    await ended(['b'])
    queue.forget('a')
    expect(plain()).toEqual(['b caught up at 100000'])
  })
})

describe('a queue that is not open', () => {
  it('ignores what becomes due, and has forgotten what was due before', async () => {
    const { queue, plain, ended, move } = open()
    queue.markDue('7', ['a'])
    queue.markDue('8', ['c'], 101_000)
    await flushPromises()
    queue.markDue('7', ['b'])
    let isClosed = false
    const closing = queue.close().then(() => {
      isClosed = true
    })
    await flushPromises()
    expect(isClosed).toBe(false)
    await ended(['a'])
    await closing
    queue.markDue('9', ['d'])
    queue.missed('e')
    move(2000)
    expect(plain()).toEqual([])
    queue.open()
    queue.markDue('9', ['d'])
    await ended(['d'])
    expect(plain()).toEqual(['d caught up at 102000'])
  })
})
