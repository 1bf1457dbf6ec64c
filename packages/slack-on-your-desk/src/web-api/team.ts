import { refuse } from '../wire.ts'
import { type Method, textArg } from './method.ts'

export const teamInfo: Method = {
  tokens: ['bot', 'user'],
  scopes: ['team:read'],
  tier: 3,
  errors: ['team_not_found'],
  run: ({ seed, url }, args) => {
    const { id, name, domain } = seed.team
    const asked = textArg(args, 'team') ?? textArg(args, 'domain')
    if (asked !== undefined && asked !== id && asked !== domain) return refuse('team_not_found')
    const icon = { image_default: true }
    return {
      ok: true,
      team: { id, name, url: `${url()}/`, domain, email_domain: '', icon, is_verified: false },
    }
  },
}

export const billingInfo: Method = {
  tokens: ['bot', 'user'],
  scopes: ['team.billing:read'],
  tier: 3,
  run: () => ({ ok: true, plan: 'std' }),
}

export const listPreferences: Method = {
  tokens: ['bot', 'user'],
  scopes: ['team.preferences:read'],
  tier: 3,
  run: () => ({
    ok: true,
    msg_edit_window_mins: -1,
    allow_message_deletion: true,
    display_real_names: false,
    disable_file_uploads: 'allow_all',
    who_can_post_general: 'ra',
  }),
}

export const teamProfile: Method = {
  tokens: ['bot', 'user'],
  scopes: ['users.profile:read'],
  tier: 3,
  run: () => ({ ok: true, profile: { fields: [], sections: [] } }),
}

/** This workspace has no emoji of its own. */
export const listEmoji: Method = {
  tokens: ['bot', 'user'],
  scopes: ['emoji:read'],
  tier: 2,
  run: ({ clock }) => ({ ok: true, emoji: {}, cache_ts: String(Math.floor(clock.now() / 1000)) }),
}
