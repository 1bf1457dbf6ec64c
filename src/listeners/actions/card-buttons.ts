import type { ApplyCardAction } from '../../cards/card-actions.ts'
import {
  actionIds,
  type CardMenuChoice,
  readButtonValue,
  readChoiceValue,
} from '../../messages/block-actions.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { entriesModal } from '../../messages/burst-entries.ts'
import { titleOf } from '../../messages/mention-parts.ts'
import { muteModal } from '../../messages/mutes.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import { type MuteKind, type MuteTerm, muteKinds } from '../../model/mute.ts'
import type { SearchReceipts } from '../../outbox/ports.ts'
import type { Deed } from '../../rules/permission.ts'
import { mutedNameOf } from '../../subscriptions/mute-service.ts'
import type { Access } from '../access.ts'
import {
  type CardModalMetadata,
  cardModalCallbacks,
  metadataOf,
  type OpenModalDeps,
  openCardModal,
} from '../card-modals.ts'
import type { MessageAction } from '../payloads.ts'
import { createClaimNegative } from './claim-negative.ts'

/** The buttons and menus of cards and bursts. They do not reject if Slack or the mention service fails. */
type CardButtonListeners = {
  claim(action: MessageAction): Promise<void>
  done(action: MessageAction): Promise<void>
  /** Takes back “Done”. */
  reopen(action: MessageAction): Promise<void>
  /** Takes back “Not relevant”. */
  restore(action: MessageAction): Promise<void>
  more(action: MessageAction): Promise<void>
  /** “Choose…” of a burst. */
  entries(action: MessageAction): Promise<void>
  /** “Claim all 7 negative” of a burst. */
  claimNegative(action: MessageAction): Promise<void>
}

/** Creates the handlers. A press with a value that cannot be read changes nothing. */
export function createCardButtons(deps: CardMenuDeps & { readHistory: SearchReceipts }): CardButtonListeners {
  const simple = (kind: 'claim' | 'done' | 'reopen' | 'restore') => async (action: MessageAction) => {
    const target = readButtonValue(action.value)
    const [mention] = target?.mentions ?? []
    if (target === undefined || mention === undefined) return
    if (await isRefused(deps, action, kind === 'restore' ? 'dismiss' : 'handle')) return
    await deps.applyCardAction({
      message: metadataOf(action, target, 'card'),
      mention,
      user: action.user,
      action: kind,
    })
  }
  const claimNegative = createClaimNegative(deps)
  return {
    claim: simple('claim'),
    done: simple('done'),
    reopen: simple('reopen'),
    restore: simple('restore'),
    more: (action) => handleMenuChoice(deps, action),
    async claimNegative(action) {
      if (!(await isRefused(deps, action, 'handle'))) await claimNegative(action)
    },
    async entries(action) {
      const target = readButtonValue(action.value)
      if (target === undefined || (await isRefused(deps, action, 'handle'))) return
      const shown = await deps.mentionsIn(action)
      const entries = target.mentions.map((id) => ({ id, title: titleIn(shown, id) }))
      const metadata = metadataOf(action, target, 'entries')
      await openCardModal(deps, action, {
        ...entriesModal(entries),
        callback: cardModalCallbacks.entries,
        note: metadata,
      })
    },
  }
}

export type CardMenuDeps = OpenModalDeps & {
  applyCardAction: ApplyCardAction
  /** The mentions that a message shows; empty if its record is lost. */
  mentionsIn: (message: { channel: string; ts: string }) => Promise<Mention[]>
  access: Pick<Access, 'refusal'>
  /** Says why a mention was posted in a channel. */
  why: (question: { alert: Id; mention: { id: Id }; channel: string }) => Promise<Content>
}

const muteKindByChoice: Partial<Record<CardMenuChoice, MuteKind>> = {
  'mute-author': 'author',
  'mute-site': 'domain',
  'mute-source': 'source',
}

export function muteKindOf(choice: CardMenuChoice): MuteKind | undefined {
  return muteKindByChoice[choice]
}

/** Handles a choice of a card's “More” menu. */
async function handleMenuChoice(deps: CardMenuDeps, action: MessageAction): Promise<void> {
  const chosen = readChoiceValue(action.value)
  if (chosen === undefined) return
  const { choice, mention, alert } = chosen
  const subscription = readSubscription(action.blocks)
  const metadata = metadataOf(action, { subscription, alert, mentions: [mention] }, 'card')
  if (choice === 'mute' || muteKindOf(choice) !== undefined)
    return openMuteDialog(deps, action, metadata, muteKindOf(choice))
  if (choice === 'why') {
    if (await isRefused(deps, action, 'read', [alert])) return
    const answer = await deps.why({ alert, mention: { id: mention }, channel: action.channel })
    return deps.reply(action, answer, 'beside')
  }
  const kind = choice === 'release' ? 'release' : 'not-relevant'
  if (await isRefused(deps, action, kind === 'release' ? 'handle' : 'dismiss')) return
  await deps.applyCardAction({ message: metadata, mention, user: action.user, action: kind })
}

function titleIn(mentions: Mention[], id: Id): string {
  const mention = mentions.find((one) => one.id === id)
  return mention === undefined ? '' : titleOf(mention).words
}

/** Asks by the mention's real names. A person who may mute only for a day is offered only that. */
async function openMuteDialog(
  deps: CardMenuDeps,
  action: MessageAction,
  metadata: CardModalMetadata,
  chosen: MuteKind | undefined,
): Promise<void> {
  if (await isRefused(deps, action, 'mute-briefly')) return
  const [id] = metadata.target.mentions
  const [mentions, longRefusal] = await Promise.all([
    deps.mentionsIn(action),
    deps.access.refusal(action, 'mute', { channel: action.channel }),
  ])
  const mention = mentions.find((one) => one.id === id)
  const choices = muteKinds.flatMap((kind) => {
    const name = mention && mutedNameOf(kind, mention)
    return name === undefined ? [] : [{ kind, name }]
  })
  if (choices.length === 0) {
    const advice = 'Name what to mute yourself, such as /mentions mute author "Kim Lee" 7d.'
    return deps.reply(action, textMessage(`This mention is no longer stored. ${advice}`), 'beside')
  }
  const terms: MuteTerm[] = longRefusal === undefined ? ['1d', '7d', 'forever'] : ['1d']
  await openCardModal(deps, action, {
    ...muteModal({ choices, chosen, terms }),
    callback: cardModalCallbacks.mute,
    note: metadata,
  })
}

/** Checks a deed on a message of a channel and tells the person why it is refused. */
async function isRefused(
  { access, reply }: Pick<CardMenuDeps, 'access' | 'reply'>,
  action: MessageAction,
  deed: Deed,
  alerts: Id[] = [],
): Promise<boolean> {
  const refusal = await access.refusal(action, deed, { channel: action.channel, alerts })
  if (refusal !== undefined) await reply(action, textMessage(refusal), 'beside')
  return refusal !== undefined
}

const cardButtonIds = [actionIds.claim, actionIds.done, actionIds.reopen, actionIds.restore]

/** The subscription of a card, read from its button, because the value of a menu option has no room for it. */
function readSubscription(blocks: Block[]): string {
  const elements = blocks.flatMap((block): unknown[] => (Array.isArray(block.elements) ? block.elements : []))
  const values = elements.flatMap((element) => {
    if (typeof element !== 'object' || element === null || !('action_id' in element)) return []
    const isOurs = cardButtonIds.some((known) => known === element.action_id)
    return isOurs && 'value' in element && typeof element.value === 'string' ? [element.value] : []
  })
  return readButtonValue(values[0] ?? '')?.subscription ?? ''
}
