/** The mention service with many feeds, in a clock that moves by hand: it gets a number of feeds, and answers with what they have cost. */

import { startEngine } from '@overheard/listen/engine'
import type { Send } from '@overheard/listen/fetch/send'
import { listenSettings } from '@overheard/listen/settings'
import { openStore } from '@overheard/listen/store/store'
import { feeds } from '../packages/listen/src/sources/feeds.ts'
import { createVirtualTime } from '../packages/listen/test/virtual-time.ts'
import { createRandom } from '../sandbox/mention-service/generator/random.ts'

export type FeedFigures = {
  /** Until each feed has been looked at once, ms of CPU a feed. */
  firstMs: number
  /** In the hours after that, ms of CPU a look. */
  lookMs: number
  looks: number
  memoryMb: number
  /** Ms between the end of a request and the next one to the same host: the least. */
  leastPause: number
  /** Of an entry, from its publication to its mention: median and 95th percentile, in minutes. */
  delay: { median: number; most: number }
}

const feedsOfHost = 5
const entries = 10
const latencyMs = 300
const minuteMs = 60_000
const hours = 2

async function measure(count: number): Promise<FeedFigures> {
  const time = createVirtualTime()
  const random = createRandom(1)
  const begun = time.now()
  const known = Array.from({ length: count }, (_, index) => ({
    address: `https://host${Math.floor(index / feedsOfHost)}.example/feed${index}`,
    everyMs: random.whole(60, 360) * minuteMs,
    at: random.whole(0, 60) * minuteMs,
  }))
  const byAddress = new Map(known.map((feed) => [feed.address, feed]))
  const ends = new Map<string, number>()
  let [looks, leastPause] = [0, Number.POSITIVE_INFINITY]
  const send: Send = async ({ url }) => {
    leastPause = Math.min(leastPause, time.now() - (ends.get(url.host) ?? Number.NEGATIVE_INFINITY))
    looks++
    await time.sleep(latencyMs)
    ends.set(url.host, time.now())
    const feed = byAddress.get(url.href)
    if (feed === undefined) return { status: 404, headers: {}, body: Buffer.alloc(0) }
    const headers = { 'content-type': 'application/rss+xml' }
    return { status: 200, headers, body: Buffer.from(documentOf(feed, time.now() - begun, begun)) }
  }
  const store = openStore(':memory:')
  const nothing = () => undefined
  const engine = await startEngine({
    settings: listenSettings.parse({
      alerts: [{ name: 'Acme', query: 'acme' }],
      feeds: known.map(({ address }) => address),
    }),
    sources: [feeds],
    store,
    userAgent: 'Overheard bench',
    send,
    openSocket: () => () => {
      throw new Error('Feeds need no websocket.')
    },
    log: { info: nothing, warn: nothing, error: nothing },
    ...{ now: time.now, setTimer: time.setTimer, sleep: time.sleep, random: () => random.next() },
  })
  const spent = async (work: () => Promise<void>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const first = await spent(async () => {
    while (engine.runner.status().some(({ okAt }) => okAt === undefined)) await time.advance(30_000)
  })
  const [looksBefore, since] = [looks, time.now()]
  const later = await spent(async () => {
    for (let minute = 0; minute < hours * 60; minute++) await time.advance(minuteMs)
  })
  const delays = store.database
    .all<{ delay: number }>(
      'SELECT stored - date AS delay FROM mentions WHERE date >= ? ORDER BY delay',
      since,
    )
    .map(({ delay }) => delay / minuteMs)
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  const memoryMb = process.memoryUsage.rss() / 1e6
  await engine.close()
  store.close()
  return {
    ...{ firstMs: first / count, lookMs: later / (looks - looksBefore), looks: looks - looksBefore },
    ...{ memoryMb, leastPause, delay: { median: at(0.5), most: at(0.95) } },
  }
}

type Feed = { address: string; everyMs: number; at: number }

/** Each entry is of interest. */
function documentOf({ address, everyMs, at }: Feed, passed: number, begun: number): string {
  const newest = Math.floor((passed + at) / everyMs)
  const items = Array.from({ length: entries }, (_, place) => newest - place).map((number) => {
    const date = new Date(begun + number * everyMs - at).toUTCString()
    return `<item><guid>${address}#${number}</guid><link>${address}/${number + 1000}</link><title>Acme opens shop ${number} in ${address}</title><pubDate>${date}</pubDate><description>acme and others</description></item>`
  })
  return `<rss version="2.0"><channel><title>A</title><link>${address}</link>${items.join('')}</channel></rss>`
}

process.once('message', async ({ count }: { count: number }) => {
  process.send?.(await measure(count))
  process.exit(0)
})
process.send?.('ready')
