import type { AlertBook } from '../alerts.ts'
import { createBacklog } from '../commands/backlog.ts'
import { createLookInto } from '../commands/look-into.ts'
import { createPreviewWeek } from '../commands/preview-week.ts'
import type { Decide } from '../decide/decide.ts'
import type { Digesting } from '../digesting.ts'
import type { Budget } from '../mentions/budget.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Store } from '../store/open-store.ts'
import { planLimits } from '../store/plan-limits.ts'
import type { TroubleBoard } from '../troubles.ts'
import type { Watching } from '../watching.ts'
import { createDescribing } from './describing.ts'
import type { createSlack } from './slack.ts'

/** What looking into things without changing them takes. */
export type LookingParts = {
  configuration: Configuration
  service: MentionService
  budget: Budget
  store: Store
  alerts: AlertBook
  slack: Pick<ReturnType<typeof createSlack>, 'channels'>
  troubles: TroubleBoard
  watching: Watching
  digests: Pick<Digesting, 'preview'>
}

/** How mentions are read and judged. */
type Reading = {
  newest: (alert: Id) => Promise<Mention[]>
  decide: (subscription: Subscription) => Decide
}

/** Counting what waits is given up after this, in ms: a service in trouble must not hold up the answer that says so. */
const longestCount = 5000

/** Previews, states and samples. `since`: the mentions of an alert since a date (UTC, ms), page by page. */
export function createLooking(parts: LookingParts, { newest, decide }: Reading, now: () => number) {
  const { configuration, service, store, alerts, watching, digests } = parts
  const since = (alert: Id, date: number) =>
    service.mentions(alert, { dateFrom: date }, { priority: 'command' })
  const previewWeek = createPreviewWeek({ now, alerts, since, decideFor: decide })
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
  return { since, previewWeek, describe, lookInto }
}
