import type { WebClient } from '@slack/web-api'
import { memoizeAsync } from '../model/last-answer.ts'
import { type ChannelInfo, channelPageSize, createChannelList } from './channel-list.ts'
import { outcomeOf } from './outcome.ts'

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
  const atMost = memoizeAsync(createChannelList(client, now), now)
  let pages = 1
  async function list(oldest = listLifetimeMs): Promise<ChannelInfo[]> {
    const all = await atMost(oldest)
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
