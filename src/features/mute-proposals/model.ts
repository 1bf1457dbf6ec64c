import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { muteKinds } from '../../model/mute.ts'

const muteProposalSchema = z.object({
  kind: z.enum(muteKinds),
  /** The name of the mute; strangers may have written it. */
  name: z.string(),
  /** How many mentions the mute would have held back. */
  count: z.number(),
  /** How many of them people have marked as not relevant. */
  dismissed: z.number(),
  /** The messages with the newest of these mentions, newest first. */
  newest: z.array(z.object({ ts: z.string(), mention: idSchema })),
})
export type MuteProposal = z.infer<typeof muteProposalSchema>

/** The proposals of one channel. The key is the channel's id. */
export const channelProposalsSchema = z.object({
  channel: z.string(),
  /** When the mentions were counted. */
  at: timeSchema,
  since: timeSchema,
  until: timeSchema,
  /** The number of mentions that were posted from `since` to `until`. */
  total: z.number(),
  proposals: z.array(muteProposalSchema),
  declined: z.array(z.object({ kind: z.enum(muteKinds), name: z.string(), at: timeSchema })),
})
export type ChannelProposals = z.infer<typeof channelProposalsSchema>

/** `id` is the same for each proposal of the same name. `since` and `until` enclose the posts of `total`. */
export type ShownProposal = MuteProposal &
  Pick<ChannelProposals, 'channel' | 'since' | 'until' | 'total'> & { id: string }
