import { actionIds } from '../../messages/action-ids.ts'
import { muteModal } from '../../messages/mutes/modal.ts'
import { onlyAdmins } from '../../messages/refusals.ts'
import { type CardMenuChoice, readButtonValue, readChoiceValue } from '../../messages/target.ts'
import type { Id } from '../../model/id.ts'
import type { Block, Content } from '../../model/message.ts'
import type { MuteKind } from '../../model/mute.ts'
import type { MessageAction } from '../message-press.ts'
import type { Permission } from '../permission.ts'
import type { ApplyCardAction } from './act.ts'
import { metadataOf, readCardTitle } from './note.ts'
import { cardModalCallbacks, type OpenModalDeps, openCardModal } from './open-modal.ts'

/** What the choices take. */
export type CardMenuDeps = OpenModalDeps & {
  applyAction: ApplyCardAction
  may: Permission
  explain: (asked: { alert: Id; mention: { id: Id }; channel: string }) => Promise<Content>
}

const muteKindByChoice: Partial<Record<CardMenuChoice, MuteKind>> = {
  'mute-author': 'author',
  'mute-site': 'domain',
  'mute-source': 'source',
}

/** The kind of mute a choice asks for. */
export function muteKindOf(choice: CardMenuChoice): MuteKind | undefined {
  return muteKindByChoice[choice]
}

/** Does what was chosen behind a card's "More". */
export async function handleMenuChoice(deps: CardMenuDeps, action: MessageAction): Promise<void> {
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
    const answer = await deps.explain({ alert, mention: { id: mention }, channel: action.channel })
    return deps.reply(action, answer, 'beside')
  }
  await deps.applyAction({ message: metadata, mention, user: action.user, action: 'not-relevant' })
}

/** Which subscription a card serves: its own button says so; a choice's value has no room for it. */
function readSubscription(blocks: Block[]): string {
  const elements = blocks.flatMap((block): unknown[] => (Array.isArray(block.elements) ? block.elements : []))
  const values = elements.flatMap((element) => {
    if (typeof element !== 'object' || element === null || !('action_id' in element)) return []
    const isOurs = element.action_id === actionIds.claim || element.action_id === actionIds.done
    return isOurs && 'value' in element && typeof element.value === 'string' ? [element.value] : []
  })
  return readButtonValue(values[0] ?? '')?.subscription ?? ''
}
