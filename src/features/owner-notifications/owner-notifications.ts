import { createBatchWriter } from '@overheard/base/batch-writer'
import { type SetTimer, sleepOn } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import { damageCode } from '../../health/damage-problems.ts'
import type { ProblemListener } from '../../health/problems.ts'
import { retold } from '../../messages/kit/say.ts'
import type { Log } from '../../model/log.ts'
import type { Content } from '../../model/message.ts'
import type { Post } from '../../model/outbox.ts'
import { type OpenProblem, type ReportedProblem, stopsMentions } from '../../model/problem.ts'
import type { SpeakTo } from '../../people/speak-to.ts'
import {
  damagedNotice,
  missesNotice,
  refusedNotice,
  repeatsNotice,
  repeatsOverNotice,
  resumedNotice,
  stoppedNotice,
} from './messages.ts'

type OwnerDeps = {
  speakTo: Pick<SpeakTo, 'person'>
  post: Post
  now: () => Time
  setTimer: SetTimer
  log: Pick<Log, 'error'>
}

export function createOwnerNotifier(owner: string, deps: OwnerDeps): ProblemListener {
  const notify = messagesTo(owner, deps)
  return {
    raised: (problem) => notify({ kind: 'raised', problem }),
    cleared: (problem) => notify({ kind: 'cleared', problem }),
  }
}

function messagesTo(owner: string, { speakTo, post, now, setTimer, log }: OwnerDeps) {
  async function write(draw: () => Content): Promise<void> {
    const outcome = await speakTo.person(owner, () => post({ channel: owner, content: draw() }))
    if (outcome.kind !== 'delivered')
      log.error(
        { outcome },
        'could not send a direct message about problems to the owner; they are in the log and on /status',
      )
  }
  return batchNotifications({
    setTimer,
    send(kind, problems) {
      for (const { isAbout, raised, cleared } of notices) {
        const about = problems.filter(isAbout)
        const at = now()
        const draw = (subjects = about.map(subjectOf)) =>
          kind === 'raised' ? raised(subjects) : cleared(subjects, at)
        if (about.length > 0) void write(draw)
      }
    },
  })
}

type Notices = {
  isAbout: (problem: OpenProblem) => boolean
  raised: (subjects: ReturnType<typeof subjectOf>[]) => Content
  cleared: (subjects: ReturnType<typeof subjectOf>[], at: Time) => Content
}

const notices: Notices[] = [
  {
    isAbout: stopsMentions,
    raised: stoppedNotice,
    cleared: resumedNotice,
  },
  {
    isAbout: ({ misses, until }) => misses !== undefined && until === undefined,
    raised: missesNotice,
    cleared: resumedNotice,
  },
  { isAbout: ({ repeats }) => repeats !== undefined, raised: repeatsNotice, cleared: repeatsOverNotice },
  {
    isAbout: ({ until, code }) => until !== undefined && code === damageCode,
    raised: damagedNotice,
    cleared: resumedNotice,
  },
  {
    isAbout: (problem) =>
      problem.until !== undefined && problem.code !== damageCode && !stopsMentions(problem),
    raised: refusedNotice,
    cleared: resumedNotice,
  },
]

function subjectOf({ subscription, stops, channel, what, whatToDo, ownerNote, since }: ReportedProblem) {
  const advice = [retold(whatToDo), ...(ownerNote === undefined ? [] : [ownerNote])].join(' ')
  const name = (stops === undefined ? stops : retold(stops)) ?? subscription ?? 'everything'
  return { name, ...defined({ channel }), reason: retold(what), whatToDo: advice, since }
}

export type ProblemNews = { kind: 'raised' | 'cleared'; problem: ReportedProblem }

type BatchDeps = {
  send: (kind: ProblemNews['kind'], problems: ReportedProblem[]) => void
  setTimer: SetTimer
}

const minIntervalMs = 30_000

/** Sends the first batch after a second, and later batches at least 30 s apart. Leaves out problems that end before they are sent. */
export function batchNotifications({ send, setTimer }: BatchDeps): (news: ProblemNews) => void {
  const sendAll = async (waiting: ProblemNews[]): Promise<ProblemNews[]> => {
    const batch = withoutSolved(waiting)
    for (const kind of ['cleared', 'raised'] as const) {
      const problems = batch.filter((news) => news.kind === kind).map(({ problem }) => problem)
      if (problems.length > 0) send(kind, problems)
    }
    // The next batch begins when this wait has ended.
    if (batch.length > 0) await sleepOn(setTimer, minIntervalMs)
    return []
  }
  const { add: note } = createBatchWriter(sendAll, setTimer)
  return (news) => note([news])
}

function withoutSolved(waiting: ProblemNews[]): ProblemNews[] {
  const first = new Map<string, ProblemNews>()
  const last = new Map<string, ProblemNews>()
  for (const news of waiting) {
    const { key } = news.problem
    if (!first.has(key)) first.set(key, news)
    last.set(key, news)
  }
  return [...last.values()].filter(
    ({ kind, problem }) => kind === 'raised' || first.get(problem.key)?.kind === 'cleared',
  )
}
