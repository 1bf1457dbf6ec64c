import { setImmediate } from 'node:timers/promises'
import type { AlertDirectory } from '../alerts.ts'
import { createCountBacklog } from '../commands/looking/backlog.ts'
import { createStatusQueries } from '../commands/looking/look-into.ts'
import { createPreviewWeek } from '../commands/looking/preview-week.ts'
import type { SubscriptionFinder } from '../commands/places.ts'
import { createRecomputeDecision } from '../commands/why/recompute.ts'
import { createExplainDecision, type ExplainDecision } from '../commands/why/why.ts'
import type { Decide } from '../decide/decide.ts'
import type { DigestScheduler } from '../digesting.ts'
import type { RequestBudget } from '../mentions/budget.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Store } from '../store/open-store.ts'
import { planLimits } from '../store/plan-limits.ts'
import type { ProblemBoard } from '../troubles.ts'
import type { PollScheduler } from '../watching.ts'
import type { Cardwork } from './cardwork.ts'
import { createDescribing } from './describing.ts'
import type { createSlack } from './slack.ts'

/** What looking into things without changing them takes. */
export type LookingParts = {
  configuration: Configuration
  service: MentionService
  budget: RequestBudget
  store: Store
  alerts: AlertDirectory
  slack: Pick<ReturnType<typeof createSlack>, 'channels' | 'messages'>
  troubles: ProblemBoard
  watching: PollScheduler
  /** Makes the rules ready for a subscription. */
  decide: (subscription: Subscription) => Decide
  cardwork: Pick<Cardwork, 'mention'>
  digests: Pick<DigestScheduler, 'preview'>
}

/** Counting what waits is given up after this, in ms: a service in trouble must not hold up the answer that says so. */
const longestCount = 5000

/** The newest mentions in which an address or a sample is looked for: one page of the service. */
const newestPage = 300

/** Previews, states, samples and reasons. */
export function createLooking(parts: LookingParts, places: SubscriptionFinder, now: () => number) {
  const { configuration, service, store, alerts, decide, watching, digests } = parts
  const { newest, since, cameSince } = readingOf(service)
  const previewWeek = createPreviewWeek({ now, alerts, since, decideFor: decide, pause: setImmediate })
  const describe = createDescribing(parts, now)
  const backlog = createCountBacklog({
    now,
    alerts,
    checkpoint: store.checkpoints.load,
    above: (alert, id) =>
      service.mentionsSince(alert, id, { priority: 'command', signal: AbortSignal.timeout(longestCount) }),
    decideFor: decide,
  })
  const lookInto = createStatusQueries({
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
  return { previewWeek, describe, queries: lookInto, cameSince, explain: why }
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
  places: SubscriptionFinder,
  newest: ReturnType<typeof readingOf>['newest'],
  now: () => number,
): ExplainDecision {
  const { load: checkpoint } = store.checkpoints
  const { mention } = cardwork
  return createExplainDecision({
    entries: store.decisions.entries,
    subscriptionsOf: async (channel) =>
      (await places.inChannel(channel)).map(({ subscription }) => subscription),
    recompute: createRecomputeDecision({ now, alerts, mention, newest, decideFor: decide, checkpoint }),
    checkpoint,
    messages: slack.messages,
  })
}
