import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { problemKeysOf } from '../engine/index.ts'
import { problemTexts, stoppedNames } from '../messages/problems/problem-texts.ts'
import { errorMessage } from '../model/log.ts'
import {
  type NewProblem,
  type OpenProblem,
  type Problem,
  type ProblemBoard,
  stopsMentions,
  waitOf,
} from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import type { FolderLostError } from '../store/file/folder-lock.ts'
import { recordProblemKey } from './damage-problems.ts'

type KnownIds = { alert: Id | undefined; channel: string | undefined }

/** A problem that stops mentions comes first, then a problem of the subscription itself. */
export function problemOfSubscription(
  subscription: Subscription,
  ids: KnownIds,
  open: OpenProblem[],
): OpenProblem | undefined {
  const { name, channel } = subscription
  const keys = [
    ...problemKeysOf(subscription, ids),
    serviceWaitKey,
    pollsWaitKey,
    databaseProblemKey,
    recordProblemKey('pauses'),
    recordProblemKey('mutes'),
    ...(ids.channel === undefined ? [] : [recordProblemKey('mutes', ids.channel)]),
    ...(channel.startsWith('#')
      ? [recordProblemKey('known-channels'), recordProblemKey('known-channels', channel.toLowerCase())]
      : []),
  ]
  const found = [
    ...open.filter((problem) => problem.subscription === name),
    ...keys.flatMap((key) => open.find((problem) => problem.key === key) ?? []),
  ]
  return found.find(stopsMentions) ?? found.at(0)
}

export const databaseProblemKey = 'database'

const serviceWaitKey = 'wait service'
const pollsWaitKey = 'wait requests'

/** A shorter wait of a check for the request budget, in ms, is no problem. The problem lasts for as long after the last such wait. */
const pollWaitMs = 60_000

/** Polls, digests and reminders tell what waits in which channel, so these methods are not told once more. */
const isToldWithPlace = new Set(['chat.postMessage', 'conversations.history', 'conversations.replies'])

/** Reports that requests to Slack or to the mention service wait: because these have asked for that, or because there is no room in the budget. */
export function createRequestWaits({
  problems,
  now,
}: {
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  now: () => Time
}) {
  return {
    paused(forMs: Ms): void {
      const wait = waitOf(forMs, now())
      if (wait === undefined) return
      const { end, ...times } = wait
      problems.raise(serviceWaitKey, { code: 'service_waits', ...times, ...problemTexts.serviceWaits(end) })
    },
    slackWaited(method: string, forMs: Ms): void {
      const wait = isToldWithPlace.has(method) ? undefined : waitOf(forMs, now())
      if (wait === undefined) return
      const { end, ...times } = wait
      const text = problemTexts.methodWaits(method, end)
      problems.raise(`wait ${method}`, {
        code: 'slack_waits',
        stops: stoppedNames.method(method),
        ...times,
        ...text,
      })
    },
    remindersWaited(forMs: Ms): void {
      const wait = waitOf(forMs, now())
      if (wait === undefined) return
      const { end, ...times } = wait
      const text = problemTexts.remindersWait(end)
      problems.raise('wait reminders', {
        code: 'slack_waits',
        stops: stoppedNames.reminders(),
        ...times,
        ...text,
      })
    },
    answered: (): unknown => problems.clear(serviceWaitKey),
    pollWaited(ms: Ms): void {
      if (ms <= pollWaitMs) return
      const until = now() + 2 * pollWaitMs
      problems.raise(pollsWaitKey, { code: 'requests_wait', waits: true, until, ...problemTexts.pollsWait() })
    },
  }
}

/**
 * Creates the problem for an error of the database. All such errors share one code, because a server that is down refuses, resets and times
 * out by turns.
 */
export function databaseProblem(error: unknown): NewProblem {
  return { ofThisProcess: true, code: 'database_away', ...problemTexts.databaseUnusable(errorMessage(error)) }
}

export const folderProblemKey = 'folder'

export function folderProblem(error: FolderLostError): Problem {
  return { code: 'folder_lost', ...problemTexts.folderLost(error.message) }
}
