import type { Control } from './control.ts'
import type { Act } from './events.ts'
import type { Lever } from './panel.ts'

/** Faults of every call that stay until somebody presses the switch again. */
const faults: { id: string; label: string; hint: string; act: Act }[] = [
  {
    id: 'down',
    label: 'Slack is down',
    hint: 'Every call gets the status 503.',
    act: { do: 'status', status: 503 },
  },
  {
    id: 'rate-limit',
    label: 'Rate-limit every call',
    hint: 'Status 429, Retry-After: 5.',
    act: { do: 'rateLimit', retryAfter: 5 },
  },
  {
    id: 'lost',
    label: 'Lose every answer',
    hint: 'The call does its work, then the connection breaks.',
    act: { do: 'reset', after: true },
  },
  {
    id: 'error',
    label: 'Fail every call',
    hint: 'The answer is the error internal_error.',
    act: { do: 'error', error: 'internal_error' },
  },
  { id: 'slow', label: 'Answer after 3 s', hint: 'Every call is slow.', act: { do: 'slow', ms: 3000 } },
]

/** The switches of rate limits, faults and connections on the page. */
export function createFaultSwitches(control: Control): () => Lever[] {
  const on = new Map<string, () => void>()
  const lever = (id: string, label: string, hint: string, begin: () => () => void): Lever => ({
    id,
    label,
    hint,
    ...(on.has(id) && { during: `${label}: on` }),
    pull() {
      const end = on.get(id)
      if (end === undefined) on.set(id, begin())
      else end()
      if (end !== undefined) on.delete(id)
    },
  })
  return () => [
    lever('unlimited', 'No rate limits', 'Without it, the limits of Slack apply.', () => {
      control.setLimited(false)
      return () => control.setLimited(true)
    }),
    lever('distributed', 'Limits of a distributed app', 'History once a minute, 15 messages.', () => {
      control.setDistributed(true)
      return () => control.setDistributed(false)
    }),
    ...faults.map(({ id, label, hint, act }) =>
      lever(id, label, hint, () => {
        const fault = control.fault({ method: '*', act })
        return () => control.clearFaults(fault)
      }),
    ),
    {
      id: 'drop',
      label: 'Break the connections',
      hint: 'Every Socket Mode connection, without notice.',
      pull: control.dropSockets,
    },
    {
      id: 'refresh',
      label: 'Ask for new connections',
      hint: 'As Slack does every few hours.',
      pull: () => control.disconnectSockets(),
    },
  ]
}
