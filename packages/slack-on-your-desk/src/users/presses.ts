import { z } from 'zod'
import type { Deliver } from '../delivery.ts'
import type { Ack, Channel, Person } from '../events.ts'
import { findEphemeral, findMessage } from '../messages.ts'
import { issueTrigger } from '../open-views.ts'
import { issueResponseUrl } from '../response-urls.ts'
import type { Context } from '../state.ts'
import type { Message, View } from '../wire.ts'
import {
  type Answer,
  type Answers,
  answer,
  chosenValue,
  type Element,
  findElement,
  stateOf,
} from './form-values.ts'
import { channelOf, interactiveBase, personOf, showWarning } from './lookup.ts'

/** An element: by its action_id, and by its block_id if the action_id is ambiguous. `choice` is the value of an option. */
export const pressed = z.object({
  user: z.string(),
  actionId: z.string(),
  blockId: z.string().optional(),
  choice: answer.optional(),
})
type Press = z.infer<typeof pressed>

/** Presses a button or chooses from a menu in a message, ephemeral messages included. */
export async function press(
  context: Context,
  deliver: Deliver,
  request: Press & { channel: string; ts: string },
): Promise<Ack> {
  const person = personOf(context, request.user)
  const channel = channelOf(context, request.channel)
  const ephemeral = findEphemeral(context, channel.id, person.id, request.ts)?.message
  const message = ephemeral ?? findMessage(context, channel.id, request.ts)
  if (!message) throw new Error(`There is no message ${request.ts} in ${channel.name} for ${person.name}.`)
  const found = findElement(message.blocks ?? [], request.actionId, request.blockId)
  const payload = {
    ...blockActions(context, person, found, request.choice ?? null),
    ...inMessage(context, { person, channel, message, isEphemeral: ephemeral !== undefined }),
    state: { values: stateOf(message.blocks ?? [], answersOf(found, request.choice)) },
  }
  return withWarning(context, person, await deliver('interactive', payload), channel.id)
}

/** Presses a button or changes a menu in a modal or in the home tab. */
export async function pressInView(
  context: Context,
  deliver: Deliver,
  request: Press & { view: View; answers?: Answers | undefined },
): Promise<Ack> {
  const person = personOf(context, request.user)
  const found = findElement(request.view.blocks, request.actionId, request.blockId)
  const values = stateOf(request.view.blocks, { ...request.answers, ...answersOf(found, request.choice) })
  const payload = {
    ...blockActions(context, person, found, request.choice ?? null),
    container: { type: 'view', view_id: request.view.id },
    view: { ...request.view, state: { values } },
  }
  return withWarning(context, person, await deliver('interactive', payload))
}

function blockActions(
  context: Context,
  person: Person,
  found: Element,
  choice: Answer,
): Record<string, unknown> {
  return {
    type: 'block_actions',
    ...interactiveBase(context, person),
    trigger_id: issueTrigger(context, person.id),
    actions: [actionOf(context, found, choice)],
  }
}

function actionOf(context: Context, { element, type, actionId, blockId }: Element, choice: Answer) {
  const chosen =
    type === 'button' ? { value: element.value, text: element.text } : chosenValue(element, choice)
  return { ...chosen, type, action_id: actionId, block_id: blockId, action_ts: context.clock.nextTs() }
}

type Seen = { person: Person; channel: Channel; message: Message; isEphemeral: boolean }

function inMessage(context: Context, { person, channel, message, isEphemeral }: Seen) {
  const place = { message_ts: message.ts, channel_id: channel.id, is_ephemeral: isEphemeral }
  const original = { ts: message.ts, ephemeral: isEphemeral }
  return {
    container: { type: 'message', ...place, ...(message.thread_ts && { thread_ts: message.thread_ts }) },
    channel: { id: channel.id, name: channel.name },
    ...(!isEphemeral && { message }),
    response_url: issueResponseUrl(context, { user: person.id, channel: channel.id, original }),
  }
}

function answersOf(found: Element, choice: Answer | undefined): Answers {
  return choice === undefined ? {} : { [found.blockId]: { [found.actionId]: choice } }
}

function withWarning(context: Context, person: Person, ack: Ack, channel?: string): Ack {
  if (ack.kind !== 'acknowledged')
    showWarning(context, person.id, 'The app did not answer. Please try again.', channel)
  return ack
}

/** Asks the app for the options of an external menu, as a user types. The acknowledgement contains them. */
export function suggest(
  context: Context,
  deliver: Deliver,
  request: { user: string; view: View; actionId: string; text: string },
): Promise<Ack> {
  const person = personOf(context, request.user)
  const { blockId } = findElement(request.view.blocks, request.actionId)
  return deliver('interactive', {
    type: 'block_suggestion',
    ...interactiveBase(context, person),
    container: { type: 'view', view_id: request.view.id },
    action_id: request.actionId,
    block_id: blockId,
    value: request.text,
    view: request.view,
  })
}
