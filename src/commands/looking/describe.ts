import type { SubscriptionLine } from '../../messages/subscriptions/list.ts'
import type { Sentence } from '../../messages/told.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { RegisteredSubscription } from '../../roster.ts'
import type { OpenProblem } from '../../troubles.ts'
import type { Lag } from '../../watching/lag.ts'

/** Tells how subscriptions are doing. */
export type DescribeSubscriptions = (listed: RegisteredSubscription[]) => Promise<SubscriptionLine[]>

type DescribeDeps = {
  /** The trouble that stops a subscription, if any. */
  problemOf: (subscription: Subscription) => Promise<OpenProblem | undefined>
  currentLags: () => Promise<Lag[]>
  /** Until when a subscription holds back: UTC, ms. */
  holdsUntil: (listed: RegisteredSubscription) => number | undefined
  /** The newest thing that became of a mention, by subscription: UTC, ms. */
  lastMention: () => Promise<ReadonlyMap<string, number>>
  channelName: (written: string) => Promise<string>
  alertName: (written: string) => string
}

/** A lag below this is none, in ms. */
const noticeableLag = 60_000

/** Makes the descriptions, as of this moment. A trouble goes before a pause, a pause before a hold, a hold before the lag. */
export function createDescribeSubscriptions(deps: DescribeDeps): DescribeSubscriptions {
  return async (listed) => {
    const [last, behind] = await Promise.all([deps.lastMention(), deps.currentLags()])
    const lags = new Map(behind.map(({ subscription, ms }) => [subscription, ms]))
    return Promise.all(
      listed.map(async (one) => ({
        name: one.subscription.name,
        alert: deps.alertName(one.subscription.alert),
        channel: await deps.channelName(one.subscription.channel),
        isFromFile: one.fromSlack === undefined,
        state: await stateOf(deps, one, lags.get(one.subscription.name)),
        ...lastMentionOf(last.get(one.subscription.name)),
      })),
    )
  }
}

const lastMentionOf = (at: number | undefined) => (at === undefined ? {} : { lastMention: at })

async function stateOf(
  deps: DescribeDeps,
  { subscription, fromSlack: made }: RegisteredSubscription,
  lag = 0,
): Promise<Sentence> {
  const problem = await deps.problemOf(subscription)
  if (problem !== undefined) return [`Troubled: ${problem.what} ${problem.whatToDo}`.replace(/\.$/, '')]
  if (made?.askedCatchUp !== undefined) return ['Paused: waiting for an answer in the channel']
  if (made?.paused !== undefined) return ['Paused since ', { at: made.paused.at, as: 'date' }]
  const heldUntil = deps.holdsUntil({ subscription })
  if (heldUntil !== undefined) return ['Quiet until ', { at: heldUntil, as: 'date' }]
  return [lag < noticeableLag ? 'Up to date' : `Behind by ${Math.round(lag / 60_000)} min`]
}
