import type { Person } from '../events.ts'
import { isRecord } from '../json.ts'
import { type Context, teamOf } from '../state.ts'
import { refuse } from '../wire.ts'
import { isAttachedFile } from './attached-file.ts'
import { type Args, flagArg, jsonArg, type Method, pageOf, textArg } from './method.ts'

export const userInfo: Method = {
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  tier: 4,
  required: ['user'],
  errors: ['user_not_found'],
  run: (context, args) => {
    const person = context.state.people.get(textArg(args, 'user') ?? '')
    if (!person) return refuse('user_not_found')
    const locale = flagArg(args, 'include_locale') && { locale: person.locale ?? 'en-US' }
    return { ok: true, user: { ...personJson(context, person), ...locale } }
  },
}

/** Slack's documented maximum of `limit`. */
const mostUsers = 1000

export const listUsers: Method = {
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  tier: 2,
  errors: ['invalid_cursor', 'invalid_limit'],
  run: (context, args) => {
    const page = pageOf([...context.state.people.values()], ({ id }) => id, args, { most: mostUsers })
    if (page.kind === 'refused') return page.answer
    return {
      ok: true,
      members: page.items.map((person) => personJson(context, person)),
      cache_ts: Math.floor(context.clock.now() / 1000),
      response_metadata: { next_cursor: page.nextCursor },
    }
  },
}

export const lookupByEmail: Method = {
  tokens: ['bot', 'user'],
  scopes: ['users:read.email'],
  tier: 3,
  required: ['email'],
  errors: ['users_not_found'],
  run: (context, args) => {
    const email = textArg(args, 'email')
    const person = [...context.state.people.values()].find(
      (one) => !one.isBot && emailOf(context, one) === email,
    )
    return person ? { ok: true, user: personJson(context, person) } : refuse('users_not_found')
  },
}

/** Everybody is here, unless `users.setPresence` says otherwise. */
export const getPresence: Method = {
  tokens: ['bot', 'user'],
  scopes: ['users:read'],
  tier: 3,
  errors: ['user_not_found'],
  run: ({ state }, args, { caller }) => {
    const user = textArg(args, 'user') ?? caller.user
    if (!state.people.has(user)) return refuse('user_not_found')
    const isAway = state.away.has(user)
    const own = { online: true, auto_away: false, manual_away: isAway, connection_count: 1 }
    return { ok: true, presence: isAway ? 'away' : 'active', ...(user === caller.user && own) }
  },
}

export const setPresence: Method = {
  tokens: ['bot', 'user'],
  scopes: ['users:write'],
  tier: 2,
  required: ['presence'],
  errors: ['invalid_presence'],
  run: ({ state }, args, { caller }) => {
    const presence = textArg(args, 'presence')
    if (presence !== 'auto' && presence !== 'away') return refuse('invalid_presence')
    if (presence === 'away') state.away.add(caller.user)
    else state.away.delete(caller.user)
    return { ok: true }
  },
}

export const getProfile: Method = {
  tokens: ['bot', 'user'],
  scopes: ['users.profile:read'],
  tier: 4,
  errors: ['user_not_found'],
  run: (context, args, { caller }) => {
    const person = context.state.people.get(textArg(args, 'user') ?? caller.user)
    return person ? { ok: true, profile: profileJson(context, person) } : refuse('user_not_found')
  },
}

/** Changes fields of the caller's own profile: `profile`, or `name` and `value`. */
export const setProfile: Method = {
  tokens: ['user'],
  userScopes: ['users.profile:write'],
  tier: 3,
  errors: ['invalid_profile'],
  run: (context, args, { caller }) => {
    const name = textArg(args, 'name')
    const given = name === undefined ? jsonArg(args, 'profile') : { [name]: textArg(args, 'value') ?? '' }
    const person = context.state.people.get(caller.user)
    if (!isRecord(given) || person === undefined) return refuse('invalid_profile')
    changeProfile(context, person, given)
    return { ok: true, profile: profileJson(context, person) }
  },
}

/** The first bytes of the formats that Slack takes. */
const pictures = ['89504e47', 'ffd8ff', '47494638', '424d']

export const setPhoto: Method = {
  tokens: ['user'],
  userScopes: ['users.profile:write'],
  tier: 2,
  errors: ['bad_image'],
  run: (context, args, { caller }) => {
    const { image } = args
    const person = context.state.people.get(caller.user)
    if (person === undefined || !isAttachedFile(image)) return refuse('bad_image')
    const start = image.bytes.subarray(0, 4).toString('hex')
    if (!pictures.some((one) => start.startsWith(one))) return refuse('bad_image')
    changeProfile(context, person, { is_custom_image: true })
    return { ok: true, profile: profileJson(context, person) }
  },
}

export const deletePhoto: Method = {
  tokens: ['user'],
  userScopes: ['users.profile:write'],
  tier: 2,
  run: (context, _args, { caller }) => {
    const person = context.state.people.get(caller.user)
    if (person) changeProfile(context, person, { is_custom_image: false })
    return { ok: true }
  },
}

/** The app's own bots. The bot of an earlier installation is deleted, but still known. */
export const botInfo: Method = {
  scopes: ['users:read'],
  tier: 3,
  errors: ['bot_not_found'],
  run: ({ state, clock }, args) => {
    const id = textArg(args, 'bot')
    const found = state.installations.find(({ botId }) => botId === id)
    if (!found) return refuse('bot_not_found')
    const { bot } = state
    const updated = Math.floor(clock.now() / 1000)
    return {
      ok: true,
      bot: {
        id: found.botId,
        deleted: found.botId !== bot.botId,
        name: bot.name,
        updated,
        app_id: bot.appId,
        user_id: found.userId,
        icons: {},
      },
    }
  },
}

function changeProfile({ state }: Context, { id }: Person, fields: Args): void {
  state.profiles.set(id, { ...state.profiles.get(id), ...fields })
}

const emailOf = ({ seed }: Context, { name }: Person) => `${name}@${seed.team.domain}.example`

/** A user in Slack's JSON. Without a display name, the field is empty, as in Slack. */
export function personJson(context: Context, person: Person): Record<string, unknown> {
  return {
    id: person.id,
    team_id: teamOf(context, person),
    name: person.name,
    deleted: person.isDeactivated === true,
    color: '9f69e7',
    real_name: person.displayName ?? person.name,
    tz: person.timezone,
    tz_label: person.timezone,
    tz_offset: 0,
    is_bot: person.isBot,
    is_app_user: false,
    is_admin: false,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: person.kind === 'guest',
    is_ultra_restricted: false,
    ...(!person.isBot && { is_email_confirmed: true }),
    updated: 0,
    profile: profileJson(context, person),
  }
}

/** The address is there only with the scope `users:read.email`, as in Slack. */
function profileJson(context: Context, person: Person): Record<string, unknown> {
  const { bot, scopes, profiles } = context.state
  const name = person.displayName ?? ''
  const realName = person.displayName ?? person.name
  return {
    real_name: realName,
    real_name_normalized: realName,
    display_name: name,
    display_name_normalized: name,
    title: '',
    phone: '',
    status_text: '',
    status_emoji: '',
    status_expiration: 0,
    team: teamOf(context, person),
    ...(person.isBot && { bot_id: bot.botId, api_app_id: bot.appId }),
    ...(!person.isBot && scopes.bot.includes('users:read.email') && { email: emailOf(context, person) }),
    ...profiles.get(person.id),
  }
}
