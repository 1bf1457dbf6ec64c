import type { QueuedEvent } from '../../../src/features/webhooks/model.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const event = (seconds: number): QueuedEvent => ({
  ...{ channel: 'hook', ts: `${noon / 1000 + seconds}.000100`, id: 'evt', order: 'o', at: noon },
  ...{ queuedAt: noon, attempts: 0, retryAt: 0 },
  event: { type: 'mention.posted', timestamp: '', data: { more: [1] } },
})

export const records = {
  webhooks: { a: { failures: 0, retryAt: 0 }, b: { failures: 2, retryAt: noon, gone: true } },
}

export const messages = { 'webhook-events': [event(0), event(1)] }
