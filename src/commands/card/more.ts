import { actionIds } from '../../messages/action-ids.ts'
import { muteModal } from '../../messages/mutes/modal.ts'
import { onlyAdmins } from '../../messages/refusals.ts'
import { type Choice, readButtonValue, readChoiceValue } from '../../messages/target.ts'
import type { Id } from '../../model/id.ts'
import type { Block, Content } from '../../model/message.ts'
import type { MuteKind } from '../../model/mute.ts'
import type { MessagePress } from '../message-press.ts'
import type { Permission } from '../permission.ts'
import type { ActOnCard } from './act.ts'
import { noteOf, titleOfCard } from './note.ts'
import { cardModals, type OpenDeps, openModal } from './open-modal.ts'

/** What the choices take. */
export type MoreDeps = OpenDeps & {
  act: ActOnCard
  may: Permission
  why: (asked: { alert: Id; mention: { id: Id }; channel: string }) => Promise<Content>
}

const kinds: Partial<Record<Choice, MuteKind>> = {
  'mute-author': 'author',
  'mute-site': 'domain',
  'mute-source': 'source',
}

/** The kind of mute a choice asks for. */
export function muteKindOf(choice: Choice): MuteKind | undefined {
  return kinds[choice]
}

/** Does what was chosen behind a card's "More". */
export async function chooseMore(deps: MoreDeps, press: MessagePress): Promise<void> {
  const chosen = readChoiceValue(press.value)
  if (chosen === undefined) return
  const { choice, mention, alert } = chosen
  const subscription = subscriptionIn(press.blocks)
  const note = noteOf(press, { subscription, alert, mentions: [mention] }, 'card')
  const kind = muteKindOf(choice)
  if (kind !== undefined) {
    if (!(await deps.may(press.user, press.channel, true)))
      return deps.reply(press, onlyAdmins.mayMute, 'beside')
    const modal = muteModal({ kind, title: titleOfCard(press.blocks) })
    return openModal(deps, press, { ...modal, callback: cardModals.mute, note: { ...note, kind } })
  }
  if (choice === 'why') {
    const answer = await deps.why({ alert, mention: { id: mention }, channel: press.channel })
    return deps.reply(press, answer, 'beside')
  }
  await deps.act({ where: note, mention, user: press.user, press: 'not-relevant' })
}

/** Which subscription a card serves: its own button says so; a choice's value has no room for it. */
function subscriptionIn(blocks: Block[]): string {
  const elements = blocks.flatMap((block): unknown[] => (Array.isArray(block.elements) ? block.elements : []))
  const values = elements.flatMap((element) => {
    if (typeof element !== 'object' || element === null || !('action_id' in element)) return []
    const isOurs = element.action_id === actionIds.claim || element.action_id === actionIds.done
    return isOurs && 'value' in element && typeof element.value === 'string' ? [element.value] : []
  })
  return readButtonValue(values[0] ?? '')?.subscription ?? ''
}
