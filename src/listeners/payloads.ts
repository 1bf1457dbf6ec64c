import { defined } from '@overheard/base/defined'
import { parseJson } from '@overheard/base/json'
import { z } from 'zod'
import type { OpenListPage } from '../messages/mention/open-target.ts'
import type { Asker } from './reply.ts'

export type MessageAction = {
  user: string
  channel: string
  responseUrl: string
  ts: string
  /** The first message of the thread, if the pressed message is a reply. */
  thread?: string
  /** The `trigger` can open one modal within three seconds of the press (Slack's limit). */
  trigger: string
  value: string
}

const optionSchema = z.object({ value: z.string() })

/** The person who pressed, and the value of the pressed button or of the chosen option. */
const pressSchema = z
  .object({
    user: z.object({ id: z.string() }),
    trigger_id: z.string(),
    actions: z
      .array(z.object({ value: z.string().optional(), selected_option: optionSchema.nullish() }))
      .min(1),
  })
  .transform(({ user, trigger_id: trigger, actions: [pressed] }) => ({
    user: user.id,
    trigger,
    value: pressed?.value ?? pressed?.selected_option?.value ?? '',
  }))

/** The pressed message. The first message of a thread has its own `ts` as `thread_ts`, but it stands in the channel. */
export const pressedMessage = z
  .object({ message_ts: z.string(), thread_ts: z.string().nullish() })
  .transform(({ message_ts: ts, thread_ts: thread }) => ({
    ts,
    ...(typeof thread === 'string' && thread !== ts && { thread }),
  }))

const messageActionBody = z.object({
  channel: z.object({ id: z.string() }),
  container: pressedMessage,
  response_url: z.string(),
})

export function readMessageAction(payload: unknown): MessageAction {
  const { channel, container, response_url: responseUrl } = messageActionBody.parse(payload)
  return { ...pressSchema.parse(payload), channel: channel.id, ...container, responseUrl }
}

/** What each part of the home tab shows, for example the number of its page, by its own word. Slack keeps it with the tab. */
const homeState = z.record(z.string(), z.string())
export type HomeState = Readonly<z.infer<typeof homeState>>

export type HomeAction = { user: string; trigger: string; value: string; state: HomeState }

const homeActionBody = z.object({ view: z.object({ private_metadata: z.string() }) })

export function readHomeAction(payload: unknown): HomeAction {
  const { view } = homeActionBody.parse(payload)
  return { ...pressSchema.parse(payload), state: readHomeState(view.private_metadata) }
}

/** The parts show what they show first on a home tab that an earlier version published. */
export function readHomeState(metadata: string): HomeState {
  return homeState.safeParse(parseJson(metadata)).data ?? {}
}

/** Returns the page (from 0) that a part of the home tab shows. */
export function pageIn(state: HomeState, part: string): number {
  const page = state[part] ?? ''
  return /^\d{1,6}$/.test(page) ? Number(page) : 0
}

/** Returns what the home tab has to show after something changed in one of its lists of open mentions. */
export const stateOfList = ({ scope, page }: OpenListPage): HomeState => ({
  [scope === 'mine' ? 'mine' : 'open']: String(page),
})

export type DigestAction = {
  user: string
  trigger: string
  value: string
  view?: string
  asker?: Asker
}

const digestActionBody = z.object({
  channel: z.object({ id: z.string() }).nullish(),
  container: pressedMessage.optional().catch(undefined),
  response_url: z.string().nullish(),
  view: z.object({ id: z.string() }).nullish(),
})

export function readDigestAction(payload: unknown): DigestAction {
  const { channel, container, response_url: responseUrl, view } = digestActionBody.parse(payload)
  const press = pressSchema.parse(payload)
  const { thread } = container ?? {}
  const asker =
    channel && responseUrl
      ? { user: press.user, channel: channel.id, responseUrl, ...defined({ thread }) }
      : undefined
  return { ...press, ...(view && { view: view.id }), ...defined({ asker }) }
}

/** `message` is what Slack sends of the message: somebody wrote it, or an app. */
export type MessageShortcutPress = Asker & { trigger: string; message: unknown }

const messageShortcutBody = z.object({
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string() }),
  trigger_id: z.string(),
  response_url: z.string(),
  message: z.unknown(),
})

export function readMessageShortcut(payload: unknown): MessageShortcutPress {
  const {
    user,
    channel,
    trigger_id: trigger,
    response_url: responseUrl,
    message,
  } = messageShortcutBody.parse(payload)
  return { user: user.id, channel: channel.id, trigger, responseUrl, message }
}

const userBody = z.union([
  z.object({ user: z.object({ id: z.string() }) }).transform(({ user }) => user.id),
  z.object({ user_id: z.string() }).transform((body) => body.user_id),
])

/** Returns the id of the person who did something; '' if the payload names nobody. */
export const userIn = (payload: unknown): string => userBody.safeParse(payload).data ?? ''

/** A form cannot be answered, because what Slack keeps with it cannot be read. */
export class UnreadableNote extends Error {
  override name = 'UnreadableNote'
}

/** Reads what Slack keeps with a form. Throws `UnreadableNote`. */
export function readNote<Schema extends z.ZodType>(schema: Schema, metadata: string): z.output<Schema> {
  const read = schema.safeParse(parseJson(metadata))
  if (!read.success) throw new UnreadableNote(read.error.message)
  return read.data
}

/** Returns the value of an input that has one value; undefined if the input is empty. */
export function inputText(values: ViewSubmission['values'], name: string): string | undefined {
  const value = values.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export type ViewSubmission = {
  user: string
  view: string
  trigger: string
  metadata: string
  /** The values by input name. An input with several choices has a list. An empty input is missing. */
  values: Map<string, string | string[]>
  /** The value of the pressed button. It is empty if the modal was submitted. */
  actionValue: string
}

const inputState = z.looseObject({
  value: z.string().nullish(),
  selected_option: optionSchema.nullish(),
  selected_options: z.array(optionSchema).nullish(),
  selected_conversation: z.string().nullish(),
  selected_channel: z.string().nullish(),
  selected_time: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_user: z.string().nullish(),
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
    given.selected_date,
    given.selected_user,
  ]
  return single.find((value) => typeof value === 'string' && value !== '') ?? undefined
}
