import type { SetTimer } from '../async/clock.ts'
import { refusedNotice, resumedNotice, stoppedNotice } from '../messages/problem-notices.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { OpenProblem } from '../model/problem.ts'
import type { Post } from '../slack/post.ts'
import type { ProblemListener } from './problems.ts'

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

/** A trouble that has begun or ended, and which. */
export type ProblemNews = { kind: 'raised' | 'cleared'; trouble: OpenProblem }

type BatchDeps = {
  /** Sends one letter: troubles of one kind, at least one, in the order in which they came. */
  send: (kind: ProblemNews['kind'], problems: OpenProblem[]) => void
  /** UTC, ms. */
  now: () => number
  setTimer: SetTimer
}

/** News waits so long for others of the same cause, in ms. */
const gatherMs = 1000

/**
 * From one letter to the next, in ms: a service that is down stops each alert at its own time, and hundreds of letters are read by
 * nobody.
 */
const apartMs = 30_000

/** Gathers news for the owner into few letters: the first after a second, the next ones half a minute apart. What is over before it was told is not told. */
export function batchNotifications({ send, now, setTimer }: BatchDeps): (news: ProblemNews) => void {
  let untold: ProblemNews[] = []
  let isPlanned = false
  let lastAt = Number.NEGATIVE_INFINITY

  function write(): void {
    const told = netOf(untold)
    untold = []
    isPlanned = false
    if (told.length > 0) lastAt = now()
    for (const kind of ['cleared', 'raised'] as const) {
      const problems = told.filter((news) => news.kind === kind).map(({ trouble: problem }) => problem)
      if (problems.length > 0) send(kind, problems)
    }
  }
  return (news) => {
    untold.push(news)
    if (isPlanned) return
    isPlanned = true
    setTimer(write, Math.max(gatherMs, lastAt + apartMs - now()))
  }
}

/** What is left to tell: the last of each trouble, but for those that both began and ended. */
function netOf(untold: ProblemNews[]): ProblemNews[] {
  const first = new Map<string, ProblemNews>()
  const last = new Map<string, ProblemNews>()
  for (const news of untold) {
    const { key } = news.trouble
    if (!first.has(key)) first.set(key, news)
    last.set(key, news)
  }
  return [...last.values()].filter(
    ({ kind, trouble: problem }) => kind === 'raised' || first.get(problem.key)?.kind === 'cleared',
  )
}
