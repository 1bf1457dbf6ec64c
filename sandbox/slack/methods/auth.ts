import { newId } from '../state.ts'
import type { Method } from './method.ts'

/** `auth.test`. */
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

/** `apps.connections.open`: an address for one Socket Mode connection. */
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
