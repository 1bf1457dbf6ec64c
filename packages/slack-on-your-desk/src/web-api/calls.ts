import { isRecord, stringAt } from '../json.ts'
import { type Context, newId, type VoiceCall } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, jsonArg, type Method, textArg } from './method.ts'

/** Calls of other services, which blocks of the type `call` show: https://docs.slack.dev/apis/web-api/using-the-calls-api */

export const addCall: Method = {
  scopes: ['calls:write'],
  tier: 3,
  required: ['external_unique_id', 'join_url'],
  errors: ['invalid_start_time', 'user_not_found'],
  run: (context, args) => {
    const users = usersIn(context, jsonArg(args, 'users') ?? [])
    if (users === undefined) return refuse('user_not_found')
    const start = Number(textArg(args, 'date_start') ?? Math.floor(context.clock.now() / 1000))
    if (!Number.isInteger(start)) return refuse('invalid_start_time')
    const call: VoiceCall = {
      id: newId(context.state, 'R'),
      date_start: start,
      external_unique_id: textArg(args, 'external_unique_id') ?? '',
      join_url: textArg(args, 'join_url') ?? '',
      desktop_app_join_url: textArg(args, 'desktop_app_join_url') ?? '',
      external_display_id: textArg(args, 'external_display_id') ?? '',
      title: textArg(args, 'title') ?? '',
      users,
    }
    context.state.voiceCalls.set(call.id, call)
    return { ok: true, call }
  },
}

/** Runs on a call that the argument `id` names. */
const onCall =
  (run: (context: Context, call: VoiceCall, args: Args) => Answer): Method['run'] =>
  (context, args) => {
    const call = context.state.voiceCalls.get(textArg(args, 'id') ?? '')
    return call === undefined ? refuse('invalid_call_id') : run(context, call, args)
  }

export const callInfo: Method = {
  scopes: ['calls:read'],
  tier: 3,
  required: ['id'],
  errors: ['invalid_call_id'],
  run: onCall((_context, call) => ({ ok: true, call })),
}

export const updateCall: Method = {
  scopes: ['calls:write'],
  tier: 3,
  required: ['id'],
  errors: ['invalid_call_id'],
  run: onCall(({ state }, call, args) => {
    const changed = {
      ...call,
      title: textArg(args, 'title') ?? call.title,
      join_url: textArg(args, 'join_url') ?? call.join_url,
      desktop_app_join_url: textArg(args, 'desktop_app_join_url') ?? call.desktop_app_join_url,
    }
    state.voiceCalls.set(call.id, changed)
    return { ok: true, call: changed }
  }),
}

export const endCall: Method = {
  scopes: ['calls:write'],
  tier: 3,
  required: ['id'],
  errors: ['inactive_call', 'invalid_call_id'],
  run: onCall(({ state, clock }, call) => {
    if (call.date_end !== undefined) return refuse('inactive_call')
    state.voiceCalls.set(call.id, { ...call, date_end: Math.floor(clock.now() / 1000) })
    return { ok: true }
  }),
}

const participantErrors = ['bad_users', 'inactive_call', 'invalid_call_id']

export const addParticipants: Method = {
  scopes: ['calls:write'],
  tier: 3,
  required: ['id', 'users'],
  errors: participantErrors,
  run: onCall((context, call, args) =>
    changeParticipants(context, call, args, (old, given) => [
      ...old,
      ...given.filter((one) => !old.some((other) => isSame(one, other))),
    ]),
  ),
}

export const removeParticipants: Method = {
  scopes: ['calls:write'],
  tier: 3,
  required: ['id', 'users'],
  errors: participantErrors,
  run: onCall((context, call, args) =>
    changeParticipants(context, call, args, (old, given) =>
      old.filter((one) => !given.some((other) => isSame(one, other))),
    ),
  ),
}

type Participants = VoiceCall['users']

function changeParticipants(
  context: Context,
  call: VoiceCall,
  args: Args,
  change: (old: Participants, given: Participants) => Participants,
): Answer {
  if (call.date_end !== undefined) return refuse('inactive_call')
  const given = usersIn(context, jsonArg(args, 'users'))
  if (given === undefined) return refuse('bad_users')
  context.state.voiceCalls.set(call.id, { ...call, users: change(call.users, given) })
  return { ok: true }
}

/** A participant is a user of the workspace, or has an id of the other service and a name. */
function usersIn({ state }: Context, value: unknown): Participants | undefined {
  if (!Array.isArray(value) || !value.every(isRecord)) return undefined
  const isKnown = (user: Record<string, unknown>) => {
    const id = stringAt(user, 'slack_id')
    return id === undefined ? stringAt(user, 'external_id') !== undefined : state.people.has(id)
  }
  return value.every(isKnown) ? value : undefined
}

const isSame = (a: Participants[number], b: Participants[number]) =>
  ['slack_id', 'external_id'].some((key) => a[key] !== undefined && a[key] === b[key])
