import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FeedState, feedsIn } from '../../../../test/tools/frozen-feeds.ts'
import { feeds } from '../../src/sources/feeds.ts'
import { startWorld } from '../engine-world.ts'
import { createFakeHosts } from '../fakes/hosts.ts'
import { createVirtualTime } from '../virtual-time.ts'

/** The feeds of `test/frozen/mentions-2` and `mentions-3`: those of the bot's frozen states, and some that tell little about their entries. */

/** When the databases were frozen. */
export const frozenAt = Date.UTC(2026, 10, 27, 13)

const cases = join(import.meta.dirname, '../sources/feeds/cases')
const ofCase = (name: string) => readFileSync(join(cases, `${name}.xml`), 'utf8')
const states = ['first', 'second', 'later'] as const

/** The documents by their addresses. */
function documentsIn(state: FeedState): Record<string, string> {
  const place = states.indexOf(state)
  const pick = (...names: [string, string, string]) => ofCase(names[place] ?? '')
  const signed = ['shop', 'cooks', 'rain'].map(
    (what, hour) =>
      `<item><guid>${state}-${what}</guid><title>Acme and ${what}</title><link>https://signed.example/go/${state}-${what}</link><pubDate>Fri, 27 Nov 2026 0${hour + 5}:00:00 GMT</pubDate></item>`,
  )
  return {
    ...feedsIn(state),
    'https://status.example/feed': pick('one-link-no-guid-1', 'one-link-no-guid-2', 'one-link-no-guid-2'),
    'https://search.example/feed': pick(
      ...([
        'new-id-and-link-each-fetch-1',
        'new-id-and-link-each-fetch-2',
        'new-id-and-link-each-fetch-1',
      ] as const),
    ),
    'https://daily.example/feed': pick('revision-in-guid-0', 'revision-in-guid-0', 'revision-in-guid-1'),
    'https://page-a.example/feed': ofCase('two-feeds-one-page-a'),
    'https://page-b.example/feed': ofCase('two-feeds-one-page-b'),
    'https://signed.example/feed': `<rss version="2.0"><channel><title>Signed</title><link>https://signed.example/</link>${signed.join('')}</channel></rss>`,
  }
}

/** The service on a file with all these feeds, from a time on (UTC ms). `show` changes their documents. */
export async function startFeedsOn(file: string, at: number, state: FeedState) {
  let documents = documentsIn(state)
  const addresses = Object.keys(documents)
  const time = createVirtualTime(at)
  const answer = ({ url }: { url: URL }) => {
    const text = documents[url.href]
    return text === undefined ? { status: 404 } : { text }
  }
  const hosts = Object.fromEntries(addresses.map((address) => [new URL(address).host, answer]))
  const world = await startWorld({
    sources: [feeds],
    settings: { alerts: [{ name: 'Acme', query: 'acme OR rival OR falcon' }], feeds: addresses, sources: {} },
    ...{ file, time, send: createFakeHosts(hosts, time.now).send },
  })
  return {
    ...world,
    show(next: FeedState): void {
      documents = documentsIn(next)
    },
  }
}
