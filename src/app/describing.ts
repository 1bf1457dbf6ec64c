import { type AlertDirectory, alertDisplayName, findAlertIn } from '../alerts.ts'
import { createDescribeSubscriptions, type DescribeSubscriptions } from '../commands/looking/describe.ts'
import { holdsUntil } from '../decide/quiet.ts'
import type { Store } from '../store/open-store.ts'
import type { ProblemBoard } from '../troubles.ts'
import type { PollScheduler } from '../watching.ts'
import type { createSlack } from './slack.ts'
import { problemOfSubscription } from './subscription-troubles.ts'

type DescribeParts = {
  store: Pick<Store, 'decisions'>
  slack: Pick<ReturnType<typeof createSlack>, 'channels'>
  troubles: ProblemBoard
  watching: PollScheduler
  alerts: Pick<AlertDirectory, 'known'>
}

/** What is told of subscriptions, from where it is known. */
export function createDescribing(
  { store, slack, troubles: problems, watching, alerts }: DescribeParts,
  now: () => number,
): DescribeSubscriptions {
  return createDescribeSubscriptions({
    async problemOf(subscription) {
      const found = await slack.channels.find(subscription.channel)
      const channel = found.kind === 'found' ? found.id : undefined
      const alert = findAlertIn(subscription.alert, alerts.known())?.id
      return problemOfSubscription(subscription, { alert, channel }, problems.standing())
    },
    currentLags: watching.behind,
    holdsUntil: ({ subscription }) => holdsUntil(subscription, now()),
    lastMention: () => lastMentions(store, now()),
    channelName: (written) => channelName(slack, written),
    alertName: (written) => alertDisplayName(written, alerts.known()),
  })
}

/** The newest entry of each subscription in the verdict log of the last day; what waits is noted again at each start, and does not count. */
async function lastMentions(
  { decisions }: DescribeParts['store'],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>()
  for await (const { subscription, at, outcome } of decisions.entries(now - 86_400_000))
    if (outcome !== 'waiting') last.set(subscription, at)
  return last
}

async function channelName({ channels }: DescribeParts['slack'], written: string): Promise<string> {
  const list = await channels.list().catch(() => [])
  const found = list.find(({ id }) => id === written)
  return found === undefined ? written : `#${found.name}`
}
