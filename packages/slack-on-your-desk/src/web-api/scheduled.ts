import { addMessage, botMessage } from '../messages.ts'
import { type Context, newId, type ScheduledMessage } from '../state.ts'
import { refuse } from '../wire.ts'
import { contentErrors, metadataErrors, readDraft } from './chat.ts'
import { type Method, pageOf, seenChannel, textArg } from './method.ts'

/** Messages for a later time. */

/** Slack's limits (reference page of `chat.scheduleMessage`): 120 days ahead, and 30 messages for 5 minutes of a channel. */
const maxAheadS = 120 * 24 * 3600
const [maxTogether, togetherS] = [30, 5 * 60]

export const scheduleMessage: Method = {
  scopes: ['chat:write'],
  tier: 3,
  required: ['channel', 'post_at'],
  errors: [
    'channel_not_found',
    'invalid_time',
    'is_archived',
    'not_in_channel',
    'restricted_action_non_threadable_channel',
    'restricted_action_thread_locked',
    'restricted_too_many',
    'thread_not_found',
    'time_in_past',
    'time_too_far',
    ...contentErrors,
    ...metadataErrors,
  ],
  run: (context, args) => {
    const draft = readDraft(context, args)
    if (draft.kind === 'refused') return draft.answer
    const postAt = Number(textArg(args, 'post_at'))
    const problem = refuseTime(context, draft.channel, postAt)
    if (problem !== undefined) return refuse(problem)
    const { ts: _ts, ...message } = botMessage(context, draft.fields)
    const id = newId(context.state, 'Q')
    const created = Math.floor(context.clock.now() / 1000)
    context.state.scheduled.push({ id, channel: draft.channel, postAt, created, fields: draft.fields })
    wakeAt(context, postAt * 1000)
    const shown = { ...message, type: 'delayed_message' }
    return { ok: true, channel: draft.channel, scheduled_message_id: id, post_at: postAt, message: shown }
  },
}

function refuseTime({ state, clock }: Context, channel: string, postAt: number): string | undefined {
  if (!Number.isInteger(postAt)) return 'invalid_time'
  const now = clock.now() / 1000
  if (postAt <= now) return 'time_in_past'
  if (postAt > now + maxAheadS) return 'time_too_far'
  const together = state.scheduled.filter(
    (one) => one.channel === channel && Math.abs(one.postAt - postAt) < togetherS,
  )
  return together.length >= maxTogether ? 'restricted_too_many' : undefined
}

/** Timers of Node take at most 24.8 days. */
const longestTimerMs = 20 * 24 * 3600 * 1000

function wakeAt(context: Context, at: number): void {
  const left = at - context.clock.now()
  const wake = () => (left > longestTimerMs ? wakeAt(context, at) : postDue(context))
  context.clock.setTimer(wake, Math.min(left, longestTimerMs))
}

/** Posts what is due. A message to a channel that no longer takes it is dropped, as in Slack. */
export function postDue(context: Context): void {
  const { state, clock } = context
  const isDue = ({ postAt }: ScheduledMessage) => postAt * 1000 <= clock.now()
  const due = state.scheduled.filter(isDue).sort((a, b) => a.postAt - b.postAt)
  state.scheduled = state.scheduled.filter((one) => !isDue(one))
  for (const { channel, fields } of due) {
    const place = state.channels.get(channel)
    if (place?.botIsMember && !place.isArchived) addMessage(context, channel, botMessage(context, fields))
    else context.log(`A scheduled message to ${channel} was dropped: the bot may no longer post there.`)
  }
}

export const deleteScheduled: Method = {
  scopes: ['chat:write'],
  tier: 3,
  required: ['channel', 'scheduled_message_id'],
  errors: ['channel_not_found', 'invalid_scheduled_message_id'],
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const { state } = context
    const wanted = textArg(args, 'scheduled_message_id')
    const rest = state.scheduled.filter(({ id, channel }) => id !== wanted || channel !== target.channel.id)
    if (rest.length === state.scheduled.length) return refuse('invalid_scheduled_message_id')
    state.scheduled = rest
    return { ok: true }
  },
}

export const listScheduled: Method = {
  tier: 3,
  errors: ['invalid_channel', 'invalid_cursor', 'invalid_limit'],
  run: (context, args) => {
    const target = textArg(args, 'channel') === undefined ? undefined : seenChannel(context, args)
    if (target?.kind === 'refused') return refuse('invalid_channel')
    const oldest = Number(textArg(args, 'oldest') ?? 0)
    const latest = Number(textArg(args, 'latest') ?? Number.POSITIVE_INFINITY)
    const found = context.state.scheduled
      .filter(({ channel }) => target === undefined || channel === target.channel.id)
      .filter(({ postAt }) => postAt >= oldest && postAt <= latest)
      .toSorted((a, b) => a.postAt - b.postAt)
    const page = pageOf(found, ({ id }) => id, args, { most: 100 })
    if (page.kind === 'refused') return page.answer
    const messages = page.items.map(({ id, channel, postAt, created, fields }) => ({
      id,
      channel_id: channel,
      post_at: postAt,
      date_created: created,
      text: fields.text,
    }))
    return { ok: true, scheduled_messages: messages, response_metadata: { next_cursor: page.nextCursor } }
  },
}
