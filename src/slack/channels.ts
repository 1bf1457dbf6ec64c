import type { Clocks, SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { memoizeAsync } from '@overheard/base/memoize'
import { createRateLimiter } from '@overheard/base/rate-limiter'
import type { Ms } from '@overheard/base/time'
import { outcomeOf } from '@overheard/post-once/errors'
import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api'
import { z } from 'zod'
import { type CollectionKind, type Collections, openCollection } from '../model/collection.ts'
import { errorMessage, type Log } from '../model/log.ts'

/** `lost` means that the name stands for the channel `id`, which Slack does not show the bot any more. */
export type FoundChannel =
  | { kind: 'found'; id: string }
  | { kind: 'lost'; id: string }
  | { kind: 'missing' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string; afterMs: Ms }

/** Tells if a channel or a token works again after a problem. After `unsure` only the next post can tell. */
export type Probe = 'usable' | 'unusable' | 'unsure'

export type Channels = {
  find(written: string): Promise<FoundChannel>
  /** Joins a public channel. Ignores a failure, because the next post reports it. */
  join(id: string): Promise<void>
  probe(id: string): Promise<Probe>
  probeToken(): Promise<Probe>
  list(): Promise<ChannelInfo[]>
}

export type ChannelIds = {
  find(name: string): Promise<string | undefined>
  /** Does nothing if the name has an id. */
  keep(name: string, id: string): Promise<void>
}

/** Keeps the id that a name stood for first, because another channel that takes the name would get the messages. */
export const knownChannelKind: CollectionKind<string> = {
  name: 'known-channels',
  schema: z.string(),
  restricts: true,
}

export function knownChannels(store: Collections): ChannelIds {
  const { find, change } = openCollection(store, knownChannelKind)
  return {
    find,
    async keep(name, id) {
      await change(name, (known) => known ?? id)
    },
  }
}

/**
 * A list of channels may be this old, in ms. For a first lookup the list may be older: this time multiplied by the number of its pages. So
 * a large workspace costs one call a minute.
 */
const listLifetimeMs = 60_000
const retryListMs = 5000

/**
 * A channel that is written by name keeps the id that the name had at its first lookup, for ever. So a renamed channel is still found, and
 * another channel that takes over the name does not get its messages: a private channel that the bot had to leave looks like a deleted one.
 * Only a person can choose another channel, by its id. Without `ids`, a restart forgets the ids.
 */
export function createChannels(
  client: WebClient,
  clocks: Clocks,
  ids?: ChannelIds,
  log?: Pick<Log, 'warn'>,
): Channels {
  const listChannels = memoizeAsync(createChannelList(client, clocks.steady), {
    ...clocks,
    ttlMs: listLifetimeMs,
  })
  const kept = new Map<string, string>()
  const stored = new Set<string>()
  const isVisible = memoizeAsync((id: string) => askIfVisible(client, id), {
    ...clocks,
    ttlMs: listLifetimeMs,
  })
  let pages = 1
  /** Thousands of subscriptions are looked up at once. */
  const indexOf = indexedOnce()

  async function list(maxAgeMs = listLifetimeMs): Promise<ChannelInfo[]> {
    const all = await listChannels.noOlderThan(maxAgeMs)
    pages = Math.max(1, Math.ceil(all.length / channelPageSize))
    return all
  }

  async function find(ask: () => Promise<FoundChannel>): Promise<FoundChannel> {
    try {
      return await ask()
    } catch (error) {
      const failed = outcomeOf(error, false)
      const { reason } = failed
      if (failed.kind === 'rejected') return { kind: 'refused', reason }
      const afterMs = failed.kind === 'deferred' ? failed.afterMs : retryListMs
      return { kind: 'unreachable', reason, afterMs }
    }
  }

  /** The list has no private channel that the bot is not in, and none beyond the last page that is read. */
  async function findKept(id: string): Promise<FoundChannel> {
    const isListed = indexOf(await list(pages * listLifetimeMs)).ids.has(id)
    return isListed || (await isVisible(id)) ? { kind: 'found', id } : { kind: 'lost', id }
  }

  async function search(key: string): Promise<FoundChannel> {
    for (const maxAgeMs of [pages * listLifetimeMs, listLifetimeMs]) {
      const id = indexOf(await list(maxAgeMs)).idByName.get(key)
      if (id !== undefined) return { kind: 'found', id }
    }
    return { kind: 'missing' }
  }

  async function findByName(written: string): Promise<FoundChannel> {
    const key = written.toLowerCase()
    let keptId: string | undefined
    try {
      keptId = kept.get(key) ?? (await ids?.find(key))
    } catch (error) {
      // Without the stored id nothing is posted, because another channel may have taken the name.
      warn(error)
      return { kind: 'unreachable', reason: 'the store cannot be read', afterMs: retryListMs }
    }
    const found = await find(() => (keptId === undefined ? search(key) : findKept(keptId)))
    if ('id' in found) await keep(key, found.id).catch(warn)
    return found
  }

  async function keep(key: string, id: string): Promise<void> {
    kept.set(key, id)
    if (stored.has(key)) return
    await ids?.keep(key, id)
    stored.add(key)
  }

  function warn(error: unknown): void {
    log?.warn({ reason: errorMessage(error) }, 'could not read or save the stored channel ids; retrying')
  }

  return {
    list: () => list(),
    find: async (written) => (written.startsWith('#') ? findByName(written) : { kind: 'found', id: written }),
    async join(id) {
      await client.conversations.join({ channel: id }).catch(() => undefined)
    },
    probe: (id) => probe(client, id),
    probeToken: () => probeToken(client),
  }
}

/** Rejects with the SDK's errors, unless Slack says that the bot cannot see the channel. */
async function askIfVisible(client: WebClient, channel: string): Promise<boolean> {
  try {
    await client.conversations.info({ channel })
    return true
  } catch (error) {
    const failed = outcomeOf(error, false)
    if (failed.kind === 'rejected' && failed.extent === 'channel') return false
    throw error
  }
}

async function probe(client: WebClient, channel: string): Promise<Probe> {
  try {
    const { channel: info } = await client.conversations.info({ channel })
    if (info?.is_member === undefined) return 'unsure'
    return info.is_member && info.is_archived !== true ? 'usable' : 'unusable'
  } catch (error) {
    const failed = outcomeOf(error, false)
    return failed.kind === 'rejected' && failed.extent === 'channel' ? 'unusable' : 'unsure'
  }
}

async function probeToken(client: WebClient): Promise<Probe> {
  try {
    await client.auth.test()
    return 'usable'
  } catch (error) {
    const failed = outcomeOf(error, false)
    return failed.kind === 'rejected' && failed.extent !== 'unclear' ? 'unusable' : 'unsure'
  }
}

export type ChannelInfo = {
  id: string
  name: string
  member: boolean
  archived: boolean
}

/** Returns a function that indexes a list once. Of two channels with the same name, the first one counts. */
function indexedOnce() {
  const known = new WeakMap<ChannelInfo[], { ids: Set<string>; idByName: Map<string, string> }>()
  return (list: ChannelInfo[]) => {
    const index = known.get(list) ?? {
      ids: new Set(list.map(({ id }) => id)),
      idByName: new Map(list.toReversed().map(({ id, name }) => [`#${name.toLowerCase()}`, id])),
    }
    known.set(list, index)
    return index
  }
}

const channelPageSize = 500
/** At most this many pages are read: 25,000 channels. */
const maxChannelPages = 50
/** After this time, in ms, an unfinished read begins again with the first page, because channels may have been renamed. */
const maxReadingAgeMs = 10 * 60_000

type Reading = {
  startedAt: Ms
  found: ChannelInfo[]
  pages: number
  cursor?: string
}

/** This rate limit delays a request only during the pauses that Slack asks for. */
const onlyPauses = { limit: Number.POSITIVE_INFINITY, windowMs: 0 }

/**
 * The returned function reads all channels. Slack accepts about twenty such calls a minute, and a large workspace has more pages than that.
 * If Slack refuses a page, the next call continues there after Slack's pause. The function rejects with the SDK's errors.
 */
function createChannelList(client: WebClient, steady: SteadyClock): () => Promise<ChannelInfo[]> {
  const method = 'conversations.list'
  const limiter = createRateLimiter(onlyPauses, steady)
  let interrupted: Reading | undefined

  async function readOn(reading: Reading): Promise<ChannelInfo[]> {
    for (;;) {
      const { channels, next } = await readPage(client, reading.cursor)
      reading.found.push(...channels)
      reading.pages += 1
      if (!next || reading.pages >= maxChannelPages) return reading.found
      reading.cursor = next
    }
  }

  return async () => {
    const waitMs = await limiter.take(method)
    if (waitMs > 0) throw new WebAPIRateLimitedError(Math.ceil(waitMs / 1000))
    const isFresh = interrupted !== undefined && steady() - interrupted.startedAt < maxReadingAgeMs
    const reading =
      interrupted !== undefined && isFresh ? interrupted : { startedAt: steady(), found: [], pages: 0 }
    interrupted = undefined
    try {
      return await readOn(reading)
    } catch (error) {
      const failed = outcomeOf(error, false)
      if (failed.kind === 'deferred') await limiter.pause(method, failed.afterMs)
      if (failed.kind !== 'rejected') interrupted = reading
      throw error
    }
  }
}

async function readPage(client: WebClient, cursor: string | undefined) {
  const answer = await client.conversations.list({
    types: 'public_channel,private_channel',
    limit: channelPageSize,
    ...defined({ cursor }),
  })
  const channels = (answer.channels ?? []).flatMap(({ id, name, is_member, is_archived }) =>
    id && name ? [{ id, name, member: is_member === true, archived: is_archived === true }] : [],
  )
  return { channels, next: answer.response_metadata?.next_cursor }
}
