import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api'
import { memoizeAsync } from '../async/memoize.ts'
import type { Log } from '../model/log.ts'
import type { KnownChannels } from '../store/collections.ts'
import { createCooldown } from './cooldown.ts'
import { outcomeOf } from './errors.ts'

/** What came of looking for a channel. */
export type FoundChannel =
  | { kind: 'found'; id: string }
  | { kind: 'missing' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string; afterMs: number }

/** Whether a channel that was in trouble can be posted to again; `unsure` where Slack will not say: then a post is the probe. */
export type Probe = 'usable' | 'unusable' | 'unsure'

/** What the delivery needs to know of channels. */
export type Channels = {
  /** The id of a channel written as an id or as `#name`. */
  find(written: string): Promise<FoundChannel>
  /** Joins a public channel; whether it worked shows at the first post. */
  join(id: string): Promise<void>
  probe(id: string): Promise<Probe>
  /** Whether Slack takes our token. */
  probeToken(): Promise<Probe>
  list(): Promise<ChannelInfo[]>
}

/** A list of channels serves this long, in ms. A name that is on it is served by it so long for each of its pages: one call a minute. */
const listLifetimeMs = 60_000
/** When to ask again where Slack names no time, in ms. */
const retryListMs = 5000

/** Channels over Slack's Web API. */
export function createChannels(client: WebClient, now: () => number): Channels {
  const listChannels = memoizeAsync(createChannelList(client, now), { now, ttlMs: listLifetimeMs })
  let pages = 1
  async function list(maxAgeMs = listLifetimeMs): Promise<ChannelInfo[]> {
    const all = await listChannels.noOlderThan(maxAgeMs)
    pages = Math.max(1, Math.ceil(all.length / channelPageSize))
    return all
  }
  return {
    list: () => list(),
    find: async (written) =>
      written.startsWith('#')
        ? byName([() => list(pages * listLifetimeMs), () => list()], written)
        : { kind: 'found', id: written },
    async join(id) {
      await client.conversations.join({ channel: id }).catch(() => undefined)
    },
    probe: (id) => probe(client, id),
    probeToken: () => probeToken(client),
  }
}

/** Looks for a name in one list after the other. */
async function byName(lists: (() => Promise<ChannelInfo[]>)[], written: string): Promise<FoundChannel> {
  const name = written.slice(1).toLowerCase()
  try {
    for (const list of lists) {
      const channel = (await list()).find((candidate) => candidate.name.toLowerCase() === name)
      if (channel !== undefined) return { kind: 'found', id: channel.id }
    }
    return { kind: 'missing' }
  } catch (error) {
    const failed = outcomeOf(error, false)
    const { reason } = failed
    if (failed.kind === 'rejected') return { kind: 'refused', reason }
    const afterMs = failed.kind === 'deferred' ? failed.afterMs : retryListMs
    return { kind: 'unreachable', reason, afterMs }
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

/** A channel as people see it. `member`: whether our bot is in it. */
export type ChannelInfo = { id: string; name: string; member: boolean; archived: boolean }

/** As many channels a page are asked for. */
const channelPageSize = 500
/** At most this many pages are read: 25,000 channels. */
const mostChannelPages = 50
/** What was read so long ago is read again, in ms: channels get other names. */
const longestReadingMs = 10 * 60_000

/** A reading that is not over: what it has found, how many pages that were, and where it goes on. `startedAt`: ms. */
type Reading = { startedAt: number; found: ChannelInfo[]; pages: number; cursor?: string }

/**
 * Makes what reads all channels. Slack takes about twenty such calls a minute, which is fewer than a large workspace has pages: a
 * reading that is cut short goes on from there when somebody asks again, and Slack is left alone for as long as it asks for.
 * Rejects with what the SDK throws. `now`: ms.
 */
function createChannelList(client: WebClient, now: () => number): () => Promise<ChannelInfo[]> {
  let reading: Reading | undefined
  const rest = createCooldown(now)

  function begun(): Reading {
    const isFresh = reading !== undefined && now() - reading.startedAt < longestReadingMs
    return reading !== undefined && isFresh ? reading : { startedAt: now(), found: [], pages: 0 }
  }
  async function readOn(current: Reading): Promise<ChannelInfo[]> {
    for (;;) {
      const { channels, next } = await readPage(client, current.cursor)
      current.found.push(...channels)
      current.pages += 1
      if (!next || current.pages >= mostChannelPages) return current.found
      current.cursor = next
    }
  }
  return async () => {
    if (rest.left() > 0) throw new WebAPIRateLimitedError(Math.ceil(rest.left() / 1000))
    const current = begun()
    reading = undefined
    try {
      return await readOn(current)
    } catch (error) {
      const failed = outcomeOf(error, false)
      if (failed.kind === 'deferred') rest.begin(failed.afterMs)
      if (failed.kind !== 'rejected') reading = current
      throw error
    }
  }
}

async function readPage(client: WebClient, cursor: string | undefined) {
  const answer = await client.conversations.list({
    types: 'public_channel,private_channel',
    limit: channelPageSize,
    ...(cursor === undefined ? {} : { cursor }),
  })
  const channels = (answer.channels ?? []).flatMap(({ id, name, is_member, is_archived }) =>
    id && name ? [{ id, name, member: is_member === true, archived: is_archived === true }] : [],
  )
  return { channels, next: answer.response_metadata?.next_cursor }
}

/**
 * Finds channels as Slack does; where no channel has a name any more, the one that had it last goes on being meant: it was renamed.
 * A channel that takes over the name is meant from then on. A store that cannot be used costs this, and no post.
 */
export function rememberRenamedChannels(
  channels: Channels,
  known: KnownChannels,
  log: Pick<Log, 'warn'>,
): Channels {
  const kept = new Map<string, string>()
  const warn = (error: Error) => log.warn({ reason: error.message }, 'the names of channels cannot be kept')

  async function keep(name: string, id: string): Promise<void> {
    if (kept.get(name) === id) return
    await known.keep(name, id)
    kept.set(name, id)
  }

  async function knownBefore(name: string): Promise<FoundChannel> {
    const id = await known.find(name)
    const isThere = id !== undefined && (await channels.list()).some((channel) => channel.id === id)
    return isThere ? { kind: 'found', id } : { kind: 'missing' }
  }

  async function findByName(written: string): Promise<FoundChannel> {
    const found = await channels.find(written)
    const name = written.toLowerCase()
    if (found.kind === 'found') await keep(name, found.id).catch(warn)
    if (found.kind !== 'missing') return found
    return knownBefore(name).catch((error: Error) => {
      warn(error)
      return found
    })
  }

  return {
    ...channels,
    find: (written) => (written.startsWith('#') ? findByName(written) : channels.find(written)),
  }
}

/** `#name` of a channel that is written by id or by name. Returns the text itself if the channel list cannot be read. */
export async function channelLabel(channels: Pick<Channels, 'list'>, written: string): Promise<string> {
  const list = await channels.list().catch(() => [])
  const found = list.find(({ id }) => id === written)
  return found === undefined ? written : `#${found.name}`
}
