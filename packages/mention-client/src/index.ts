/** The client. The types of what it returns, and its error, have entries of their own in `exports`, because most code needs only those. */

export { readMention } from './decode/mention-decoder.ts'
export {
  connectMentionService,
  createMentionService,
  fetchMention,
  type MentionService,
  type MentionServiceDeps,
} from './mention-service-client.ts'
export type { MentionQuery } from './pages/mention-query.ts'
export type { MentionPage } from './pages/pagination.ts'
export { isSortingRefused } from './pages/read-in-id-order.ts'
export type { FinishedRequest } from './requests/request.ts'
export type { Now, Sleep } from './requests/request-options.ts'
