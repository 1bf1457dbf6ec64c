import { nameKey } from '@overheard/base/name'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { type Access, isRefused, refusalAtCard } from '../../listeners/access.ts'
import { type OpenModalDeps, openCardModal, readModalOrigin } from '../../listeners/open-modal.ts'
import { inputText, type MessageAction, type ViewSubmission } from '../../listeners/payloads.ts'
import type { Asker } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { messageUnknown, replyTexts } from '../../messages/replies.ts'
import { type PostedCard, shownMention } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import { type MuteKind, type MuteTerm, muteKinds } from '../../model/mute.ts'
import { type MuteService, tooManyMutesText } from '../../subscriptions/mute-service.ts'
import { muteInputs, muteModal } from './messages.ts'

/** The id of the form. Never rename it. */
export const muteCallback = 'mention_mute'

type MuteOnCardDeps = OpenModalDeps & {
  findCard: (place: MessageKey) => Promise<PostedCard | undefined>
  access: Pick<Access, 'refusal'>
  muting: Pick<MuteService, 'mute' | 'operationOf'>
}

type WantedMute = { card: PostedCard; mentions: Id[]; kind: MuteKind; term: MuteTerm }

export function createMuteOnCard(deps: MuteOnCardDeps) {
  const { findCard, access, muting, reply } = deps

  async function formOf(action: MessageAction, id: Id) {
    const { channel } = action
    const refusal = await refusalAtCard(deps, action, 'handle')
    if (refusal !== undefined) return refusal
    const refusalToMute = await access.refusal(action, 'mute-briefly', { channel })
    if (refusalToMute !== undefined) return textMessage(refusalToMute)
    const [card, longRefusal] = await Promise.all([
      findCard(action),
      access.refusal(action, 'mute', { channel }),
    ])
    const mention = card && shownMention(card, id)
    const choices = muteKinds.flatMap((kind) => {
      const name = mention && mutedNameOf(kind, mention)
      return name === undefined ? [] : [{ kind, name }]
    })
    if (choices.length === 0) return textMessage(replyTexts.cannotMuteUnknown())
    const terms: MuteTerm[] = longRefusal === undefined ? ['1d', '7d', 'forever'] : ['1d']
    return { ...muteModal({ choices, terms }), callback: muteCallback, about: { mention: id } }
  }

  async function submit(submission: ViewSubmission): Promise<void> {
    const origin = readModalOrigin(submission)
    const kind = muteKinds.find((known) => known === inputText(submission.values, muteInputs.what))
    const card = await findCard(origin)
    if (card === undefined) return reply(origin, messageUnknown(), 'beside')
    if (origin.mention === undefined || kind === undefined) return
    await mute(origin, { card, mentions: [origin.mention], kind, term: readTerm(submission) })
  }

  const muteAuthors = (asker: Asker, card: PostedCard, mentions: Id[]): Promise<void> =>
    mute(asker, { card, mentions, kind: 'author', term: '7d' })

  /** Mutes each name once, and says at most once what cannot be done. */
  async function mute(asker: Asker, { card, mentions, kind, term }: WantedMute): Promise<void> {
    const { user, channel } = asker
    const named = mentions.map((id) => ({ id, name: mutedNameAt(card, id, kind) }))
    const muted = distinct(named)
    const names = muted.map(({ name }) => name)
    if (await isRefused(deps, asker, muting.operationOf({ channel, kind, names, term }))) return
    if (named.some(({ name }) => name === undefined))
      await reply(asker, textMessage(replyTexts.nothingToMute(kind)), 'beside')
    for (const { id, name } of muted) {
      const about = { ts: card.ts, mention: id }
      const outcome = await muting.mute({ channel, user, kind, name, term, card: about })
      if (outcome === 'too-many') return reply(asker, textMessage(tooManyMutesText()), 'beside')
    }
  }

  return {
    open: (action: MessageAction, mention: Id) => openCardModal(deps, action, () => formOf(action, mention)),
    submit,
    muteAuthors,
  }
}

function readTerm(submission: ViewSubmission): MuteTerm {
  const chosen = inputText(submission.values, muteInputs.term)
  const terms: MuteTerm[] = ['1d', '7d', 'forever']
  return terms.find((term) => term === chosen) ?? '7d'
}

function mutedNameAt(card: PostedCard, id: Id, kind: MuteKind): string | undefined {
  const mention = shownMention(card, id)
  return mention && mutedNameOf(kind, mention)
}

/** Returns the first mention of each name. Names are equal as they are for mutes. */
function distinct(named: { id: Id; name: string | undefined }[]): { id: Id; name: string }[] {
  const first = new Map<string, { id: Id; name: string }>()
  for (const { id, name } of named)
    if (name !== undefined && !first.has(nameKey(name))) first.set(nameKey(name), { id, name })
  return [...first.values()]
}

/** Returns undefined if the mention has no such name, and for a word, because a mention has many words. */
function mutedNameOf(kind: MuteKind, mention: Mention): string | undefined {
  if (kind === 'domain') return mutedHostOf(mention.url)
  if (kind === 'word') return undefined
  const name = kind === 'author' ? mention.author.name : mention.source
  return name.trim() === '' ? undefined : name
}

/** Returns the host without `www.`, because a muted site includes its subdomains. */
function mutedHostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/^www\./, '') || undefined
}
