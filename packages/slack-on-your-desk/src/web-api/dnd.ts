import type { Context } from '../state.ts'
import { refuse } from '../wire.ts'
import { type Method, textArg } from './method.ts'

/** Do Not Disturb: the hours of each day that `control.setDoNotDisturb` gives to a person, and snoozes. */

const day = 24 * 3600
/** Slack's longest snooze. */
const maxMinutes = 7 * 24 * 60

const secondsOf = ({ clock }: Context) => Math.floor(clock.now() / 1000)

/** Slack gives these numbers for a person without a schedule (https://docs.slack.dev/reference/methods/dnd.teamInfo). */
const noSchedule = { dnd_enabled: false, next_dnd_start_ts: 1, next_dnd_end_ts: 1 }

/** The next hours of the schedule that are not over. They repeat every day. */
function scheduleOf(context: Context, user: string) {
  const hours = context.state.doNotDisturb.get(user)
  if (hours === undefined) return noSchedule
  const [start, end] = [Math.floor(hours.start / 1000), Math.floor(hours.end / 1000)]
  const shift = Math.ceil((secondsOf(context) + 1 - end) / day) * day
  return { dnd_enabled: true, next_dnd_start_ts: start + shift, next_dnd_end_ts: end + shift }
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
    // Nobody sees the snooze of somebody else (https://docs.slack.dev/reference/methods/dnd.info).
    const snooze = user === caller.user ? snoozeOf(context, user) : {}
    return { ok: true, ...scheduleOf(context, user), ...snooze }
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
    return { ok: true, users: Object.fromEntries(users.map((id) => [id, scheduleOf(context, id)])) }
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
    return { ok: true, ...scheduleOf(context, caller.user), snooze_enabled: false }
  },
}

export const endDnd: Method = {
  tokens: ['user'],
  userScopes: ['dnd:write'],
  tier: 2,
  errors: ['not_in_dnd'],
  run: (context, _args, { caller }) => {
    const { dnd_enabled, next_dnd_start_ts } = scheduleOf(context, caller.user)
    const isScheduled = dnd_enabled && next_dnd_start_ts <= secondsOf(context)
    const isQuiet = isScheduled || snoozeOf(context, caller.user).snooze_enabled
    if (!isQuiet) return refuse('not_in_dnd')
    context.state.snoozes.delete(caller.user)
    return { ok: true }
  },
}
