import { createRateLimiter } from '@overheard/base/rate-limiter'
import { expect, it } from 'vitest'
import type { Announcements } from '../../src/model/announcements.ts'
import { announcedRate } from '../../src/slack/announced-rate.ts'

const limit = { limit: 60, windowMs: 60_000, burst: 1 }

/** Processes with a rate of posts, which hear each other. The first one leads. */
function open(count: number) {
  const clock = { at: 5_000_000 }
  const hearers: Parameters<Announcements['on']>[0][] = []
  const announced: string[] = []
  const processes = Array.from({ length: count }, (_, self) => {
    const announcements: Announcements = {
      async announce(topic) {
        announced.push(topic)
        for (const [at, heard] of hearers.entries()) heard(topic, at === self)
      },
      on: (heard) => void hearers.push(heard),
    }
    return announcedRate(
      createRateLimiter(limit, () => clock.at),
      announcements,
      () => self === 0,
    )
  })
  return { processes, announced, clock }
}

const waitFor = async (
  rate: { left(key: string): unknown; take(key: string): Promise<number> } | undefined,
) => rate?.take('C1')

it('the leader waits with its next post to a channel if another process has just posted there', async () => {
  const { processes, clock } = open(3)
  const [leader, other] = processes
  expect(await waitFor(other)).toBe(0)
  expect(await leader?.take('C2')).toBe(0)
  expect(await waitFor(leader)).toBeGreaterThan(0)
  clock.at += 60_000
  expect(await waitFor(leader)).toBe(0)
})

it('a process that stands by waits if another one that stands by has just posted', async () => {
  const { processes } = open(3)
  expect(await waitFor(processes[1])).toBe(0)
  expect(await waitFor(processes[2])).toBeGreaterThan(0)
})

it('the posts of the leader are not announced, and those of other processes once', async () => {
  const { processes, announced } = open(3)
  await waitFor(processes[0])
  expect(announced).toEqual([])
  await waitFor(processes[1])
  // Nothing was taken, because the channel is not free.
  await waitFor(processes[1])
  expect(announced).toEqual(['post C1'])
})

it('a post counts once in the process that announces it', async () => {
  const { processes, clock } = open(2)
  expect(await waitFor(processes[1])).toBe(0)
  const wait = (await waitFor(processes[1])) ?? 0
  clock.at += wait
  expect(await waitFor(processes[1])).toBe(0)
})

it('a failed announcement does not keep a process from posting', async () => {
  const rate = announcedRate(
    createRateLimiter(limit, () => 0),
    { announce: () => Promise.reject(new Error('the database is away')), on: () => undefined },
    () => false,
  )
  expect(await rate.take('C1')).toBe(0)
})
