/** Asks for a feed and stores it, as the mention service does, and answers with the largest memory of the process in bytes. */

import { systemTimer } from '@overheard/base/clock'
import { withoutProxy } from '@overheard/base/http'
import { createHosts } from '@overheard/listen/fetch/hosts'
import { createPoliteFetch, withoutMemory } from '@overheard/listen/fetch/polite-fetch'
import { createSend } from '@overheard/listen/fetch/send'
import { createIngest } from '@overheard/listen/ingest'
import type { Json, Tools } from '@overheard/listen/source'
import { resolveName } from '@overheard/listen/sources/feeds/short-names'
import { openStore } from '@overheard/listen/store/store'
import { pollFeed } from '../packages/listen/src/sources/feeds/poll-feed.ts'
import { feeds } from '../packages/listen/src/sources/feeds.ts'

const looks = 4
const nothing = () => undefined

process.once('message', async ({ url }: { url: string }) => {
  const store = openStore(':memory:')
  const ingest = createIngest({ store, sourceNamed: () => feeds, now: Date.now })
  const { send, close } = createSend({
    ...{ proxy: withoutProxy, allowPrivate: true, now: Date.now, setTimer: systemTimer },
  })
  const hosts = createHosts({ waits: store.hosts, now: Date.now, sleep: async () => undefined })
  const fetchFor = createPoliteFetch({ send, hosts, now: Date.now, userAgent: 'Bench/1' })
  const poll = pollFeed(resolveName(url), { place: 0, of: 1 })
  let cursor: Json | undefined
  for (let look = 0; look < looks; look++) {
    const { signal } = new AbortController()
    const tools: Tools = {
      ...{ now: Date.now, random: () => 0, sleep: async () => undefined, signal },
      log: { info: nothing, warn: nothing, error: nothing },
      fetch: fetchFor(withoutMemory(signal)),
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
    await ingest.store(batch, { source: feeds, channel: url, keepsAll: true })
  }
  await close()
  process.send?.(process.resourceUsage().maxRSS * 1024, () => process.exit())
})
process.send?.('ready')
