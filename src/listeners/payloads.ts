import { z } from 'zod'
import type { Block } from '../model/message.ts'
import type { Asker } from './reply.ts'

/** A press in a message, with all that it takes to answer it, to open a modal and to change the message. */
export type MessageAction = {
  user: string
  channel: string
  channelName: string
  responseUrl: string
  /** `ts` of the message, and of its parent where it stands in a thread. */
  ts: string
  thread?: string
  /** Opens a modal, once, within three seconds. */
  trigger: string
  /** Of the button, or of the chosen option. */
  value: string
  /** What the message shows; empty where Slack does not tell. */
  blocks: Block[]
}

const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().exactOptional() })

const messageActionBody = z.object({
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string(), name: z.string().optional() }),
  container: z.object({ message_ts: z.string(), thread_ts: z.string().optional() }),
  response_url: z.string(),
  trigger_id: z.string(),
  actions: z
    .array(
      z.object({
        value: z.string().optional(),
        selected_option: z.object({ value: z.string() }).nullish(),
      }),
    )
    .min(1),
  message: z.object({ blocks: z.array(blockSchema).catch([]) }).optional(),
})

/** Reads a press out of Slack's `block_actions` payload. Throws ZodError where it is none in a message. */
export function readMessageAction(payload: unknown): MessageAction {
  const { user, channel, container, actions, message, ...rest } = messageActionBody.parse(payload)
  return {
    user: user.id,
    channel: channel.id,
    channelName: channel.name ?? '',
    responseUrl: rest.response_url,
    ts: container.message_ts,
    ...(container.thread_ts === undefined ? {} : { thread: container.thread_ts }),
    trigger: rest.trigger_id,
    value: actions[0]?.value ?? actions[0]?.selected_option?.value ?? '',
    blocks: message?.blocks ?? [],
  }
}

/** A press of a button, or a choice from a menu, in a message. `value`: the button's, or the chosen option's. */
export type BlockAction = {
  user: string
  channel: string
  channelName: string
  responseUrl: string
  value: string
}

const actionElement = z.object({
  value: z.string().optional(),
  selected_option: z.object({ value: z.string() }).nullish(),
})

const blockActionBody = z.object({
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string(), name: z.string().optional() }),
  response_url: z.string(),
  actions: z.array(actionElement).min(1),
})

/** Reads a press out of Slack's `block_actions` payload. Throws ZodError where it is none in a message. */
export function readBlockAction(payload: unknown): BlockAction {
  const { user, channel, response_url: responseUrl, actions } = blockActionBody.parse(payload)
  const value = actions[0]?.value ?? actions[0]?.selected_option?.value ?? ''
  return { user: user.id, channel: channel.id, channelName: channel.name ?? '', responseUrl, value }
}

/** A press of a button of a digest: under the digest, in a message (`asker` can be answered there), or in a modal that it opened (`view`). */
export type DigestAction = {
  user: string
  /** Opens a modal, once, within three seconds. */
  trigger: string
  value: string
  view?: string
  asker?: Asker
}

const digestActionBody = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  channel: z.object({ id: z.string() }).nullish(),
  response_url: z.string().nullish(),
  view: z.object({ id: z.string() }).nullish(),
  actions: z.array(z.object({ value: z.string() })).min(1),
})

/** Reads a press out of Slack's `block_actions` payload. Throws ZodError where it is none. */
export function readDigestAction(payload: unknown): DigestAction {
  const {
    user,
    trigger_id: trigger,
    channel,
    response_url: responseUrl,
    view,
    actions,
  } = digestActionBody.parse(payload)
  const asker = channel && responseUrl ? { user: user.id, channel: channel.id, responseUrl } : undefined
  return {
    user: user.id,
    trigger,
    value: actions[0]?.value ?? '',
    ...(view && { view: view.id }),
    ...(asker && { asker }),
  }
}

/** A modal that was submitted, or in which something was pressed. */
export type ViewSubmission = {
  user: string
  view: string
  trigger: string
  /** What was noted when the modal was opened. */
  metadata: string
  /** By the name of the input: what was typed or chosen; several choices as a list; nothing where it was left empty. */
  values: Map<string, string | string[]>
  /** Of the button that was pressed in it. */
  actionValue: string
}

const optionSchema = z.object({ value: z.string() })
const inputState = z.looseObject({
  value: z.string().nullish(),
  selected_option: optionSchema.nullish(),
  selected_options: z.array(optionSchema).nullish(),
  selected_conversation: z.string().nullish(),
  selected_channel: z.string().nullish(),
  selected_time: z.string().nullish(),
})

const viewBody = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  view: z.object({
    id: z.string(),
    private_metadata: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), inputState)) }),
  }),
  actions: z.array(z.object({ value: z.string().optional() })).optional(),
})

/** Reads a submission, or a press within a modal, out of Slack's payload. Throws ZodError where it is neither. */
export function readViewSubmission(payload: unknown): ViewSubmission {
  const { user, trigger_id: trigger, view, actions } = viewBody.parse(payload)
  const values = new Map<string, string | string[]>()
  for (const inputs of Object.values(view.state.values)) {
    for (const [name, value] of Object.entries(inputs)) {
      const found = readInput(value)
      if (found !== undefined) values.set(name, found)
    }
  }
  const actionValue = actions?.[0]?.value ?? ''
  return { user: user.id, view: view.id, trigger, metadata: view.private_metadata, values, actionValue }
}

function readInput(given: z.output<typeof inputState>): string | string[] | undefined {
  if (given.selected_options) return given.selected_options.map(({ value }) => value)
  const single = [
    given.value,
    given.selected_option?.value,
    given.selected_conversation,
    given.selected_channel,
    given.selected_time,
  ]
  return single.find((value) => typeof value === 'string' && value !== '') ?? undefined
}
