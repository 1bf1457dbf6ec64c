import { statusAnswer, subscriptionList } from '../../../src/features/status/subscription-list.ts'
import { at, freshness, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

export function messageKinds({ alert, person }: Names): MessageKind[] {
  const summary = {
    name: 'acme',
    alert,
    channel: '#brand',
    isFromFile: true,
    state: { kind: 'up-to-date' as const },
    lastMention: at,
  }
  const line = { ...summary, freshness, polledAt: at, waiting: { count: 2, more: false } }
  const paused = { kind: 'paused' as const, since: at, until: at + 3_600_000, by: person }
  const buttons = [{ label: 'Pause…', action: 'list_pause' }]
  return [
    {
      by: 'subscriptionList',
      kind: 'list of subscriptions',
      content: subscriptionList([summary, { ...summary, name: 'press', state: paused }], () => buttons),
      subject: '2 subscriptions in this channel',
    },
    {
      by: 'statusAnswer',
      kind: 'answer to /mentions status',
      content: statusAnswer({
        lines: [line, { ...line, name: 'press', state: paused }],
        planLimitReached: false,
        requests: 192,
        queued: 0,
        lag: 0,
      }),
      subject: 'acme',
    },
  ]
}

export const viewKinds = (): ViewKind[] => []
