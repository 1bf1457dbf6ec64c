import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { DecisionRecord } from '../../src/model/decision.ts'
import type { Mute } from '../../src/model/mute.ts'

/** What the bot has stored about mentions that it does not post. The mutes are those of a channel, by its id. */
export type BotRecords = {
  decisionsSince: (since: Time) => AsyncIterable<DecisionRecord>
  mutes: () => Promise<{ key: string; value: Mute[] }[]>
}

type FindMute = (mutes: readonly Mute[], mention: Mention, now: Time) => Mute | undefined

/** A mention of a subscription of the demo. `channel` is the id. */
type Place = { subscription: string; channel: string; id: Id }

/**
 * Knows which mentions the bot has left out: those that its decision log skips. A kill can lose the last entries of that log, so a mention
 * that a mute of its channel matches counts, too.
 */
export function createLeftOut(
  { decisionsSince, mutes }: BotRecords,
  findMute: FindMute,
  startedAt: Time,
  now: () => Time,
) {
  let skipped = new Set<string>()
  let muted = new Map<string, Mute[]>()
  return {
    has({ subscription, channel, id }: Place, read: () => Mention): boolean {
      if (skipped.has(keyOf(subscription, id))) return true
      const inChannel = muted.get(channel) ?? []
      return inChannel.length > 0 && findMute(inChannel, read(), now()) !== undefined
    },
    /** Rejects if the store cannot be read. */
    async refresh(): Promise<void> {
      const found = new Set<string>()
      for await (const { subscription, id, outcome } of decisionsSince(startedAt))
        if (outcome === 'skipped') found.add(keyOf(subscription, id))
      skipped = found
      muted = new Map((await mutes()).map(({ key, value }) => [key, value]))
    },
  }
}

const keyOf = (subscription: string, id: Id) => `${subscription} ${id}`
