import type { DigestPreview } from '../digest/compose-digest.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { textMessage } from '../messages/block-kit.ts'
import { card } from '../messages/card.ts'
import { grouped } from '../messages/numbers.ts'
import { unavailableText } from '../messages/replies.ts'
import { previewAnswer } from '../messages/subscription-form.ts'
import { type StatusLine, statusAnswer } from '../messages/subscription-list.ts'
import { cut, isolate } from '../messages/text.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'
import type { RegisteredSubscription } from '../polling/subscription-registry.ts'
import { type ReplayTotals, replay, totalsOf } from '../rules/replay.ts'
import type { Decide } from '../rules/rules.ts'
import { describeFailure } from '../stats/failure.ts'
import type { CountBacklog, DescribeSubscriptions } from './subscription-status.ts'

/** What people can look into without changing anything; for the asker's eyes. None rejects because of the mention service. */
export type StatusQueries = {
  /** One real recent mention as its card would look. */
  sample(subscription: Subscription, channel: string): Promise<Content>
  preview(subscription: Subscription, channel: string): Promise<Content>
  status(listed: RegisteredSubscription[], channel: string): Promise<Content>
  /** A digest as it would be posted now, without what would stand in its thread. */
  digest(name: string | undefined): Promise<Content>
}

type StatusQueriesDeps = {
  now: () => number
  alerts: Pick<AlertDirectory, 'find'>
  newest: (alert: Id) => Promise<Mention[]>
  decideFor: (subscription: Subscription) => Decide
  previewWeek: PreviewWeek
  describe: DescribeSubscriptions
  /** Requests left in the running minute, and how many wait. */
  requests: () => Promise<{ requests: number; waiting: number }>
  planLimitReached: (channel: string) => Promise<boolean>
  /** How long the longest waiting alert has been due, in ms. */
  lag: () => number
  /** When a subscription was polled to the end last: UTC, ms. */
  polledAt: (subscription: string) => Promise<number | undefined>
  backlog: CountBacklog
  digests: { names: string[]; preview: (name: string) => Promise<DigestPreview | undefined> }
}

/** Of so many subscriptions of a channel the status counts what waits: each costs a request. */
const maxCounted = 10

/** Makes the looks. Where the mention service fails, the answer says so. */
export function createStatusQueries(deps: StatusQueriesDeps): StatusQueries {
  return {
    sample: (subscription, channel) => orExplainFailure(() => sample(deps, subscription, channel)),
    preview: (subscription, channel) =>
      orExplainFailure(async () => {
        const found = await deps.previewWeek(subscription, channel)
        if (found.kind === 'no-alert') return textMessage(`There is no alert ${subscription.alert}.`)
        return previewAnswer(subscription.name, found.tally, found.more)
      }),
    status: (listed, channel) => orExplainFailure(() => status(deps, listed, channel)),
    digest: (name) => digest(deps, name),
  }
}

async function orExplainFailure(query: () => Promise<Content>): Promise<Content> {
  try {
    return await query()
  } catch (error) {
    return textMessage(unavailableText(describeFailure(error).reason))
  }
}

async function sample(
  deps: StatusQueriesDeps,
  subscription: Subscription,
  channel: string,
): Promise<Content> {
  const found = await deps.alerts.find(subscription.alert)
  if (found.kind !== 'found') return textMessage(`There is no alert ${subscription.alert}.`)
  const decide = deps.decideFor(subscription)
  const newest = await deps.newest(found.alert.id)
  const mention = newest.find((one) => decide(one, deps.now(), channel).kind !== 'skip')
  if (mention === undefined) return textMessage(noSampleText(newest.length, found.alert.name))
  const { style = 'full', name } = subscription
  const { text, blocks } = card(mention, { subscription: name, alert: found.alert.id, style })
  // Its buttons would act on a message that only one person sees.
  return { text, blocks: blocks.filter(({ type }) => type !== 'actions') }
}

async function status(
  deps: StatusQueriesDeps,
  listed: RegisteredSubscription[],
  channel: string,
): Promise<Content> {
  const [described, progress, { requests, waiting: queued }, planLimitReached] = await Promise.all([
    deps.describe(listed),
    Promise.all(listed.map((one, index) => progressOf(deps, one, channel, index < maxCounted))),
    deps.requests(),
    deps.planLimitReached(channel),
  ])
  const lines = described.map((line, index) => ({ ...line, ...(progress[index] ?? notCounted) }))
  return statusAnswer({ lines, planLimitReached, requests, queued, lag: deps.lag() })
}

type Progress = Pick<StatusLine, 'polledAt' | 'waiting'>

const notCounted: Progress = { polledAt: undefined, waiting: 'not-counted' }

async function progressOf(
  { polledAt, backlog }: StatusQueriesDeps,
  { subscription }: RegisteredSubscription,
  channel: string,
  isCounted: boolean,
): Promise<Progress> {
  const [counted, at] = await Promise.all([
    isCounted ? backlog(subscription, channel) : undefined,
    polledAt(subscription.name),
  ])
  if (counted === undefined) return { polledAt: at, waiting: 'not-counted' }
  return { polledAt: at, waiting: counted.kind === 'counted' ? counted : 'unknown' }
}

async function digest({ digests }: StatusQueriesDeps, name: string | undefined): Promise<Content> {
  const { names } = digests
  if (names.length === 0) return textMessage('No digest is declared in the configuration file.')
  const wanted = name?.toLowerCase()
  const found = names.filter((one) => wanted === undefined || one.toLowerCase().includes(wanted))
  const [only] = found
  if (only === undefined || found.length > 1) return textMessage(whichDigestText(name, found, names))
  return (await digests.preview(only))?.parent ?? textMessage(`There is no digest ${only}.`)
}

function noSampleText(count: number, alert: string): string {
  if (count === 0) return `${alert} has no mentions yet.`
  return count === 1
    ? `The only mention of ${alert} does not pass the filters.`
    : `None of the newest ${grouped(count)} mentions of ${alert} passes the filters.`
}

function whichDigestText(asked = '', found: string[], names: string[]): string {
  const [lead, fitting] =
    found.length > 0
      ? ['Several fit', found]
      : [`No digest is called "${isolate(cut(asked, 100))}". There is`, names]
  return `${lead}: ${fitting.map(isolate).join(', ')}. For example: /mentions digest ${isolate(fitting[0] ?? '')}`
}

/** What a subscription would have posted in the last seven days. `more`: there were more than are looked at. Rejects as the service does. */
export type PreviewWeek = (
  subscription: Subscription,
  channel: string,
) => Promise<{ kind: 'tally'; tally: ReplayTotals; more: boolean } | { kind: 'no-alert' }>

type PreviewWeekDeps = {
  now: () => number
  alerts: Pick<AlertDirectory, 'find'>
  /** The mentions of an alert since a date (UTC, ms), page by page. */
  since: (alert: Id, date: number) => AsyncIterable<{ mentions: Mention[] }>
  decideFor: (subscription: Subscription) => Decide
  /** Lets the others of the process go on. */
  pause: () => Promise<unknown>
}

const week = 7 * 86_400_000
/** At most so many mentions are looked at: about 35 requests. */
const maxMentions = 10_000

/** Reads the week and decides it by the rules that the turn uses. However many mentions there are, everything else goes on meanwhile. */
export function createPreviewWeek({ now, alerts, since, decideFor, pause }: PreviewWeekDeps): PreviewWeek {
  return async (subscription, channel) => {
    const found = await alerts.find(subscription.alert)
    if (found.kind !== 'found') return { kind: 'no-alert' }
    const mentions: Mention[] = []
    let more = false
    for await (const page of since(found.alert.id, now() - week)) {
      mentions.push(...page.mentions)
      more = mentions.length >= maxMentions
      if (more) break
    }
    const { dedupe } = subscription
    const replayed = await replay(decideFor(subscription), mentions, { now: now(), channel, dedupe, pause })
    return { kind: 'tally', tally: totalsOf(replayed), more }
  }
}
