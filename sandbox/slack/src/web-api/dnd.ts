import type { Context } from '../state.ts'
import { refuse } from '../wire.ts'
import { type Method, textArg } from './method.ts'

/** Do Not Disturb: each night from 22 to 8 o'clock in UTC, and snoozes. */

const hour = 3600
const day = 24 * hour
/** Slack's longest snooze. */
const maxMinutes = 7 * 24 * 60

const secondsOf = ({ clock }: Context) => Math.floor(clock.now() / 1000)

function nightOf(now: number) {
  const today = now - (now % day)
  const start = now < today + 8 * hour ? today - 2 * hour : today + 22 * hour
  return { dnd_enabled: true, next_dnd_start_ts: start, next_dnd_end_ts: start + 10 * hour }
}

function snoozeOf(context: Context, user: string) {
  const now = secondsOf(context)
  const until = context.state.snoozes.get(user) ?? 0
  if (until <= now) return { snooze_enabled: false }
  return { snooze_enabled: true, snooze_endtime: until, snooze_remaining: until - now }
}

export const dndInfo: Method = {
  tokens: ['bot', 'user'],
  scopes: ['dnd:read'],
  tier: 3,
  errors: ['user_not_found'],
  run: (context, args, { caller }) => {
    const user = textArg(args, 'user') ?? caller.user
    if (!context.state.people.has(user)) return refuse('user_not_found')
    return { ok: true, ...nightOf(secondsOf(context)), ...snoozeOf(context, user) }
  },
}

export const dndTeamInfo: Method = {
  tokens: ['bot', 'user'],
  scopes: ['dnd:read'],
  tier: 2,
  required: ['users'],
  errors: ['no_users_provided'],
  run: (context, args) => {
    const users = (textArg(args, 'users') ?? '').split(',').filter((id) => context.state.people.has(id))
    if (users.length === 0) return refuse('no_users_provided')
    const night = nightOf(secondsOf(context))
    return { ok: true, users: Object.fromEntries(users.map((id) => [id, night])) }
  },
}

export const setSnooze: Method = {
  tokens: ['user'],
  userScopes: ['dnd:write'],
  tier: 2,
  required: ['num_minutes'],
  errors: ['missing_duration', 'too_long'],
  run: (context, args, { caller }) => {
    const minutes = Number(textArg(args, 'num_minutes'))
    if (!Number.isInteger(minutes) || minutes <= 0) return refuse('missing_duration')
    if (minutes > maxMinutes) return refuse('too_long')
    context.state.snoozes.set(caller.user, secondsOf(context) + minutes * 60)
    return { ok: true, ...snoozeOf(context, caller.user) }
  },
}

export const endSnooze: Method = {
  tokens: ['user'],
  userScopes: ['dnd:write'],
  tier: 2,
  errors: ['snooze_end_failed'],
  run: (context, _args, { caller }) => {
    if (!snoozeOf(context, caller.user).snooze_enabled) return refuse('snooze_end_failed')
    context.state.snoozes.delete(caller.user)
    return { ok: true, ...nightOf(secondsOf(context)), snooze_enabled: false }
  },
}

export const endDnd: Method = {
  tokens: ['user'],
  userScopes: ['dnd:write'],
  tier: 2,
  errors: ['not_in_dnd'],
  run: (context, _args, { caller }) => {
    const now = secondsOf(context)
    const isQuiet = nightOf(now).next_dnd_start_ts <= now || snoozeOf(context, caller.user).snooze_enabled
    if (!isQuiet) return refuse('not_in_dnd')
    context.state.snoozes.delete(caller.user)
    return { ok: true }
  },
}
