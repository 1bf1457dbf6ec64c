import { createRateLimiter } from '@overheard/base/rate-limiter'
import { requestKey, requestLimit } from '@overheard/mention-client/request-budget'
import { requestShares } from '@overheard/mention-client/request-limit'
import { expect, it } from 'vitest'
import { createLeaderRequests } from '../../src/scheduler/leader-requests.ts'

const minute = 60_000

/** The requests of a process that leads or stands by, with a stored limiter. */
function open() {
  const clock = { at: 5_000_000 }
  const now = () => clock.at
  const leader = { is: true }
  const limit = requestLimit(requestShares())
  const requests = createLeaderRequests(limit, now)
  const stored = createRateLimiter(limit, now)
  const { polls, commands } = requests.limiters(stored, () => leader.is)
  const left = async () => (await commands.left(requestKey)).units
  const take = async (count: number) => {
    for (let one = 0; one < count; one++) expect(await polls.take(requestKey)).toBe(0)
  }
  return { clock, leader, requests, stored, polls, commands, left, take }
}

it('the leader counts its polls in memory, and the commands of all processes as of its last renewal', async () => {
  const { requests, stored, left, take } = open()
  await take(100)
  requests.learn({ requests: 20, pausedForMs: 0 })
  expect(requests.inLastMinute()).toEqual([{ requests: 100, agoMs: 0 }])
  expect(await left()).toBe(160)
  expect((await stored.left(requestKey)).units).toBe(280)
})

it('the leader sends no poll if commands have used what it may send', async () => {
  const { requests, polls } = open()
  requests.learn({ requests: 280, pausedForMs: 0 })
  await polls.take(requestKey)
  expect(await polls.take(requestKey)).toBeGreaterThan(0)
})

it('a new leader counts the requests of the last one until they are a minute old, also in what it tells the next one', async () => {
  const { clock, requests, left, take } = open()
  requests.inherit([
    { requests: 150, agoMs: 50_000 },
    { requests: 50, agoMs: 1000 },
  ])
  await take(10)
  expect(await left()).toBe(70)
  clock.at += 10_000
  expect(await left()).toBe(220)
  const told = requests.inLastMinute()
  expect(told.map((one) => one.requests)).toEqual([50, 10])
  expect(told.every(({ agoMs }) => agoMs > 5000 && agoMs <= 11_000)).toBe(true)
  clock.at += minute
  expect([await left(), requests.inLastMinute()]).toEqual([280, []])
})

it('the leader pauses when the mention service asked another process to pause', async () => {
  const { requests, polls } = open()
  requests.learn({ requests: 0, pausedForMs: 5000 })
  expect(await polls.take(requestKey)).toBe(5000)
})

it('a process that stands by takes all its requests from the stored limiter', async () => {
  const { leader, requests, stored, take } = open()
  leader.is = false
  await take(3)
  expect((await stored.left(requestKey)).units).toBe(277)
  expect(requests.inLastMinute()).toEqual([])
})
