import { problemTexts } from '../messages/problem-texts.ts'
import type { Id } from '../model/id.ts'
import { errorMessage } from '../model/log.ts'
import type { OpenProblem, Problem } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import { alertNameProblemKey, alertProblemKey, serviceProblemKey } from '../polling/poll-problems.ts'
import { channelProblemKey, historyProblemKey, workspaceProblemKey } from '../polling/slack-problems.ts'
import type { FolderLostError } from '../store/file/folder-lock.ts'

/** The ids of a subscription's alert and channel, as far as they are known. */
type KnownIds = { alert: Id | undefined; channel: string | undefined }

/**
 * Finds the open problem that stops a subscription: first its own, then those of its alert and its channel, then those that stop
 * everything. A problem of a channel or an alert names only the subscription that met it first, so it is found by its key.
 */
export function problemOfSubscription(
  { name, alert, channel }: Subscription,
  ids: KnownIds,
  open: OpenProblem[],
): OpenProblem | undefined {
  const channels = [channel, ...(ids.channel === undefined ? [] : [ids.channel])]
  const keys = [
    alertNameProblemKey(alert),
    ...(ids.alert === undefined ? [] : [alertProblemKey(ids.alert)]),
    ...channels.map(channelProblemKey),
    ...channels.map(historyProblemKey),
    workspaceProblemKey,
    serviceProblemKey,
    databaseProblemKey,
  ]
  const own = open.find((problem) => problem.subscription === name)
  return own ?? keys.flatMap((key) => open.find((problem) => problem.key === key) ?? []).at(0)
}

export const databaseProblemKey = 'database'

/** The problem for an error of the database. It has one code, because a server that is down refuses, resets and times out by turns. */
export function databaseProblem(error: unknown): Problem {
  return { code: 'database_away', ...problemTexts.databaseUnusable(errorMessage(error)) }
}

export const folderProblemKey = 'folder'

/** The problem of a process whose data folder was taken over by another process. */
export function folderProblem(error: FolderLostError): Problem {
  return { code: 'folder_lost', ...problemTexts.folderLost(error.message) }
}
