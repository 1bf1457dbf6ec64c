import { problemTexts } from '../messages/problem-texts.ts'
import type { Id } from '../model/id.ts'
import { errorMessage } from '../model/log.ts'
import { type NewProblem, type OpenProblem, type Problem, stopsMentions } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import { channelProblemKey, historyProblemKey, workspaceProblemKey } from '../polling/post/slack-problems.ts'
import { alertNameProblemKey, alertProblemKey, serviceProblemKey } from '../polling/schedule/poll-problems.ts'
import type { FolderLostError } from '../store/file/folder-lock.ts'
import { recordProblemKey } from './damage-problems.ts'

type KnownIds = { alert: Id | undefined; channel: string | undefined }

/** A problem that stops mentions comes first, then a problem of the subscription itself. */
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
