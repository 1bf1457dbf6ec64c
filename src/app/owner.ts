import type { Post } from '../deliver/poster.ts'
import { refusedNotice, resumedNotice, stoppedNotice } from '../messages/notices/trouble.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { SetTimer } from '../model/timer.ts'
import type { OpenProblem, ProblemListener } from '../troubles.ts'
import { batchNotifications } from './owner-letters.ts'

type OwnerDeps = {
  post: Post
  /** The id of a person; absent where nobody is told. */
  owner: string | undefined
  /** UTC, ms. */
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'info' | 'error'>
}

/** Tells troubles to the log, each at once, and to the owner in direct messages, gathered. */
export function createOwnerNotifier({ post, owner, now, setTimer, log }: OwnerDeps): ProblemListener {
  const tellOwner = owner === undefined ? () => undefined : messagesTo(owner, { post, now, setTimer, log })
  return {
    raised(problem) {
      const { key, what, whatToDo, subscription, channel } = problem
      log.error({ trouble: key, subscription, channel, whatToDo }, what)
      tellOwner({ kind: 'raised', trouble: problem })
    },
    cleared(trouble) {
      log.info({ trouble: trouble.key, subscription: trouble.subscription }, `over: ${trouble.what}`)
      tellOwner({ kind: 'cleared', trouble })
    },
  }
}

function messagesTo(owner: string, { post, now, setTimer, log }: Omit<OwnerDeps, 'owner'>) {
  async function write(content: Content): Promise<void> {
    const outcome = await post({ channel: owner, content })
    if (outcome.kind !== 'delivered') log.error({ outcome }, 'the owner could not be told')
  }
  return batchNotifications({
    now,
    setTimer,
    send(kind, problems) {
      if (kind === 'cleared') return void write(resumedNotice(problems.map(subjectOf), now()))
      const [once, standing] = [problems.filter(happenedOnce), problems.filter((one) => !happenedOnce(one))]
      if (standing.length > 0) void write(stoppedNotice(standing.map(subjectOf)))
      if (once.length > 0) void write(refusedNotice(once.map(subjectOf)))
    },
  })
}

/** What happened once stopped nothing: a mention that Slack takes in no form. */
const happenedOnce = ({ until }: OpenProblem) => until !== undefined

function subjectOf({ subscription, stops, channel, what, whatToDo, since }: OpenProblem) {
  const name = stops ?? subscription ?? 'everything'
  return { name, ...(channel === undefined ? {} : { channel }), reason: what, whatToDo, since }
}
