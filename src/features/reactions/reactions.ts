import type { Mention } from '@overheard/mention-client/mention'
import { z } from 'zod'
import type { ApplyCardAction } from '../../cards/card-actions.ts'
import type { Access } from '../../listeners/access.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { mentionsOf, type PostedCard } from '../../model/card.ts'
import type { SpeakTo } from '../../people/speak-to.ts'
import type { PostEphemeral } from '../../slack/responses.ts'
import type { Users } from '../../slack/users.ts'

const actionOf = new Map<string, 'claim' | 'done'>([
  ['eyes', 'claim'],
  ['white_check_mark', 'done'],
])

const eventSchema = z.object({
  user: z.string(),
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: z.string(), ts: z.string() }),
  event_ts: z.string(),
})

type ReactionDeps = {
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  applyCardAction: ApplyCardAction
  access: Pick<Access, 'refusal'>
  users: Pick<Users, 'find'>
  speakTo: Pick<SpeakTo, 'asker'>
  postEphemeral: PostEphemeral
}

/**
 * Handles an added or removed reaction. A message of somebody else has no record, so a reaction to it costs no request. A
 * reaction to a message with several mentions does nothing, because it does not say which mention the person means.
 */
export function createReactions({
  findCard,
  applyCardAction,
  access,
  users,
  speakTo,
  postEphemeral,
}: ReactionDeps) {
  return async (event: unknown, isRemoved: boolean): Promise<void> => {
    const read = eventSchema.safeParse(event)
    if (!read.success) return
    const { user, reaction, item, event_ts: ts } = read.data
    const to = actionOf.get(reaction)
    if (to === undefined) return
    const { channel } = item
    const card = await findCard(item)
    const only = card && answerableMention(card)
    if (card === undefined || only === undefined) return
    if ((await users.find(user))?.isBot === true) return
    await speakTo.asker(user, async () => {
      const refusal = await access.refusal({ user, channel }, 'handle', { channel, alerts: [card.alert] })
      if (refusal === undefined) {
        const action = { kind: 'react', to, isRemoved, ts } as const
        await applyCardAction({ message: item, mentions: [only.id], user, action })
      } else if (!isRemoved) await postEphemeral({ user, channel }, textMessage(refusal))
    })
  }
}

/** Returns the mention of a message with only one. Nobody has to answer what our own organisation published. */
function answerableMention({ shows }: PostedCard): Mention | undefined {
  const [only, ...others] = mentionsOf(shows)
  if (others.length > 0 || shows.kind === 'burst') return undefined
  return shows.kind === 'card' && shows.isOwn ? undefined : only
}
