import { textMessage } from '../../messages/kit/block-kit.ts'
import { entryInputs } from '../../messages/mention/burst-entries.ts'
import { openFormOfSeveral } from '../../messages/mention/card-menu.ts'
import { muteInputs } from '../../messages/mutes.ts'
import { messageUnknown, replyTexts } from '../../messages/replies.ts'
import { type PostedCard, shownMention } from '../../model/card.ts'
import { type Id, isId } from '../../model/id.ts'
import { type MuteKind, type MuteTerm, muteKinds } from '../../model/mute.ts'
import { operationOfTerm } from '../../rules/permission.ts'
import { type MuteService, mutedNameOf, tooManyMutesText } from '../../subscriptions/mute-service.ts'
import { isRefused } from '../access.ts'
import type { SeveralEntry } from '../card-menu.ts'
import { type ModalOrigin, readModalOrigin } from '../open-modal.ts'
import { inputText, type ViewSubmission } from '../payloads.ts'
import type { Asker } from '../reply.ts'
import type { CardListenerDeps } from './card-buttons.ts'

type CardSubmissionDeps = Pick<
  CardListenerDeps,
  'reply' | 'access' | 'why' | 'applyCardAction' | 'findCard' | 'moreForm'
> & { muting: MuteService; severalEntries: () => SeveralEntry[] }

export function createCardSubmissions(deps: CardSubmissionDeps) {
  return {
    async mute(submission: ViewSubmission): Promise<void> {
      const origin = readModalOrigin(submission)
      const kind = muteKinds.find((known) => known === inputText(submission.values, muteInputs.what))
      const card = await deps.findCard(origin)
      if (card === undefined) return deps.reply(origin, messageUnknown, 'beside')
      if (origin.mention === undefined || kind === undefined) return
      await muteFromMention(deps, origin, { card, mention: origin.mention, kind, term: readTerm(submission) })
    },
    async entries(submission: ViewSubmission): Promise<void> {
      const origin = readModalOrigin(submission)
      const chosen = submission.values.get(entryInputs.entries)
      const mentions = Array.isArray(chosen) ? chosen.filter(isId) : []
      const card = await deps.findCard(origin)
      if (card === undefined) return deps.reply(origin, messageUnknown, 'beside')
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
  if (action !== 'mute-author' && action !== 'why')
    return deps.reply(origin, textMessage(replyTexts.noLongerUsed), 'beside')
  for (const mention of mentions) {
    if (action === 'mute-author')
      await muteFromMention(deps, origin, { card, mention, kind: 'author', term: '7d' })
    else if (!(await isRefused(deps, origin, 'read', [card.alert])))
      await deps.reply(origin, await deps.why({ ...card, mention: { id: mention } }), 'beside')
  }
}

async function muteFromMention(
  deps: CardSubmissionDeps,
  asker: Asker,
  { card, mention: id, kind, term }: { card: PostedCard; mention: Id; kind: MuteKind; term: MuteTerm },
): Promise<void> {
  const { user, channel } = asker
  if (await isRefused(deps, asker, operationOfTerm(term))) return
  const mention = shownMention(card, id)
  const name = mention && mutedNameOf(kind, mention)
  if (name === undefined) {
    return deps.reply(asker, textMessage(replyTexts.nothingToMute(kind)), 'beside')
  }
  const outcome = await deps.muting.mute({ channel, user, kind, name, term })
  if (outcome === 'too-many') await deps.reply(asker, textMessage(tooManyMutesText), 'beside')
}

function readTerm(submission: ViewSubmission): MuteTerm {
  const chosen = inputText(submission.values, muteInputs.term)
  const terms: MuteTerm[] = ['1d', '7d', 'forever']
  return terms.find((term) => term === chosen) ?? '7d'
}
