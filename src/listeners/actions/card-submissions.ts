import { type Id, isId } from '@overheard/mention-client/id'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { openFormOfSeveral } from '../../messages/mention/card-menu.ts'
import { messageUnknown, replyTexts } from '../../messages/replies.ts'
import type { PostedCard } from '../../model/card.ts'
import { isRefused } from '../access.ts'
import type { SeveralEntry } from '../card-menu.ts'
import { type ModalOrigin, readModalOrigin } from '../open-modal.ts'
import { inputText, type ViewSubmission } from '../payloads.ts'
import { entryInputs } from '../texts/burst-entries.ts'
import type { CardListenerDeps } from './card-buttons.ts'

type CardSubmissionDeps = Pick<
  CardListenerDeps,
  'reply' | 'access' | 'why' | 'applyCardAction' | 'findCard' | 'moreForm'
> & { severalEntries: () => SeveralEntry[] }

export function createCardSubmissions(deps: CardSubmissionDeps) {
  return {
    async entries(submission: ViewSubmission): Promise<void> {
      const origin = readModalOrigin(submission)
      const chosen = submission.values.get(entryInputs.entries)
      const mentions = Array.isArray(chosen) ? chosen.filter(isId) : []
      const card = await deps.findCard(origin)
      if (card === undefined) return deps.reply(origin, messageUnknown(), 'beside')
      const action = inputText(submission.values, entryInputs.action)
      if (action === openFormOfSeveral)
        return deps.moreForm.open({ ...origin, trigger: submission.trigger }, mentions)
      await updateEntries(deps, origin, { card, mentions, action })
    },
  }
}

async function updateEntries(
  deps: CardSubmissionDeps,
  origin: ModalOrigin,
  { card, mentions, action }: { card: PostedCard; mentions: Id[]; action: string | undefined },
): Promise<void> {
  if (action === 'claim' || action === 'done' || action === 'not-relevant' || action === 'open-again') {
    const operation = action === 'claim' || action === 'done' ? 'handle' : 'dismiss'
    if (await isRefused(deps, origin, operation, [card.alert])) return
    await deps.applyCardAction({ message: origin, mentions, user: origin.user, action })
    return
  }
  const entry = deps.severalEntries().find(({ choice }) => choice === action)
  if (entry !== undefined) return entry.act(origin, card, mentions)
  if (action !== 'why') return deps.reply(origin, textMessage(replyTexts.noLongerUsed()), 'beside')
  if (await isRefused(deps, origin, 'read', [card.alert])) return
  for (const mention of mentions)
    await deps.reply(origin, await deps.why({ ...card, mention: { id: mention } }), 'beside')
}
