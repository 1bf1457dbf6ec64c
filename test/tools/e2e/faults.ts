import type { Act } from '../../../packages/slack-on-your-desk/src/index.ts'
import type { PlannedFault } from '../../../sandbox/mention-service/faults.ts'
import { channel, type World } from './bot-world.ts'

/** All known faults of both sides, by name. */

/** `begin` starts the fault and returns how to end it. `lasts`: its duration, in ms. */
export type NamedFault = { name: string; lasts: number; begin: (world: World) => () => unknown }

const shortly = 1500

function slack(name: string, act: Act, times?: number): NamedFault {
  return {
    name: `Slack: ${name}`,
    lasts: shortly,
    begin({ slack: { control } }) {
      const id = control.fault({ method: 'chat.postMessage', act, ...(times === undefined ? {} : { times }) })
      return () => control.clearFaults(id)
    },
  }
}

function service(name: string, fault: PlannedFault['fault'], count?: number): NamedFault {
  return {
    name: `service: ${name}`,
    lasts: shortly,
    begin({ service: { faults } }) {
      faults.plan({ fault, path: '*mentions*', ...(count === undefined ? {} : { count }) })
      return () => faults.clear()
    },
  }
}

/** Faults that end within seconds, for every test run. */
export const shortFaults: NamedFault[] = [
  slack('429 with Retry-After', { do: 'rateLimit', retryAfter: 1 }, 2),
  slack('ok:false ratelimited', { do: 'error', error: 'ratelimited' }, 1),
  slack('503 before storing', { do: 'status', status: 503 }, 2),
  slack('503 after storing', { do: 'status', status: 503, after: true }, 2),
  slack('reset before storing', { do: 'reset' }, 2),
  slack('reset after storing', { do: 'reset', after: true }, 2),
  slack('internal_error before storing', { do: 'error', error: 'internal_error' }, 2),
  slack('fatal_error after storing', { do: 'error', error: 'fatal_error', after: true }, 2),
  slack('refused blocks', { do: 'error', error: 'invalid_blocks' }, 3),
  slack('an unknown error code', { do: 'error', error: 'something_new' }, 2),
  slack('metadata dropped', { do: 'dropMetadata' }, 2),
  slack('readable late', { do: 'historyLag', ms: 1000 }, 3),
  service('503, code 10', { kind: 'status', status: 503, code: 10 }, 2),
  service('500, code 54', { kind: 'status', status: 500, code: 54 }, 2),
  service('401', { kind: 'status', status: 401, code: 20 }),
  service('404, code 30', { kind: 'status', status: 404, code: 30 }),
  service('400', { kind: 'status', status: 400, code: 40, message: "Parameter 'limit' is invalid" }),
  service('429 with Retry-After', { kind: 'status', status: 429, retryAfter: '1' }, 1),
  service('an HTML page', { kind: 'html', status: 200 }, 2),
  service('truncated JSON', { kind: 'truncated' }, 2),
  service('wrong JSON', { kind: 'json', body: { limits: 'none', alert_data: 7 } }, 2),
  service('resets', { kind: 'reset' }, 2),
  service('slow answers', { kind: 'slow', ms: 1000 }, 3),
  {
    name: 'Slack: sockets dropped',
    lasts: 0,
    begin({ slack: { control } }) {
      control.dropSockets()
      return () => undefined
    },
  },
  {
    name: 'Slack: the bot is removed from the channel, and invited again',
    lasts: 2500,
    begin({ slack: { people } }) {
      void people.changeChannel({ do: 'kickBot', channel })
      return () => people.changeChannel({ do: 'inviteBot', channel })
    },
  },
  {
    name: 'Slack: the token is revoked, and good again',
    lasts: 2500,
    begin({ slack: { control, state } }) {
      control.revokeToken('bot')
      return () => state.revoked.clear()
    },
  },
]

/** Faults that cost a timeout, an unconfirmed post or a pause of a minute, for long runs. */
export const longFaults: NamedFault[] = [
  slack('no answer, not stored', { do: 'hang' }, 1),
  slack('no answer, stored', { do: 'hang', after: true }, 1),
  slack('answered after our time-out', { do: 'slow', ms: 6500 }, 1),
  slack('stored after our time-out', { do: 'storeLate', ms: 6500 }, 1),
  slack('429 without end for a while', { do: 'rateLimit', retryAfter: 3 }),
  service('403, code 12', { kind: 'status', status: 403, code: 12 }, 1),
  service('403, code 11', { kind: 'status', status: 403, code: 11 }, 1),
  service('429 without Retry-After', { kind: 'status', status: 429 }, 1),
  service('hangs', { kind: 'hang' }, 1),
]
