/** What posts exactly once: see the README. What only some callers need has entries of its own in `exports`. */

export { connectOutbox, identityOf } from './connect-outbox.ts'
export { createHistorySearch } from './history-search.ts'
export { type Journal, type Outgoing, type SendResult, type SentAt, sendMessage } from './outbox.ts'
export { createOutboxMemory } from './outbox-memory.ts'
export type { FindDeps, SendDeps } from './ports.ts'
export { connectSlack } from './slack/connect.ts'
export { resolveUnconfirmed } from './unconfirmed.ts'
