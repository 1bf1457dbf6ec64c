import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api'
import { outcomeOf } from './outcome.ts'
import { createCooldown } from './rest.ts'

/** A channel as people see it. `member`: whether our bot is in it. */
export type ChannelInfo = { id: string; name: string; member: boolean; archived: boolean }

/** As many channels a page are asked for. */
export const channelPageSize = 500
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
export function createChannelList(client: WebClient, now: () => number): () => Promise<ChannelInfo[]> {
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
