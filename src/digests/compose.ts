import { defined } from '@overheard/base/defined'
import type { Ms } from '@overheard/base/time'
import { withTimeout } from '@overheard/base/timeout'
import type { Alert } from '@overheard/mention-client/alert'
import type { Id } from '@overheard/mention-client/id'
import type { DateRange } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import { textMessage } from '../messages/kit/block-kit.ts'
import type { OpenLine } from '../messages/open-line.ts'
import { replyTexts } from '../messages/replies.ts'
import { withSentiment } from '../model/correction.ts'
import type { DecisionRecord } from '../model/decision.ts'
import { classifyFailure, type MissingReason } from '../model/failure.ts'
import type { Content } from '../model/message.ts'
import { alertsOfDigest, type Digest } from '../model/subscription.ts'
import { buildPeriodSummary, type PeriodSummary } from '../stats/period-summary.ts'
import type { StatsQuestion } from '../stats/question.ts'
import { formContents, planStatsRequests, type StatsRequest, type StatsValue } from '../stats/request-plan.ts'
import { fetchResults } from '../stats/statistics.ts'
import {
  type DigestResponses,
  loadFoundMentions,
  loadResponses,
  reportDeliveries,
} from './content/delivery-report.ts'
import {
  type DigestedAlert,
  type DigestMessages,
  type DigestView,
  digestMessages,
} from './content/message.ts'
import { periodsOf, type WholePeriod } from './content/period.ts'
import { storiesOf } from './content/stories.ts'
import type { ComposeDeps } from './dependencies.ts'

/** `isWhole` is false if a later request may return numbers that are missing now. */
type ComposedDigest = { messages: DigestMessages; isWhole: boolean }

const maxOpenShown = 5

type ComposeRequest = {
  digest: Digest
  channel: string
  period: WholePeriod
  audience: DigestView['audience']
}

export async function composeDigest(
  deps: ComposeDeps,
  { digest, channel, period, audience }: ComposeRequest,
  effort: FetchEffort,
): Promise<ComposedDigest> {
  const { name, whenEmpty, people } = digest
  const found = loadFoundMentions(deps, channel, period.range)
  const [fetched, accounting, records, responses, open, sections] = await Promise.all([
    Promise.all(
      alertsOfDigest(digest).map((written) =>
        fetchDigestAlert(deps, written, period.range, {
          ...effort,
          ...(digest.alerts.includes(written) ? {} : { isNeeded: isCompared }),
        }),
      ),
    ),
    reportDeliveries(found),
    found.catch(() => undefined),
    loadResponses(deps, channel, period.range, people),
    readOpenMentions(deps, channel).catch(() => undefined),
    // A person who asks for a preview may not be allowed to see the names of the channel.
    audience === 'channel' ? deps.sections?.(channel, period.range) : undefined,
  ])
  const byName = new Map(alertsOfDigest(digest).map((written, at) => [written, fetched[at]?.digested]))
  const alerts = digest.alerts.flatMap((written) => {
    const digested = byName.get(written)
    return digested === undefined ? [] : [withStories(withResponses(digested, responses), records ?? [])]
  })
  const compared = digest.compare?.flatMap((written) => byName.get(written) ?? [])
  const view = {
    name,
    channel,
    period,
    whenEmpty,
    audience,
    alerts,
    ...defined({ compared, accounting, handled: responses.handled, corrected: responses.corrected }),
    ...(open && { open: { ...open, now: deps.now() } }),
    ...defined({ sections }),
  }
  return { messages: digestMessages(view), isWhole: fetched.every(({ isWhole }) => isWhole) }
}

/** Leaves out mentions whose subscription has ended. */
async function readOpenMentions(
  { bestOpen, subscriptionsOf, permalink }: ComposeDeps,
  channel: string,
): Promise<{ lines: OpenLine[]; total: number } | undefined> {
  const names = new Set((await subscriptionsOf(channel)).map(({ name }) => name))
  const accepts = (open: { channel: string; subscription: string }) =>
    open.channel === channel && names.has(open.subscription)
  const found = await bestOpen?.({ offset: 0, limit: maxOpenShown, accepts })
  if (found === undefined) return undefined
  const lines = found.rows.map(async ({ shown: mention, state, ...row }) => {
    return { ...row, mention, permalink: await permalink(row), ...defined({ holder: state }) }
  })
  return { lines: await Promise.all(lines), total: found.total }
}

function withResponses(digested: DigestedAlert, responses: DigestResponses): DigestedAlert {
  if (digested.kind !== 'summary') return digested
  const { corrected, ...ofAlert } = responses.of(digested.summary.alert.id)
  return { ...digested, ...ofAlert, summary: withCorrectedMentions(digested.summary, corrected) }
}

function withStories(digested: DigestedAlert, found: DecisionRecord[]): DigestedAlert {
  if (digested.kind !== 'summary') return digested
  return { ...digested, stories: storiesOf(digested.summary.alert.id, found) }
}

/** The lists of mentions show the sentiments that people gave them. The shares and series stay those of the mention service. */
export function withCorrectedMentions(
  summary: PeriodSummary,
  corrected: ReadonlyMap<Id, Mention>,
): PeriodSummary {
  if (corrected.size === 0) return summary
  const { widestReach, widestReachNegative } = summary
  const ofPeople = (mention: Mention) =>
    withSentiment(mention, (corrected.get(mention.id) ?? mention).sentiment)
  const negative = (listed: Mention[]) => {
    const known = new Set(listed.map(({ id }) => id))
    const added = [...corrected.values()].filter(({ id }) => !known.has(id))
    return [...listed.map(ofPeople), ...added]
      .filter(({ sentiment }) => sentiment === 'negative')
      .toSorted((a, b) => b.reach - a.reach)
  }
  return {
    ...summary,
    widestReach: mapKnown(widestReach, (listed) => listed.map(ofPeople)),
    widestReachNegative: mapKnown(widestReachNegative, negative),
  }
}

const mapKnown = <T>(value: StatsValue<T>, change: (known: T) => T): StatsValue<T> =>
  value.kind === 'known' ? { ...value, value: change(value.value) } : value

export type FetchEffort = {
  priority: 'command' | 'poll'
  timeoutMs: Ms
  isNeeded?: (need: StatsRequest) => boolean
}

/** `isWhole` is false if a later request may return numbers that are missing now. */
type FetchedAlert = { digested: DigestedAlert; isWhole: boolean }

/** Fetches the statistics of an alert for UTC dates. `written` is the alert's name or id in the configuration. Never rejects. */
export async function fetchDigestAlert(
  deps: ComposeDeps,
  written: string,
  range: DateRange,
  effort: FetchEffort,
): Promise<FetchedAlert> {
  try {
    const found = await deps.alerts.find(written)
    if (found.kind === 'found') return await fetchSummary(deps, found.alert, range, effort)
    const reason = found.kind === 'missing' ? 'no-such-alert' : 'several-alerts'
    return unavailable(written, reason, true)
  } catch (error) {
    const { reason, retry } = classifyFailure(error)
    return unavailable(written, reason, retry === 'useless')
  }
}

async function fetchSummary(
  { now, setTimer, stopping, statsRequests }: ComposeDeps,
  alert: Alert,
  range: DateRange,
  { priority, timeoutMs, isNeeded = () => true }: FetchEffort,
): Promise<FetchedAlert> {
  if (alert.type === 'leads') return unavailable(alert.name, 'leads_alert', true)
  const question = digestQuestion(range)
  const needs: StatsRequest[] = planStatsRequests(question, now(), 'digest').filter(isNeeded)
  const { results, limits, failures } = await withTimeout(
    setTimer,
    timeoutMs,
    (signal) => fetchResults(statsRequests, alert.id, needs, { priority, signal }),
    stopping,
  )
  const isWhole = failures.every(({ retry }) => retry === 'useless')
  const [failure] = failures
  if (failure !== undefined && failures.length === needs.length)
    return unavailable(alert.name, failure.reason, isWhole)
  const summary = buildPeriodSummary({ alert, question, now: now(), results, limits })
  return { digested: { kind: 'summary', summary }, isWhole }
}

function digestQuestion(range: DateRange): StatsQuestion {
  return { choice: { kind: 'dates', ...range }, granularity: 'day', sources: [], more: false }
}

function unavailable(name: string, reason: MissingReason, isWhole: boolean): FetchedAlert {
  return { digested: { kind: 'unavailable', name, reason }, isWhole }
}

/** A person waits for the preview, so it is shown after this time (ms), even if numbers are still missing. */
const previewTimeoutMs = 15_000

export type DigestPreview = { parent: Content; thread: Content[] }

export async function previewDigest(deps: ComposeDeps, digest: Digest): Promise<DigestPreview> {
  const period = periodsOf(digest)(deps.now())
  const found = await deps.channels.find(digest.channel)
  const channel = found.kind === 'found' ? found.id : digest.channel
  const always: Digest = { ...digest, whenEmpty: 'line' }
  const effort = { priority: 'command' as const, timeoutMs: previewTimeoutMs }
  const { messages } = await composeDigest(
    deps,
    { digest: always, channel, period, audience: 'asker' },
    effort,
  )
  return messages.kind === 'nothing'
    ? { parent: textMessage(replyTexts.nothingInDigest()), thread: [] }
    : messages
}

export function isCompared(need: StatsRequest): boolean {
  const { comparison } = formContents
  if (need.kind === 'total') return comparison[need.when].includes(need.type)
  return need.kind === 'series' && comparison.series.includes(need.type)
}
