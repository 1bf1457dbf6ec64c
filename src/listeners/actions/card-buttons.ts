import type { ApplyCardAction, CardAction } from '../../cards/card-actions.ts'
import {
  actionIds,
  type CardMenuChoice,
  readButtonValue,
  readChoiceValue,
} from '../../messages/block-actions.ts'
import { entriesModal, entryTitles } from '../../messages/burst-entries.ts'
import { muteModal } from '../../messages/mutes.ts'
import { onlyAdmins } from '../../messages/replies.ts'
import type { Id } from '../../model/id.ts'
import type { Block, Content } from '../../model/message.ts'
import type { MuteKind } from '../../model/mute.ts'
import type { ReadHistory } from '../../slack/history.ts'
import {
  cardModalCallbacks,
  metadataOf,
  type OpenModalDeps,
  openCardModal,
  readCardTitle,
} from '../card-modals.ts'
import type { MessageAction } from '../payloads.ts'
import type { Permission } from '../permission.ts'
import { createClaimNegative } from './claim-negative.ts'

/** The buttons and menus of cards and bursts. They do not reject if Slack or the mention service fails. */
type CardButtonListeners = {
  claim(action: MessageAction): Promise<void>
  done(action: MessageAction): Promise<void>
  more(action: MessageAction): Promise<void>
  /** “Choose…” of a burst. */
  entries(action: MessageAction): Promise<void>
  /** “Claim all 7 negative” of a burst. */
  claimNegative(action: MessageAction): Promise<void>
}

/** Creates the handlers. A press with a value that cannot be read changes nothing. */
export function createCardButtons(deps: CardMenuDeps & { readHistory: ReadHistory }): CardButtonListeners {
  const simple = (kind: CardAction['action']) => async (action: MessageAction) => {
    const target = readButtonValue(action.value)
    const [mention] = target?.mentions ?? []
    if (target !== undefined && mention !== undefined)
      await deps.applyCardAction({
        message: metadataOf(action, target, 'card'),
        mention,
        user: action.user,
        action: kind,
      })
  }
  return {
    claim: simple('claim'),
    done: simple('done'),
    more: (action) => handleMenuChoice(deps, action),
    claimNegative: createClaimNegative(deps),
    async entries(action) {
      const target = readButtonValue(action.value)
      if (target === undefined) return
      const titles = entryTitles(action.blocks)
      const entries = target.mentions.map((id, index) => ({ id, title: titles[index] ?? '' }))
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
  may: Permission
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
  const kind = muteKindOf(choice)
  if (kind !== undefined) {
    if (!(await deps.may(action.user, action.channel, true)))
      return deps.reply(action, onlyAdmins.mayMute, 'beside')
    const modal = muteModal({ kind, title: readCardTitle(action.blocks) })
    return openCardModal(deps, action, {
      ...modal,
      callback: cardModalCallbacks.mute,
      note: { ...metadata, kind },
    })
  }
  if (choice === 'why') {
    const answer = await deps.why({ alert, mention: { id: mention }, channel: action.channel })
    return deps.reply(action, answer, 'beside')
  }
  await deps.applyCardAction({ message: metadata, mention, user: action.user, action: 'not-relevant' })
}

/** The subscription of a card, read from its Claim or Done button, because the value of a menu option has no room for it. */
function readSubscription(blocks: Block[]): string {
  const elements = blocks.flatMap((block): unknown[] => (Array.isArray(block.elements) ? block.elements : []))
  const values = elements.flatMap((element) => {
    if (typeof element !== 'object' || element === null || !('action_id' in element)) return []
    const isOurs = element.action_id === actionIds.claim || element.action_id === actionIds.done
    return isOurs && 'value' in element && typeof element.value === 'string' ? [element.value] : []
  })
  return readButtonValue(values[0] ?? '')?.subscription ?? ''
}
