import type { ApplyCardAction } from '../../cards/card-actions.ts'
import { readButtonValue } from '../../messages/block-actions.ts'
import { claimedNegatives } from '../../messages/burst-entries.ts'
import type { Id } from '../../model/id.ts'
import type { SearchReceipts } from '../../outbox/ports.ts'
import { metadataOf } from '../card-modals.ts'
import type { MessageAction } from '../payloads.ts'
import type { Reply } from '../reply.ts'

type ClaimNegativeDeps = { applyCardAction: ApplyCardAction; readHistory: SearchReceipts; reply: Reply }

/**
 * "Claim all 7 negative" of a burst: claims each of them where it is listed, in the parent or in a message of its thread. The receipts of
 * these messages tell which lists which. If some are not posted yet, the answer says how many.
 */
export function createClaimNegative({ applyCardAction, readHistory, reply }: ClaimNegativeDeps) {
  return async (action: MessageAction): Promise<void> => {
    const target = readButtonValue(action.value)
    if (target === undefined) return
    const { channel, ts, user } = action
    const seen = await readHistory({ channel, thread: ts })
    const messages = seen.kind === 'seen' ? seen.messages : []
    const wanted = new Set<Id>(target.mentions)
    let claimed = 0
    for (const { ts: place, receipt } of messages) {
      const listed = receipt?.subscription === target.subscription ? receipt.ids : []
      const message = metadataOf(
        { ...action, ts: place, thread: ts },
        { ...target, mentions: listed },
        'entries',
      )
      for (const mention of listed.filter((id) => wanted.delete(id))) {
        await applyCardAction({ message, mention, user, action: 'claim' })
        claimed += 1
      }
    }
    await reply(action, claimedNegatives(claimed, wanted.size), 'beside')
  }
}
