import type { ListedLine } from '../../messages/subscriptions/list.ts'
import type { Told } from '../../messages/told.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Listed } from '../../roster.ts'
import type { StandingTrouble } from '../../troubles.ts'
import type { Lag } from '../../watching/lag.ts'

/** Tells how subscriptions are doing. */
export type Describe = (listed: Listed[]) => Promise<ListedLine[]>

type DescribeDeps = {
  /** The trouble that stops a subscription, if any. */
  troubleOf: (subscription: Subscription) => Promise<StandingTrouble | undefined>
  behind: () => Promise<Lag[]>
  /** Until when a subscription holds back: UTC, ms. */
  holdsUntil: (listed: Listed) => number | undefined
  /** The newest thing that became of a mention, by subscription: UTC, ms. */
  lastMention: () => Promise<ReadonlyMap<string, number>>
  channelName: (written: string) => Promise<string>
  alertName: (written: string) => string
}

/** A lag below this is none, in ms. */
const noticeable = 60_000

/** Makes the descriptions, as of this moment. A trouble goes before a pause, a pause before a hold, a hold before the lag. */
export function createDescribe(deps: DescribeDeps): Describe {
  return async (listed) => {
    const [last, behind] = await Promise.all([deps.lastMention(), deps.behind()])
    const lags = new Map(behind.map(({ subscription, ms }) => [subscription, ms]))
    return Promise.all(
      listed.map(async (one) => ({
        name: one.subscription.name,
        alert: deps.alertName(one.subscription.alert),
        channel: await deps.channelName(one.subscription.channel),
        declared: one.made === undefined,
        state: await stateOf(deps, one, lags.get(one.subscription.name)),
        ...lastOf(last.get(one.subscription.name)),
      })),
    )
  }
}

const lastOf = (at: number | undefined) => (at === undefined ? {} : { lastMention: at })

async function stateOf(deps: DescribeDeps, { subscription, made }: Listed, lag = 0): Promise<Told> {
  const trouble = await deps.troubleOf(subscription)
  if (trouble !== undefined) return [`Troubled: ${trouble.what} ${trouble.whatToDo}`.replace(/\.$/, '')]
  if (made?.asked !== undefined) return ['Paused: waiting for an answer in the channel']
  if (made?.paused !== undefined) return ['Paused since ', { at: made.paused.at, as: 'date' }]
  const held = deps.holdsUntil({ subscription })
  if (held !== undefined) return ['Quiet until ', { at: held, as: 'date' }]
  return [lag < noticeable ? 'Up to date' : `Behind by ${Math.round(lag / 60_000)} min`]
}
