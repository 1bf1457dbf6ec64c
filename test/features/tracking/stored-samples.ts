import { foundCard, foundMention } from '../../../src/features/tracking/found-mention.ts'
import type { QueuedCard } from '../../../src/features/tracking/model.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const tracked: QueuedCard = {
  ...{ id: 'tracked-card 1', kind: 'tracked-card', created: noon, due: noon },
  ...{ subscription: 'acme', alert: '7', channel: 'C1' },
  asker: { user: 'U1', channel: 'C1', responseUrl: 'https://hooks.slack.example/1' },
  shows: foundCard(foundMention('C1', { url: 'https://x.example/1', title: 'A title' }, 'words'), {
    subscription: subscriptionOf(),
    layout: {},
    alertName: 'Acme',
    foundBy: 'Ana Lima',
  }),
}

export const records = {
  reminders: {
    [tracked.id]: tracked,
    'tracked-card 2': {
      ...{ ...tracked, id: 'tracked-card 2', sent: true },
      postedAs: { channel: 'C1', ts: `${noon / 1000}.000100` },
    },
  },
}
