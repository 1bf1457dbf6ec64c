import { describe, expect, it, vi } from 'vitest'
import { createPollQueue } from '../../src/engine/schedule/poll-queue.ts'
import { flushPromises } from '../tools/manual-clock.ts'

/** A queue whose runs end by hand. */
function open() {
  const clock = { at: 1000 }
  const timers: { run: () => void; at: number; off?: true }[] = []
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const setTimer = (run: () => void, ms: number) => {
    const timer: (typeof timers)[number] = { run, at: clock.at + ms }
    timers.push(timer)
    return () => {
      timer.off = true
    }
  }
  const lease = { isFresh: true }
  const leads = () => lease.isFresh
  const list = createPollQueue(
    { now: () => clock.at, steady: () => clock.at, setTimer, leads },
    (key, members) => {
      begun.push(`${key}: ${members.join(' ')}`)
      return new Promise((resolve) => ends.set(key, () => resolve(members)))
    },
  )
  list.open()
  return {
    list,
    lease,
    begun,
    async end(key: string) {
      ends.get(key)?.()
      await flushPromises()
    },
    async move(ms: number) {
      clock.at += ms
      for (const timer of timers.splice(0)) {
        if (timer.off) continue
        if (timer.at <= clock.at) timer.run()
        else timers.push(timer)
      }
      await flushPromises()
    },
  }
}

describe('the queue of due polls', () => {
  it('polls each alert at once, separately from the others', async () => {
    const { list, begun } = open()
    list.markDue('a', ['1', '2'])
    list.markDue('b', ['3'])
    await flushPromises()
    expect(begun).toEqual(['a: 1 2', 'b: 3'])
  })

  it('polls what becomes due while its process does not lead only when it leads again, and nothing else', async () => {
    const { list, lease, begun, end, move } = open()
    list.markDue('a', ['1'])
    list.markDue('b', ['3'])
    await flushPromises()
    lease.isFresh = false
    list.markDue('a', ['2'])
    list.markDue('c', ['4'], 1500)
    await end('a')
    await move(500)
    list.markDue('c', ['5'])
    await flushPromises()
    expect(begun).toEqual(['a: 1', 'b: 3'])
    expect(list.lag()).toBe(500)
    lease.isFresh = true
    list.open()
    list.open()
    await flushPromises()
    expect(begun).toEqual(['a: 1', 'b: 3', 'a: 2', 'c: 4 5'])
  })

  it('polls an alert once more if it becomes due during its poll, with every subscription that became due', async () => {
    const { list, begun, end } = open()
    list.markDue('a', ['1'])
    await flushPromises()
    for (let tick = 0; tick < 100; tick++) list.markDue('a', [String(tick % 3)])
    await flushPromises()
    expect(begun).toEqual(['a: 1'])
    await end('a')
    expect(begun).toEqual(['a: 1', 'a: 0 1 2'])
    await end('a')
    expect(begun).toHaveLength(2)
  })

  it('delays a subscription until the given time, and a new delay replaces the earlier one', async () => {
    const { list, begun, move } = open()
    list.markDue('a', ['1'], 6000)
    list.markDue('a', ['1'], 9000)
    list.markDue('a', ['2'], 6000)
    await move(5000)
    expect(begun).toEqual(['a: 2'])
    list.markDue('a', ['3'], 0)
    await move(3000)
    expect(begun).toEqual(['a: 2'])
  })

  it('drops a delay if a poll has begun in the meantime, or if the subscription was removed', async () => {
    const { list, begun, end, move } = open()
    list.markDue('a', ['1', '2'], 6000)
    list.markDue('b', ['3'], 6000)
    list.markDue('a', ['1'])
    await flushPromises()
    await end('a')
    list.forget('3')
    await move(5000)
    expect(begun).toEqual(['a: 1', 'a: 2'])
  })

  it('polls at most a hundred alerts at the same time and reports the longest wait', async () => {
    const { list, begun, end, move } = open()
    for (let key = 0; key < 150; key++) list.markDue(String(key), [`of ${key}`])
    await move(7000)
    expect(begun).toHaveLength(100)
    expect(list.lag()).toBe(7000)
    const behind = (await list.progress()).map(({ behindMs }) => behindMs)
    expect(behind).toEqual(Array.from({ length: 150 }, () => 7000))
    for (let key = 0; key < 100; key++) await end(String(key))
    expect(begun).toHaveLength(150)
    expect(list.lag()).toBe(0)
  })

  it('is emptied when the bot stops, and the stop waits for running polls', async () => {
    const { list, begun, end, move } = open()
    list.markDue('a', ['1'])
    await flushPromises()
    list.markDue('a', ['2'])
    list.markDue('b', ['3'], 9000)
    let stopped = false
    const stopping = list.close().then(() => {
      stopped = true
    })
    list.markDue('c', ['4'])
    await move(10_000)
    expect(stopped).toBe(false)
    await end('a')
    await stopping
    expect(begun).toEqual(['a: 1'])
  })
})

it('the work to move and to forget a subscription does not grow with the alerts that wait', () => {
  const deletions = vi.spyOn(Set.prototype, 'delete')
  const countFor = (alerts: number) => {
    const time = { now: () => 0, steady: () => 0, setTimer: () => () => undefined, leads: () => false }
    const queue = createPollQueue(time, async () => [])
    queue.open()
    for (let at = 0; at < alerts; at++) queue.markDue(`alert ${at}`, [`watch ${at}`])
    deletions.mockClear()
    queue.moved('watch 0', 'another alert')
    queue.forget('watch 1')
    return deletions.mock.calls.length
  }
  try {
    expect(countFor(10)).toBeGreaterThan(0)
    expect(countFor(1000)).toBe(countFor(10))
  } finally {
    deletions.mockRestore()
  }
})
