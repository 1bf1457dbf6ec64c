import { createIngest } from '@overheard/listen/ingest'
import type { Json, Tools } from '@overheard/listen/source'
import { resolveName } from '@overheard/listen/sources/feeds/short-names'
import { openStore } from '@overheard/listen/store/store'
import { Parser } from 'htmlparser2'
import { pollFeed } from '../packages/listen/src/sources/feeds/poll-feed.ts'
import { feeds } from '../packages/listen/src/sources/feeds.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'

const entries = 30
const rounds = 15
const looksOfRound = 20
const address = 'https://a.example/feed'
const begun = Date.UTC(2026, 10, 23)
const words = 'acme shop court garden bridge school market museum harbour forest bakery stadium'.split(' ')
const textOf = (number: number, count: number) =>
  Array.from({ length: count }, (_, place) => words[(number * 7 + place * place) % words.length]).join(' ')

/** The newest entry is `newest`. */
function documentOf(newest: number): string {
  const items = Array.from({ length: entries }, (_, place) => newest - place).map(
    (number) =>
      `<item><guid isPermaLink="false">https://a.example/?p=${number}</guid><link>https://a.example/${number}/</link><title>${textOf(number, 8)} ${number}</title><pubDate>${new Date(begun - (1000 - number) * 60_000).toUTCString()}</pubDate><description>&lt;p&gt;${textOf(number, 120)}&lt;/p&gt;</description></item>`,
  )
  return `<rss version="2.0"><channel><title>A</title><link>https://a.example/</link>${items.join('')}</channel></rss>`
}

/** What a look at a feed costs, from its document to the disk, beside the parser alone on the same document. */
export async function ingestRows(): Promise<Row[]> {
  const store = openStore(':memory:')
  try {
    store.alerts.add({
      ...{ alert_type: 'mentions', alert_name: 'Acme', project_id: '1', project_name: 'Bench' },
      query: 'acme',
    })
    const ingest = createIngest({ store, sourceNamed: () => feeds, now: () => begun })
    const poll = pollFeed(resolveName(address), { place: 0, of: 1 })
    const nothing = () => undefined
    let cursor: Json | undefined
    const look = async (document: string) => {
      const tools: Tools = {
        ...{ now: () => begun, random: () => 0, sleep: async () => undefined },
        ...{ signal: new AbortController().signal, log: { info: nothing, warn: nothing, error: nothing } },
        fetch: async (url) => ({
          ...{ kind: 'fresh', url, status: 200, headers: {}, body: Buffer.from(document) },
          text: () => document,
        }),
        socket: () => {
          throw new Error('Feeds need no websocket.')
        },
        given: (prefix) => store.items.given('feeds', prefix, 2000),
        givenAs: (ids) => store.items.givenAs('feeds', ids),
        removedAt: (prefix, times) => store.items.removedAt('feeds', prefix, times),
        authorOf: () => undefined,
        left: () => [],
      }
      const batch = await poll(cursor, tools)
      cursor = batch.cursor ?? cursor
      await ingest.store(batch, { source: feeds, channel: address, keepsAll: true })
    }
    const parse = async (document: string) => new Parser({}, { xmlMode: true }).end(document)
    const spent = async (
      operate: (document: string) => Promise<void>,
      documentAt: (place: number) => string,
    ) => {
      const documents = Array.from({ length: looksOfRound }, (_, place) => documentAt(place))
      const before = process.cpuUsage()
      for (const document of documents) await operate(document)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / looksOfRound / 1000
    }
    let newest = entries
    await look(documentOf(newest))
    const [known, news]: [number[], number[]] = [[], []]
    for (let round = -1; round < rounds; round++) {
      const same = documentOf(newest)
      const [reference, without] = [await spent(parse, () => same), await spent(look, () => same)]
      const first = newest
      const withNews = await spent(look, (place) => documentOf(first + place + 1))
      newest += looksOfRound
      // The first round loads and compiles.
      if (round < 0) continue
      known.push(without / reference)
      news.push(withNews / reference)
    }
    const row = { unit: '× the parser', note: `CPU of a look at a feed of ${entries} entries` }
    return [
      { ...row, what: 'A feed without news', figure: median(known) },
      { ...row, what: 'A feed with one new entry', figure: median(news) },
    ]
  } finally {
    store.close()
  }
}
