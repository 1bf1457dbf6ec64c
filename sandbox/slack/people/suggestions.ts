import type { Context } from '../context.ts'
import type { Ack, Deliver } from '../delivery/envelope.ts'
import type { View } from '../wire.ts'
import { findElement } from './elements.ts'
import { interactiveBase, personOf } from './payload.ts'

/** Asks the app for the options of an external menu in a view, as somebody types. They are in the acknowledgement. */
export function suggest(
  context: Context,
  deliver: Deliver,
  order: { user: string; view: View; actionId: string; text: string },
): Promise<Ack> {
  const person = personOf(context, order.user)
  const { blockId } = findElement(order.view.blocks, order.actionId)
  return deliver('interactive', {
    type: 'block_suggestion',
    ...interactiveBase(context, person),
    container: { type: 'view', view_id: order.view.id },
    action_id: order.actionId,
    block_id: blockId,
    value: order.text,
    view: order.view,
  })
}
