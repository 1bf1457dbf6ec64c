import type { Post } from '../deliver/poster.ts'
import { goingOn, stopped } from '../messages/notices/trouble.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { SetTimer } from '../model/timer.ts'
import type { StandingTrouble, Tell } from '../troubles.ts'
import { createLetters } from './owner-letters.ts'

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
export function tellTroubles({ post, owner, now, setTimer, log }: OwnerDeps): Tell {
  const tellOwner = owner === undefined ? () => undefined : lettersTo(owner, { post, now, setTimer, log })
  return {
    raised(trouble) {
      const { key, what, whatToDo, subscription, channel } = trouble
      log.error({ trouble: key, subscription, channel, whatToDo }, what)
      tellOwner({ kind: 'raised', trouble })
    },
    cleared(trouble) {
      log.info({ trouble: trouble.key, subscription: trouble.subscription }, `over: ${trouble.what}`)
      tellOwner({ kind: 'cleared', trouble })
    },
  }
}

function lettersTo(owner: string, { post, now, setTimer, log }: Omit<OwnerDeps, 'owner'>) {
  async function write(content: Content): Promise<void> {
    const outcome = await post({ channel: owner, content })
    if (outcome.kind !== 'delivered') log.error({ outcome }, 'the owner could not be told')
  }
  return createLetters({
    now,
    setTimer,
    send(kind, troubles) {
      const subjects = troubles.map(subjectOf)
      void write(kind === 'raised' ? stopped(subjects) : goingOn(subjects, now()))
    },
  })
}

function subjectOf(trouble: StandingTrouble) {
  const { subscription = 'everything', channel = 'every channel', what, whatToDo, since } = trouble
  return { subscription, channel, reason: what, whatToDo, since }
}
