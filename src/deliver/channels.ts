import type { WebClient } from '@slack/web-api'
import { createLastAnswer } from '../model/last-answer.ts'
import { outcomeOf } from './outcome.ts'

/** A channel as people see it. `member`: whether our bot is in it. */
export type ChannelInfo = { id: string; name: string; member: boolean; archived: boolean }

/** What came of looking for a channel. */
export type Found =
  | { kind: 'found'; id: string }
  | { kind: 'missing' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string; afterMs: number }

/** Whether a channel that was in trouble can be posted to again; `unsure` where Slack will not say: then a post is the probe. */
export type Probe = 'usable' | 'unusable' | 'unsure'

/** What the delivery needs to know of channels. */
export type Channels = {
  /** The id of a channel written as an id or as `#name`. */
  find(written: string): Promise<Found>
  /** Joins a public channel; whether it worked shows at the first post. */
  join(id: string): Promise<void>
  probe(id: string): Promise<Probe>
  /** Whether Slack takes our token. */
  probeToken(): Promise<Probe>
  list(): Promise<ChannelInfo[]>
}

/** A list of channels serves names this long, in ms. */
const listLives = 60_000
/** At most this many pages of 500 are read: 25,000 channels. */
const mostPages = 50
/** When to ask again where Slack names no time, in ms. */
const askAgain = 5000

/** Channels over Slack's Web API. */
export function createChannels(client: WebClient, now: () => number): Channels {
  const atMost = createLastAnswer(() => readAll(client), now)
  const list = () => atMost(listLives)
  return {
    list,
    find: async (written) =>
      written.startsWith('#') ? byName(list, written) : { kind: 'found', id: written },
    async join(id) {
      await client.conversations.join({ channel: id }).catch(() => undefined)
    },
    probe: (id) => probe(client, id),
    probeToken: () => probeToken(client),
  }
}

async function byName(list: () => Promise<ChannelInfo[]>, written: string): Promise<Found> {
  const name = written.slice(1).toLowerCase()
  try {
    const channel = (await list()).find((candidate) => candidate.name.toLowerCase() === name)
    return channel === undefined ? { kind: 'missing' } : { kind: 'found', id: channel.id }
  } catch (error) {
    const failed = outcomeOf(error, false)
    const { reason } = failed
    if (failed.kind === 'rejected') return { kind: 'refused', reason }
    const afterMs = failed.kind === 'deferred' ? failed.afterMs : askAgain
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
    return outcomeOf(error, false).kind === 'rejected' ? 'unusable' : 'unsure'
  }
}

async function readAll(client: WebClient): Promise<ChannelInfo[]> {
  const found: ChannelInfo[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const answer = await client.conversations.list({
      types: 'public_channel,private_channel',
      limit: 500,
      ...(cursor ? { cursor } : {}),
    })
    for (const { id, name, is_member, is_archived } of answer.channels ?? []) {
      if (id && name) found.push({ id, name, member: is_member === true, archived: is_archived === true })
    }
    cursor = answer.response_metadata?.next_cursor
    if (!cursor) break
  }
  return found
}
