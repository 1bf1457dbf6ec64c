import type * as once from '@overheard/post-once/history'
import type { Proof } from './message.ts'

export type PostedMessage = once.PostedMessage<Proof>

export type HistoryResult = once.HistoryResult<PostedMessage>

export type HistoryPage = once.HistoryPage<PostedMessage>
