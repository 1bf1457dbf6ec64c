import type { Post } from '../deliver/poster.ts'
import { subscriptionRecovered, subscriptionTroubled } from '../messages/notices/trouble.ts'
import type { StandingTrouble } from '../troubles.ts'

/** Tells troubles to the log and, where there is one, to the owner in a direct message. */
export function tellTroubles(
  post: Post,
  owner: string | undefined,
  now: () => number,
  log: { error(fields: object, sentence: string): void; info(fields: object, sentence: string): void },
) {
  const tell = (content: Parameters<Post>[0]['content']) => {
    if (owner === undefined) return
    void post({ channel: owner, content }).then((outcome) => {
      if (outcome.kind !== 'delivered') log.error({ outcome }, 'the owner could not be told')
    })
  }
  return {
    raised(trouble: StandingTrouble) {
      const { key, what, whatToDo, subscription, channel } = trouble
      log.error({ trouble: key, subscription, channel, whatToDo }, what)
      tell(subscriptionTroubled({ ...subjectOf(trouble), reason: what, whatToDo, since: trouble.since }))
    },
    cleared(trouble: StandingTrouble) {
      log.info({ trouble: trouble.key, subscription: trouble.subscription }, `over: ${trouble.what}`)
      tell(subscriptionRecovered({ ...subjectOf(trouble), at: now() }))
    },
  }
}

function subjectOf({ subscription = 'everything', channel = 'every channel' }: StandingTrouble) {
  return { subscription, channel }
}
