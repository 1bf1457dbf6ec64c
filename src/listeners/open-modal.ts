import { modalRefusedText } from '../messages/replies.ts'
import type { Views } from '../slack/views.ts'

/** Opens a modal. If Slack refuses it, returns a sentence that says so. */
export async function openModal(
  views: Pick<Views, 'open'>,
  trigger: string,
  modal: Parameters<Views['open']>[1],
): Promise<string | undefined> {
  const opening = await views.open(trigger, modal)
  return opening.kind === 'refused' ? modalRefusedText(opening.reason) : undefined
}
