import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Send } from '../../src/fetch/send.ts'
import { fakeHost, linesSource, startWorld, userAgent } from '../engine-world.ts'
import { createVirtualTime } from '../virtual-time.ts'

/** The criteria by which a server of feeds judges its readers: https://rachelbythebay.com/fs/ */

const url = 'https://feeds.example/feed'
const minute = 60_000
const hour = 60 * minute

/** A feed that changes every five hours and has weak and strong validators, as real servers do. */
function changingFeed(now: () => number, begun: number) {
  const version = () => Math.floor((now() - begun) / (5 * hour))
  /** What was answered to each request. A lost answer reached nobody who lived to store it. */
  const answers: { etag: string; modified: string; isLost: boolean; isRefused: boolean }[] = []
  let busyUntil = 0
  const host = fakeHost(
    {
      [url]({ headers }) {
        const etag = `W/"version ${version()}"`
        const modified = new Date(begun + version() * 5 * hour).toUTCString()
        const isRefused = now() < busyUntil
        answers.push({ etag, modified, isLost: false, isRefused })
        if (isRefused) return { status: 429, headers: { 'retry-after': String((busyUntil - now()) / 1000) } }
        const validators = { etag, 'last-modified': modified, 'cache-control': 'max-age=5400' }
        if (headers['if-none-match'] === etag) return { status: 304, headers: validators }
        return { headers: validators, text: `${version()} acme news` }
      },
    },
    now,
  )
  /** The process dies before the answer arrives. */
  const dying: Send = async (request) => {
    await host.send(request)
    for (const answer of answers.slice(-1)) answer.isLost = true
    return new Promise(() => undefined)
  }
  return {
    ...host,
    answers,
    dying,
    busyFor(ms: number) {
      busyUntil = now() + ms
    },
  }
}

async function fortyEightHours() {
  const time = createVirtualTime()
  const begun = time.now()
  const feed = changingFeed(time.now, begun)
  const file = join(mkdtempSync(join(tmpdir(), 'overheard-polite-')), 'mentions.sqlite')
  const start = (send: Send = feed.send) =>
    startWorld({ sources: [linesSource(url)], file, time, send, random: () => 0.5, undo: () => undefined })
  let world = await start()
  for (const hours of [7, 1 / 6, 13]) {
    await time.advance(hours * hour)
    await world.close()
    world = await start()
  }
  // A process that dies during every fetch, and is started again every minute.
  await world.close()
  for (let death = 0; death < 90; death++) {
    const dying = await start(feed.dying)
    await time.advance(minute)
    await dying.close()
  }
  world = await start()
  await time.advance(10 * hour)
  feed.busyFor(4 * hour)
  const busyFrom = time.now()
  await time.advance(begun + 48 * hour - time.now())
  const urls = world.urls()
  await world.close()
  rmSync(dirname(file), { recursive: true })
  return { feed, busyFrom, urls }
}

describe('a server of feeds that sees the mention service for 48 hours, with restarts and crashes,', () => {
  let seen: Awaited<ReturnType<typeof fortyEightHours>>
  beforeAll(async () => {
    seen = await fortyEightHours()
  })

  it('gets one request without conditions, and then always the validators of the last answer that arrived, letter by letter', () => {
    const { requests, answers } = seen.feed
    expect(answers.some(({ isLost }) => isLost)).toBe(true)
    for (const [place, { headers }] of requests.entries()) {
      const arrived = answers.slice(0, place).findLast(({ isLost, isRefused }) => !isLost && !isRefused)
      expect(headers['if-none-match']).toBe(arrived?.etag)
      expect(headers['if-modified-since']).toBe(arrived?.modified)
    }
  })

  it('gets no request before its answer has lost its freshness, nor less than an hour after the last one', () => {
    const { requests } = seen.feed
    const gaps = requests.slice(1).map(({ at }, place) => at - (requests[place]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(hour)
    expect(gaps.filter((gap) => gap < 1.5 * hour)).toHaveLength(
      seen.feed.answers.filter(({ isLost }) => isLost).length,
    )
    expect(requests.length).toBeGreaterThan(20)
  })

  it('gets no request before the end of Retry-After', () => {
    const { feed, busyFrom } = seen
    const [refused, next] = feed.requests.filter(({ at }) => at >= busyFrom)
    expect(refused?.at).toBeLessThan(busyFrom + 2 * hour)
    expect(next?.at).toBeGreaterThanOrEqual(busyFrom + 4 * hour)
  })

  it('sees who asks, and no cookies, referrers or parameters', () => {
    const { requests } = seen.feed
    expect(new Set(requests.map((request) => request.url))).toEqual(new Set([url]))
    const names = new Set(requests.flatMap(({ headers }) => Object.keys(headers)))
    expect([...names].sort()).toEqual(['accept', 'if-modified-since', 'if-none-match', 'user-agent'])
    expect(new Set(requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set([userAgent]))
  })

  it('loses no version of the feed to the service, and none is stored twice', () => {
    const versions = seen.urls.map((address) => Number(address.split('/').at(-1)))
    expect(versions).toEqual(versions.map((_version, place) => place))
    expect(versions.length).toBeGreaterThanOrEqual(9)
  })
})
