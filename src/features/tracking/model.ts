import { createHash } from 'node:crypto'
import { canonicalAddress } from '@overheard/base/address'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import type { Access } from '../../listeners/access.ts'
import { mentionsOf, type PostedCard, shownMentionsSchema } from '../../model/card.ts'
import { reminderBase } from '../../model/reminder.ts'

/** A card that is to be posted. It has everything that its record needs, because settings can change before Slack has the card. */
export const queuedCardSchema = reminderBase.extend({
  kind: z.literal('tracked-card'),
  subscription: z.string(),
  alert: idSchema,
  channel: z.string(),
  shows: shownMentionsSchema,
  /** Who pressed, where, and where the answer goes. */
  asker: z.object({ user: z.string(), channel: z.string(), responseUrl: z.string() }),
})
export type QueuedCard = z.infer<typeof queuedCardSchema>

/** A link of a message. `title` is that of the preview that Slack shows of it. */
export const linkSchema = z.object({ url: z.string(), title: z.string().exactOptional() })
export type Link = z.infer<typeof linkSchema>

/** Links to one page have the same hash in one channel. */
export const linkHash = (channel: string, url: string): string =>
  createHash('sha256')
    .update(JSON.stringify([channel, canonicalAddress(url) ?? url]))
    .digest('hex')
    .slice(0, 32)

export const urlOf = ({ shows }: Pick<QueuedCard, 'shows'>): string => mentionsOf(shows)[0]?.url ?? ''

/** A person who may post to a channel may know what is posted there. */
export const maySeePost = async (
  access: Pick<Access, 'maySee'>,
  { channel, asker }: Pick<QueuedCard, 'channel' | 'asker'>,
  posted: PostedCard,
): Promise<boolean> => posted.channel === channel || (await access.maySee(asker.user, posted)) === 'yes'

export function cardOf({
  subscription,
  alert,
  channel,
  shows,
}: Pick<QueuedCard, 'subscription' | 'alert' | 'channel' | 'shows'>): Omit<PostedCard, 'ts'> {
  return { channel, subscription, alert, shows, actions: [] }
}
