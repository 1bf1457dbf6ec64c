import type { FindDeps, Outgoing as OutgoingOf, SendDeps } from '@overheard/post-once'
import type { ReadPage as ReadPageOf, SearchReceipts as SearchOf } from '@overheard/post-once/history'
import type * as once from '@overheard/post-once/message'
import type { PostEnd as PostEndOf } from '@overheard/post-once/post'
import type { PostedMessage } from './history.ts'
import type { Log } from './log.ts'
import type { Proof } from './message.ts'

/** `@overheard/post-once` with the receipts of the bot. */

export type Post = once.Post<Proof>

export type PostEnd = PostEndOf<Proof>

export type ReadPage = ReadPageOf<PostedMessage>

export type SearchReceipts = SearchOf<PostedMessage>

export type Outgoing<Pending> = OutgoingOf<Pending, Proof>

export type OutboxDeps = SendDeps<Proof> &
  FindDeps<PostedMessage> & {
    /** Returns how many messages Slack has accepted for a channel since the process started. */
    accepted: (channel: string) => number
    log: Pick<Log, 'info' | 'warn'>
  }
