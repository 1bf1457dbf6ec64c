import { actionIds } from '../../messages/kit/block-actions.ts'
import { actions, button, textMessage } from '../../messages/kit/block-kit.ts'
import { whyLabel } from '../../messages/mention/card-menu.ts'
import { type Id, isId } from '../../model/id.ts'
import type { Block, ModalContent } from '../../model/message.ts'

/** The choice may be one that no present feature has. */
export function readChoiceValue(value: string): { choice: string; mention: Id } | undefined {
  const [choice = '', mention, ...rest] = value.split(':')
  if (!/^[a-z-]+$/.test(choice) || mention === undefined || rest.length > 0) return undefined
  return isId(mention) ? { choice, mention } : undefined
}

export const moreTexts = {
  nothingFilledIn: 'Fill in something, or press Cancel.',
}

/** Opens behind **More…** of a card, or for the chosen mentions of a burst. `added` is what features add. */
export function moreModal(added: Block[], hasWhy: boolean): ModalContent {
  const blocks = [...added, ...actions(hasWhy ? [button(whyLabel, actionIds.why)] : [])]
  if (blocks.length === 0)
    return { title: 'More', blocks: textMessage('There is nothing to choose yet.').blocks }
  return { title: 'More', ...(blocks.some(isInput) && { submit: 'Save' }), blocks }
}

export const isInput = ({ type }: Block): boolean => type === 'input'
