import type { Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Decide } from '../engine/index.ts'
import type { Subscription } from '../model/subscription.ts'
import { createCountHidden } from './count-hidden.ts'
import {
  createExplainDecision,
  createFindMentionsLike,
  createRecomputeDecision,
  type ExplainDeps,
} from './explain-decision.ts'
import { createPreviewWeek, createSampleMention } from './preview.ts'
import {
  createCountBacklog,
  createDescribeSubscriptions,
  createLoadStatus,
  type DescribeDeps,
  type LoadStatusDeps,
} from './subscription-status.ts'

export type Status = ReturnType<typeof createStatus>

export type MentionReader = {
  newest: (alert: Id) => Promise<Mention[]>
  since: (alert: Id, date: number) => AsyncIterable<{ mentions: Mention[]; last: boolean }>
  above: (alert: Id, id: Id) => AsyncIterable<{ mentions: Mention[]; last: boolean }>
  find: (alert: Id, id: Id) => Promise<Mention | undefined>
}

type StatusDeps = DescribeDeps &
  Omit<ExplainDeps, 'mention'> &
  Omit<LoadStatusDeps, 'describe' | 'backlog'> & {
    now: () => Time
    alerts: Pick<AlertDirectory, 'find'>
    mentions: MentionReader
    decideFor: (subscription: Subscription) => Decide
    pause: () => Promise<unknown>
  }

export function createStatus(deps: StatusDeps) {
  const { newest, since, above, find } = deps.mentions
  const describe = createDescribeSubscriptions(deps)
  return {
    describe,
    status: createLoadStatus({ ...deps, describe, backlog: createCountBacklog({ ...deps, above }) }),
    sample: createSampleMention({ ...deps, newest }),
    previewWeek: createPreviewWeek({ ...deps, since }),
    countHidden: createCountHidden({ ...deps, since }),
    mentionsLike: createFindMentionsLike({ ...deps, newest }),
    explain: createExplainDecision({
      ...deps,
      mention: find,
      recompute: createRecomputeDecision({ ...deps, mention: find, newest }),
    }),
    /** Counts the mentions of an alert since a date (UTC, ms). Returns `atLeast` if there is more than one page. */
    async countSince(alert: Id, date: number): Promise<number | { atLeast: number } | undefined> {
      for await (const { mentions, last } of since(alert, date))
        return last ? mentions.length : { atLeast: mentions.length }
      return undefined
    },
  }
}
