import type { Post } from '../deliver/poster.ts'
import { goingOn, refused, stopped } from '../messages/notices/trouble.ts'
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
      if (kind === 'cleared') return void write(goingOn(troubles.map(subjectOf), now()))
      const [once, standing] = [troubles.filter(happenedOnce), troubles.filter((one) => !happenedOnce(one))]
      if (standing.length > 0) void write(stopped(standing.map(subjectOf)))
      if (once.length > 0) void write(refused(once.map(subjectOf)))
    },
  })
}

/** What happened once stopped nothing: a mention that Slack takes in no form. */
const happenedOnce = ({ until }: StandingTrouble) => until !== undefined

function subjectOf({ subscription, stops, channel, what, whatToDo, since }: StandingTrouble) {
  const name = stops ?? subscription ?? 'everything'
  return { name, ...(channel === undefined ? {} : { channel }), reason: what, whatToDo, since }
}
