import type { Person } from '../events.ts'
import { type Context, newId, teamOf } from '../state.ts'
import { changeReaction } from '../users/reactions.ts'
import { refuse } from '../wire.ts'
import { type Method, pageOf, seenChannel, textArg } from './method.ts'

export const userInfo: Method = {
  token: 'bot',
  scope: 'users:read',
  run: (context, args) => {
    const person = context.state.people.get(textArg(args, 'user') ?? '')
    return person ? { ok: true, user: personJson(context, person) } : refuse('user_not_found')
  },
}

/** Slack's documented maximum of `limit`. */
const mostUsers = 1000

export const listUsers: Method = {
  token: 'bot',
  scope: 'users:read',
  run: (context, args) => {
    const page = pageOf([...context.state.people.values()], ({ id }) => id, args, { most: mostUsers })
    if (page.kind === 'refused') return page.answer
    return {
      ok: true,
      members: page.items.map((person) => personJson(context, person)),
      response_metadata: { next_cursor: page.nextCursor },
    }
  },
}

/** `reactions.add`, or with `remove` `reactions.remove`, by the bot. */
export const botReaction = (remove: boolean): Method => ({
  token: 'bot',
  scope: 'reactions:write',
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const [ts, reaction] = [textArg(args, 'timestamp'), textArg(args, 'name')]
    if (ts === undefined) return refuse('no_item_specified')
    const user = context.state.bot.userId
    const outcome = changeReaction(context, target.channel, { user, ts, reaction: reaction ?? '', remove })
    return 'refusal' in outcome ? refuse(outcome.refusal) : { ok: true }
  },
})

/** The app's own bots. The bot of an earlier installation is deleted, but still known. */
export const botInfo: Method = {
  token: 'bot',
  scope: 'users:read',
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

/** A user in Slack's JSON. Without a display name, the field is empty, as in Slack. */
function personJson(context: Context, person: Person): Record<string, unknown> {
  const name = person.displayName ?? ''
  const realName = person.displayName ?? person.name
  const { bot } = context.state
  return {
    id: person.id,
    team_id: teamOf(context, person),
    name: person.name,
    deleted: false,
    real_name: realName,
    tz: person.timezone,
    is_bot: person.isBot,
    is_app_user: false,
    is_admin: false,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: person.kind === 'guest',
    is_ultra_restricted: false,
    updated: 0,
    profile: {
      real_name: realName,
      real_name_normalized: realName,
      display_name: name,
      display_name_normalized: name,
      team: teamOf(context, person),
      ...(person.isBot && { bot_id: bot.botId, api_app_id: bot.appId }),
    },
  }
}

export const authTest: Method = {
  token: 'bot',
  run: ({ seed, state, url }) => ({
    ok: true,
    url: `${url()}/`,
    team: seed.team.name,
    user: seed.bot.name,
    team_id: seed.team.id,
    user_id: state.bot.userId,
    bot_id: state.bot.botId,
    is_enterprise_install: false,
  }),
}

/** Returns the address for one Socket Mode connection. */
export const openConnection: Method = {
  token: 'app',
  scope: 'connections:write',
  run: ({ state, seed, url }) => {
    const ticket = newId(state, 'ticket-')
    state.tickets.add(ticket)
    const address = `${url().replace(/^http/, 'ws')}/link/?ticket=${ticket}&app_id=${seed.bot.appId}`
    return { ok: true, url: address }
  },
}
