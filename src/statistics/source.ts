import type { MentionService } from '../mentions/service.ts'

/** What statistics need of the mention service. */
export type StatsSource = Pick<MentionService, 'total' | 'series' | 'mentions'>

/** How to ask it: a person waits for a `command`. */
export type StatsRequestOptions = { priority: 'command' | 'poll'; signal: AbortSignal }
