/** The time of a post with ten thousand waiting events of a webhook, with none, and without webhooks. */

import { withoutProxy } from '@overheard/base/http'
import { alone, ourPolls } from '../../../bench/contenders.ts'
import { farAlerts } from '../../../bench/far-alerts.ts'
import { type OpenStore, quiet } from '../../../bench/our-side.ts'
import { startFarSide } from '../../../bench/processes.ts'
import { alternate } from '../../../bench/rounds.ts'
import type { Row } from '../../../bench/row.ts'
import { queuedEvents } from '../../../src/features/webhooks/delivery.ts'
import { eventTypes } from '../../../src/features/webhooks/model.ts'
import { createWebhooks } from '../../../src/features/webhooks/webhooks.ts'
import type { Hooks } from '../../../src/kernel/facts.ts'
import { tellFeatures } from '../../../src/kernel/hooks.ts'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import type { Store } from '../../../src/store/store.ts'
import { startPostgres } from '../../tools/postgres.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const many = 10_000
const rounds = 15
const pollsPerRound = 6

export async function rows(): Promise<Row[]> {
  const farSide = await startFarSide()
  const found = await compare('files', farSide.url)
  const server = await startPostgres().catch(() => undefined)
  if (server !== undefined) {
    const databases: ReturnType<typeof connectDatabase>[] = []
    const open: OpenStore = async (deps) => {
      const database = connectDatabase(await server.database())
      databases.push(database)
      return openDatabaseStore(database, deps)
    }
    found.push(...(await compare('PostgreSQL', farSide.url, open)))
    for (const database of databases) await database.close()
    await server.stop()
  }
  await farSide.end()
  return found
}

async function compare(where: string, url: string, open?: OpenStore): Promise<Row[]> {
  const runs = [await poster(url, undefined, open), await poster(url, 0, open), await poster(url, many, open)]
  await alternate(3, runs)
  const [without = 0, none = 0, waiting = 0] = await alternate(rounds, runs)
  const ms = (figure: number) => figure.toFixed(2)
  return [
    {
      what: `post in ${where}: ${many} events waiting against none`,
      figure: waiting / none,
      unit: '×',
      most: 1.1,
      note: `${ms(waiting)} ms against ${ms(none)} ms in real time; a whole post`,
    },
    {
      what: `post in ${where}: ${many} events waiting against no webhook`,
      figure: waiting / without,
      unit: '×',
      note: `${ms(waiting)} ms against ${ms(without)} ms`,
    },
  ]
}

/** Resolves with a function that posts, and resolves with ms per post. Without `waiting` there is no webhook. */
async function poster(url: string, waiting: number | undefined, open?: OpenStore) {
  let store: Store | undefined
  let tell: Hooks['posted'] = nothing
  const post = await ourPolls(
    url,
    farAlerts.growing,
    20 * 60_000,
    alone,
    (made) => {
      store = made.store
      if (waiting === undefined) return
      const {
        posted = nothing,
        spikeStarted = nothing,
        spikeEnded = nothing,
      } = webhooksOf(made.store, made.deps.now).hooks
      tell = posted
      made.deps.told = tellFeatures({ posted, spikeStarted, spikeEnded })
    },
    open,
  )
  if (store === undefined) throw new Error('no store')
  const queue = queuedEvents(store)
  for (let number = 0; number < (waiting ?? 0); number += 100) await tell(postFrom(number))
  return async () => {
    let [ms, posts] = [0, 0]
    for (let poll = 0; poll < pollsPerRound; poll++) {
      const began = performance.now()
      posts += await post()
      ms += performance.now() - began
    }
    // The events of these posts are removed, as if they were delivered.
    const events = await Array.fromAsync(queue.since(0))
    for (const event of events.slice(waiting)) await queue.change(event, () => undefined)
    return ms / posts
  }
}

const nothing = async () => undefined

function postFrom(number: number) {
  const mentions = Array.from({ length: 100 }, (_, index) => sampleMention({ id: String(number + index) }))
  const subscription = subscriptionOf({ name: 'waiting', alert: '1', channel: 'C1' })
  const card = {
    ...{ subscription: subscription.name, alert: '1', channel: 'C1', ts: `${1_795_000_000 + number}.000100` },
    ...{ actions: [], shows: { kind: 'thread' as const, mentions, firstNumber: 1 } },
  }
  return { subscription, card }
}

function webhooksOf(store: Store, now: () => number) {
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  return createWebhooks([{ url: 'http://127.0.0.1:9/', secret, events: eventTypes, allowPrivate: true }], {
    now,
    store,
    setTimer: () => () => undefined,
    stopping: new AbortController().signal,
    leads: () => true,
    problems: { raise: () => undefined, clear: () => true },
    proxy: withoutProxy,
    observe: () => undefined,
    log: quiet,
  })
}
