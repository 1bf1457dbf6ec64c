/** The contenders whose CPU time is measured, by name. Each runs in its own process. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebClient } from '@slack/web-api'
import { Pool } from 'undici'
import type { PollDeps } from '../src/engine/ports.ts'
import type { CheckpointStore } from '../src/model/checkpoint.ts'
import { writeReceipt } from '../src/slack/receipts.ts'
import { disk } from '../src/store/file/disk.ts'
import { replaceFile } from '../src/store/file/json-file.ts'
import { farAlerts, growsEvery } from './far-alerts.ts'
import {
  alertOf,
  client,
  createClock,
  createPollDeps,
  dueOf,
  type OpenStore,
  subscriptionTo,
} from './our-side.ts'

/** Does some work; resolves with the number of units. */
export type Operation = () => Promise<number>

/**
 * Each contender runs alone, or several at once (alerts that are due at the same moment, channels that are posted
 * to).
 */
export const alone = 1
export const together = 20

/** Prepares the operation of one contender, `atOnce` times in parallel. */
export const contenders: Readonly<Record<string, (url: string, atOnce: number) => Promise<Operation>>> = {
  'raw pool: empty poll': async (url, atOnce) => sideBySide(rawPool(url, farAlerts.empty), atOnce),
  'raw pool: full page': async (url) => rawPool(url, farAlerts.fullPage),
  'SDK: post and write': async (url, atOnce) => sideBySide(await postAndWrite(url), atOnce),
  'SDK: post and checkpoint': async (url) => {
    const post = await postAndWrite(url, await checkpointWriter(url))
    return () => post(0)
  },
  // Within the request budget, because the rate limiter remembers each request of the last minute.
  'ours: empty poll': (url, atOnce) => ourPolls(url, farAlerts.empty, 240 * atOnce, atOnce),
  'ours: full page': async (url) => {
    const service = client(url, Date.now)
    return once(async () => {
      let read = 0
      const pages = service.mentionsSince(farAlerts.fullPage, '0', { priority: 'poll' })
      for await (const { mentions } of pages) read += mentions.length
      if (read !== 300) throw new Error(`a page of ${read}`)
    })
  },
  'ours: posted message': (url, atOnce) => ourPolls(url, farAlerts.growing, growsEvery, atOnce),
}

function once(run: () => Promise<void>): Operation {
  return async () => {
    await run()
    return 1
  }
}

function sideBySide(operation: (place: number) => Promise<number>, atOnce: number): Operation {
  return async () => {
    await Promise.all(Array.from({ length: atOnce }, (_, place) => operation(place)))
    return atOnce
  }
}

function rawPool(url: string, alert: string): Operation {
  const pool = new Pool(url, { connections: 64 })
  const path = `/v1.0/alerts/${alert}/mentions?access_token=token&sort_by=id&sort_order=asc`
  return once(async () => {
    const { body } = await pool.request({ path, method: 'GET' })
    await body.json()
  })
}

/**
 * The least that a bot must do for a message: the SDK posts the blocks of our card, and one file remembers it. The file is replaced as a whole,
 * as every file of the store, because a power cut must leave its old or its new content.
 */
async function postAndWrite(
  url: string,
  write: Write = fileWriter(),
): Promise<(place: number) => Promise<number>> {
  const { content, receipt } = await ourCard(url)
  if (receipt === undefined) throw new Error('a card without a receipt')
  const client = new WebClient('xoxb-token', { slackApiUrl: `${url}/api/` })
  return async (place) => {
    const { ts } = await client.chat.postMessage({
      channel: 'C1',
      text: content.text,
      blocks: content.blocks,
      metadata: writeReceipt(receipt),
      unfurl_links: false,
      unfurl_media: false,
    })
    await write(place, ts)
    return 1
  }
}

type Write = (place: number, ts: string | undefined) => Promise<unknown>

function fileWriter(): Write {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  return (place, ts) => replaceFile(join(folder, `${place}.json`), JSON.stringify({ ts }), disk)
}

/**
 * Stores the checkpoint of a posted mention instead: the next message with its checksum, and the check before and after it that the folder is still
 * ours. No post can need less, because without them a crash or a second process would lose or repeat a message.
 */
async function checkpointWriter(url: string): Promise<Write> {
  const stored: Parameters<CheckpointStore['save']>[] = []
  let save: CheckpointStore['save'] | undefined
  const poll = await ourPolls(url, farAlerts.growing, growsEvery, alone, ({ store }) => {
    const { checkpoints } = store.leading
    store.leading.checkpoints = () => {
      const opened = checkpoints()
      save = opened.save
      const seen: CheckpointStore['save'] = (...saved) => {
        stored.push(saved)
        return opened.save(...saved)
      }
      return { ...opened, save: seen }
    }
  })
  await poll()
  const pending = stored.filter(([, { pending }]) => pending !== undefined)
  let next = 0
  return async () => {
    const [key, checkpoint] = pending[next++ % pending.length] ?? []
    if (key === undefined || checkpoint === undefined) throw new Error('nothing was stored')
    await save?.(key, checkpoint)
  }
}

type Posting = Parameters<PollDeps['post']>[0]

/** A card as the bot posts it. */
async function ourCard(url: string): Promise<Posting> {
  const cards: Posting[] = []
  const poll = await ourPolls(url, farAlerts.growing, growsEvery, alone, ({ deps }) => {
    const { post } = deps
    deps.post = (posting) => {
      cards.push(posting)
      return post(posting)
    }
  })
  await poll()
  const card = cards.at(-1)
  if (card === undefined) throw new Error('nothing was posted')
  return card
}

/**
 * One poll for each of several alerts with one subscription, after initial sync and the start of counting. The clock moves by `ms` between
 * polls. A unit is a posted mention, or a poll if none was posted.
 */
export async function ourPolls(
  url: string,
  kind: string,
  step: number,
  atOnce: number,
  prepare: (made: Awaited<ReturnType<typeof createPollDeps>>) => void = () => undefined,
  openStore?: OpenStore,
): Promise<Operation> {
  const clock = createClock()
  let posted = 0
  const made = await createPollDeps(url, clock, () => posted++, openStore)
  prepare(made)
  const { deps, volume, store, pollOnce } = made
  const watched = Array.from({ length: atOnce }, (_, index) => {
    const id = `${kind}${atOnce}${String(index).padStart(3, '0')}`
    return { alert: alertOf(id), due: [dueOf(subscriptionTo(id, { channel: `C${id}` }))] }
  })
  const operation = async () => {
    posted = 0
    clock.ahead += step
    await Promise.all(
      watched.map(async ({ alert, due }) => {
        const checkpoints = store.leading.checkpoints()
        for (const { error, deferred: left } of await pollOnce(
          { ...deps, volume, checkpoints },
          alert,
          due,
        )) {
          if (error !== undefined || left !== undefined)
            throw new Error(left ?? 'a poll failed', { cause: error })
        }
      }),
    )
    return posted || atOnce
  }
  // The histories for the baseline are read for one alert at a time, seconds apart.
  for (let first = 0; first <= atOnce; first++) {
    clock.ahead += 3000
    await operation()
  }
  return operation
}
