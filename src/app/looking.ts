import { setImmediate } from 'node:timers/promises'
import type { AlertBook } from '../alerts.ts'
import { createBacklog } from '../commands/looking/backlog.ts'
import { createLookInto } from '../commands/looking/look-into.ts'
import { createPreviewWeek } from '../commands/looking/preview-week.ts'
import type { Places } from '../commands/places.ts'
import { createRecompute } from '../commands/why/recompute.ts'
import { createWhy, type Why } from '../commands/why/why.ts'
import type { Decide } from '../decide/decide.ts'
import type { Digesting } from '../digesting.ts'
import type { Budget } from '../mentions/budget.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Store } from '../store/open-store.ts'
import { planLimits } from '../store/plan-limits.ts'
import type { TroubleBoard } from '../troubles.ts'
import type { Watching } from '../watching.ts'
import type { Cardwork } from './cardwork.ts'
import { createDescribing } from './describing.ts'
import type { createSlack } from './slack.ts'

/** What looking into things without changing them takes. */
export type LookingParts = {
  configuration: Configuration
  service: MentionService
  budget: Budget
  store: Store
  alerts: AlertBook
  slack: Pick<ReturnType<typeof createSlack>, 'channels' | 'messages'>
  troubles: TroubleBoard
  watching: Watching
  /** Makes the rules ready for a subscription. */
  decide: (subscription: Subscription) => Decide
  cardwork: Pick<Cardwork, 'mention'>
  digests: Pick<Digesting, 'preview'>
}

/** Counting what waits is given up after this, in ms: a service in trouble must not hold up the answer that says so. */
const longestCount = 5000

/** The newest mentions in which an address or a sample is looked for: one page of the service. */
const newestPage = 300

/** Previews, states, samples and reasons. */
export function createLooking(parts: LookingParts, places: Places, now: () => number) {
  const { configuration, service, store, alerts, decide, watching, digests } = parts
  const { newest, since, cameSince } = readingOf(service)
  const previewWeek = createPreviewWeek({ now, alerts, since, decideFor: decide, pause: setImmediate })
  const describe = createDescribing(parts, now)
  const backlog = createBacklog({
    now,
    alerts,
    bookmark: store.bookmarks.bookmark,
    above: (alert, id) =>
      service.forward(alert, id, { priority: 'command', signal: AbortSignal.timeout(longestCount) }),
    decideFor: decide,
  })
  const lookInto = createLookInto({
    now,
    alerts,
    newest,
    decideFor: decide,
    previewWeek,
    describe,
    requests: parts.budget.left,
    planLimitReached: planLimits(store.records).told,
    lag: watching.lag,
    polledAt: watching.caughtUpAt,
    backlog,
    digests: { names: configuration.digests.map(({ name }) => name), preview: digests.preview },
  })
  const why = createReasons(parts, places, newest, now)
  return { previewWeek, describe, lookInto, cameSince, why }
}

/** How mentions are read for somebody who waits. Dates are UTC, ms. All of it rejects as the mention service does. */
function readingOf(service: MentionService) {
  const newest = async (alert: Id) =>
    (await service.newest(alert, newestPage, { priority: 'command' })).mentions
  /** The mentions of an alert since a date, page by page. */
  const since = (alert: Id, date: number) =>
    service.mentions(alert, { dateFrom: date }, { priority: 'command' })
  /** How many came since a date, as far as one page tells. */
  const cameSince = async (alert: Id, date: number) => {
    for await (const { mentions, last } of since(alert, date))
      return last ? mentions.length : { atLeast: mentions.length }
    return undefined
  }
  return { newest, since, cameSince }
}

/** Why a mention was posted, or was not: from the log of verdicts, or decided again. */
function createReasons(
  { store, slack, alerts, decide, cardwork }: LookingParts,
  places: Places,
  newest: ReturnType<typeof readingOf>['newest'],
  now: () => number,
): Why {
  const { bookmark } = store.bookmarks
  const { mention } = cardwork
  return createWhy({
    entries: store.verdicts.entries,
    subscriptionsOf: async (channel) => (await places.of(channel)).map(({ subscription }) => subscription),
    recompute: createRecompute({ now, alerts, mention, newest, decideFor: decide, bookmark }),
    bookmark,
    messages: slack.messages,
  })
}
