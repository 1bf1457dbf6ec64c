import type { MentionService } from '../mentions/service.ts'

/** What statistics need of the mention service. */
export type StatisticsSource = Pick<MentionService, 'total' | 'series' | 'mentions'>

/** How to ask it: a person waits for a `command`. */
export type Ask = { priority: 'command' | 'poll'; signal: AbortSignal }
