import { newId } from '../state.ts'
import { refuse } from '../wire.ts'
import { flagArg, type Method, textArg } from './method.ts'

/** Answers with its arguments, or with the error in the argument `error`. */
export const apiTest: Method = {
  tokens: [],
  tier: 4,
  errors: ['*'],
  run: (_context, { token: _token, ...args }) => {
    const error = textArg(args, 'error')
    return error === undefined ? { ok: true, args } : refuse(error, { args })
  },
}

export const authTest: Method = {
  tokens: ['bot', 'user', 'app'],
  tier: 'special',
  run: ({ seed, state, url }, _args, { caller }) => {
    const team = { team: seed.team.name, team_id: seed.team.id, is_enterprise_install: false }
    if (caller.kind === 'app') return { ok: true, app_name: seed.bot.name, app_id: seed.bot.appId, ...team }
    return {
      ok: true,
      url: `${url()}/`,
      user: caller.kind === 'bot' ? seed.bot.name : state.people.get(caller.user)?.name,
      user_id: caller.user,
      ...(caller.kind === 'bot' && { bot_id: state.bot.botId }),
      ...team,
    }
  },
}

export const revokeToken: Method = {
  tokens: ['bot', 'user'],
  tier: 3,
  run: ({ state }, args, { caller }) => {
    const isTest = flagArg(args, 'test') === true
    if (!isTest) state.revoked.add(state.token[caller.kind])
    return { ok: true, revoked: !isTest }
  },
}

/** Returns the address for one Socket Mode connection. */
export const openConnection: Method = {
  tokens: ['app'],
  scopes: ['connections:write'],
  tier: 3,
  run: ({ state, seed, url }) => {
    const ticket = newId(state, 'ticket-')
    state.tickets.add(ticket)
    const address = `${url().replace(/^http/, 'ws')}/link/?ticket=${ticket}&app_id=${seed.bot.appId}`
    return { ok: true, url: address }
  },
}
