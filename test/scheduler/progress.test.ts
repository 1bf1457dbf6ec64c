import { describe, expect, it } from 'vitest'
import type { Progress } from '../../src/model/due.ts'
import { createPollQueue } from '../../src/scheduler/poll-queue.ts'
import { flushPromises } from '../tools/manual-clock.ts'

/** A queue whose polls end by hand, with those that have read to the end. The clock is moved by hand. */
function open() {
  const clock = { at: 100_000 }
  const timers = new Set<{ run: () => void; at: number }>()
  const runs: ((caughtUp: string[]) => void)[] = []
  const setTimer = (run: () => void, ms: number) => {
    const timer = { run, at: clock.at + ms }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const queue = createPollQueue(
    { now: () => clock.at, setTimer },
    () => new Promise((end) => void runs.push(end)),
  )
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
function plain({ key, member, behindMs, caughtUpAt, dueAt }: Progress): string[] {
  const told = [
    caughtUpAt === undefined ? [] : [`caught up at ${caughtUpAt}`],
    behindMs === undefined ? [] : [`is behind by ${behindMs}`],
    dueAt === undefined ? [] : [`is due at ${dueAt}`],
  ].flat()
  return told.length === 0 ? [] : [`${member} of ${key} ${told.join(', ')}`]
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
    expect(plain()).toEqual(['a of 7 is behind by 3000'])
    queue.markDue('7', ['a'])
    move(500)
    expect(plain()).toEqual(['a of 7 is behind by 3500'])
    await ended(['a'])
    expect(plain()).toEqual(['a of 7 caught up at 103500'])
  })

  it('counts for a subscription that became due during a poll of its alert, also after that poll', async () => {
    const { queue, plain, ended, move } = open()
    queue.markDue('7', ['a'])
    await flushPromises()
    move(300)
    queue.markDue('7', ['a', 'b'])
    move(1000)
    await ended(['a'])
    expect(plain()).toEqual(['a of 7 caught up at 101300, is behind by 1000', 'b of 7 is behind by 1000'])
  })

  it('counts while the alert cannot be looked up, until a poll has read to the end, and then anew', async () => {
    const { queue, plain, ended, move } = open()
    queue.missed('Acme brand', 'a')
    move(600)
    queue.missed('Acme brand', 'a')
    move(1200)
    expect(plain()).toEqual(['a of Acme brand is behind by 1800'])
    queue.markDue('7', ['a'])
    await ended(['a'])
    expect(plain()).toEqual(['a of 7 caught up at 101800'])
    queue.missed('7', 'a')
    move(10)
    expect(plain()).toEqual(['a of 7 caught up at 101800, is behind by 10'])
  })

  it('is absent for the old alert of a subscription that has a new alert', async () => {
    const { queue, plain, ended, move } = open()
    queue.markDue('7', ['a'], 104_000)
    queue.markDue('7', ['b'])
    queue.moved('a', '8')
    await ended(['b'])
    move(5500)
    expect(plain()).toEqual(['b of 7 caught up at 100000'])
    expect(queue.lag()).toBe(0)
  })

  it('is forgotten with a removed subscription', async () => {
    const { queue, plain, ended } = open()
    queue.markDue('7', ['a'])
    await ended([])
    queue.markDue('8', ['b'])
    await ended(['b'])
    queue.forget('a')
    expect(plain()).toEqual(['b of 8 caught up at 100000'])
  })
})

describe('the subscriptions of an alert that another process takes over', () => {
  it('are not polled here any more, and the hand-over waits for the present poll', async () => {
    const { queue, plain, ended, move } = open()
    queue.markDue('7', ['a'])
    queue.markDue('8', ['c'])
    await flushPromises()
    move(100)
    queue.markDue('7', ['b'])
    let isReleased = false
    const releasing = queue
      .release((key) => key === '7')
      .then(() => {
        isReleased = true
      })
    await flushPromises()
    expect(isReleased).toBe(false)
    await ended(['a'])
    await releasing
    expect(plain()).toEqual([
      'a of 7 caught up at 100100',
      'c of 8 is behind by 100',
      'b of 7 is behind by 0',
    ])
    await ended(['c'])
    queue.markDue('9', ['d'])
    await ended(['d'])
    expect(plain().at(-1)).toBe('d of 9 caught up at 100100')
  })

  it('continue there with their lags and their delayed polls', async () => {
    const { queue, plain, ended, move } = open()
    queue.resume({ key: '7', member: 'a', behindMs: 5000, caughtUpAt: 90_000 })
    queue.resume({ key: '7', member: 'b', caughtUpAt: 99_000, dueAt: 101_000 })
    expect(plain()).toEqual([
      'a of 7 caught up at 90000, is behind by 5000',
      'b of 7 caught up at 99000, is due at 101000',
    ])
    move(1000)
    await ended(['b'])
    expect(plain()).toEqual(['a of 7 caught up at 90000, is behind by 6000', 'b of 7 caught up at 101000'])
  })
})
