import type { Id } from '../model/id.ts'
import { errorMessage } from '../model/log.ts'
import type { OpenProblem, Problem } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import { alertNameProblemKey, alertProblemKey, serviceProblemKey } from '../polling/poll-problems.ts'
import { channelProblemKey, historyProblemKey, workspaceProblemKey } from '../polling/slack-problems.ts'
import type { FolderLostError } from '../store/file/folder-lock.ts'

/** What a subscription hangs on, as far as it is known: the ids of its alert and its channel. */
type KnownIds = { alert: Id | undefined; channel: string | undefined }

/**
 * Of the troubles that stand, the one that stops a subscription: its own goes before those of its alert and its channel, and these before what stops
 * everything. A trouble names the subscription that met it first, and may concern others, too: its key tells which.
 */
export function problemOfSubscription(
  { name, alert, channel }: Subscription,
  ground: KnownIds,
  standing: OpenProblem[],
): OpenProblem | undefined {
  const channels = [channel, ...(ground.channel === undefined ? [] : [ground.channel])]
  const keys = [
    alertNameProblemKey(alert),
    ...(ground.alert === undefined ? [] : [alertProblemKey(ground.alert)]),
    ...channels.map(channelProblemKey),
    ...channels.map(historyProblemKey),
    workspaceProblemKey,
    serviceProblemKey,
    databaseProblemKey,
  ]
  const own = standing.find((problem) => problem.subscription === name)
  return own ?? keys.flatMap((key) => standing.find((trouble) => trouble.key === key) ?? []).at(0)
}

/** The key of the trouble that the database cannot be used. */
export const databaseProblemKey = 'database'

/** The trouble that an error of the database makes: one, though a server that is away refuses, resets and times out in turn. */
export function databaseProblem(error: unknown): Problem {
  const reason = errorMessage(error)
  return {
    code: 'database_away',
    what: `The database cannot be used: ${reason}.`,
    whatToDo: 'Check PostgreSQL and DATABASE_URL; nothing is lost, and it goes on by itself.',
  }
}

/** The key of the trouble that this process has lost its folder. */
export const folderProblemKey = 'folder'

/** The trouble of a process whose folder another one has taken over. */
export function folderProblem(error: FolderLostError): Problem {
  return {
    code: 'folder_lost',
    what: `${error.message} This process posts nothing more, and ends.`,
    whatToDo:
      'See to it that one process works on a folder: end the other one, name another DATA_DIR, or set DATABASE_URL to run several.',
  }
}
