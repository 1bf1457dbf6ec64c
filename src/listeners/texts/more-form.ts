import { type Id, isId } from '@overheard/mention-client/id'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { actions, button, textMessage } from '../../messages/kit/block-kit.ts'
import { whyLabel } from '../../messages/mention/card-menu.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import { say } from './say.ts'

/** The choice may be one that no present feature has. */
export function readChoiceValue(value: string): { choice: string; mention: Id } | undefined {
  const [choice = '', mention, ...rest] = value.split(':')
  if (!/^[a-z-]+$/.test(choice) || mention === undefined || rest.length > 0) return undefined
  return isId(mention) ? { choice, mention } : undefined
}

/** Opens behind **More…** of a card, or for the chosen mentions of a burst. `added` is what features add. */
export function moreModal(added: Block[], hasWhy: boolean): ModalContent {
  const blocks = [...added, ...actions(hasWhy ? [button(whyLabel(), actionIds.why)] : [])]
  const title = say.moreForm()
  if (blocks.length === 0) return { title, blocks: textMessage(say.nothingToChoose()).blocks }
  return { title, ...(blocks.some(isInput) && { submit: say.save() }), blocks }
}

export const closeLabel = ({ submit }: Pick<ModalContent, 'submit'>): string =>
  submit === undefined ? say.close() : say.cancel()

export const isInput = ({ type }: Block): boolean => type === 'input'
