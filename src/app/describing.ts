import { type AlertBook, alertAmong, calledAmong } from '../alerts.ts'
import { createDescribe, type Describe } from '../commands/looking/describe.ts'
import { holdsUntil } from '../decide/quiet.ts'
import type { Store } from '../store/open-store.ts'
import type { TroubleBoard } from '../troubles.ts'
import type { Watching } from '../watching.ts'
import type { createSlack } from './slack.ts'
import { troubleOf } from './subscription-troubles.ts'

type Parts = {
  store: Pick<Store, 'verdicts'>
  slack: Pick<ReturnType<typeof createSlack>, 'channels'>
  troubles: TroubleBoard
  watching: Watching
  alerts: Pick<AlertBook, 'known'>
}

/** What is told of subscriptions, from where it is known. */
export function createDescribing(
  { store, slack, troubles, watching, alerts }: Parts,
  now: () => number,
): Describe {
  return createDescribe({
    async troubleOf(subscription) {
      const found = await slack.channels.find(subscription.channel)
      const channel = found.kind === 'found' ? found.id : undefined
      const alert = alertAmong(subscription.alert, alerts.known())?.id
      return troubleOf(subscription, { alert, channel }, troubles.standing())
    },
    behind: watching.behind,
    holdsUntil: ({ subscription }) => holdsUntil(subscription, now()),
    lastMention: () => lastMentions(store, now()),
    channelName: (written) => channelName(slack, written),
    alertName: (written) => calledAmong(written, alerts.known()),
  })
}

/** The newest entry of each subscription in the verdict log of the last day; what waits is noted again at each start, and does not count. */
async function lastMentions({ verdicts }: Parts['store'], now: number): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>()
  for await (const { subscription, at, became } of verdicts.entries(now - 86_400_000))
    if (became !== 'waiting') last.set(subscription, at)
  return last
}

async function channelName({ channels }: Parts['slack'], written: string): Promise<string> {
  const list = await channels.list().catch(() => [])
  const found = list.find(({ id }) => id === written)
  return found === undefined ? written : `#${found.name}`
}
