import type { AlertBook } from '../../alerts.ts'
import type { Decide } from '../../decide/decide.ts'
import type { PreviewedDigest } from '../../digest/preview.ts'
import { card } from '../../messages/card/card.ts'
import { grouped } from '../../messages/numbers.ts'
import { cannotBeTold } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { previewAnswer } from '../../messages/subscriptions/preview-words.ts'
import { type StatusLine, statusAnswer } from '../../messages/subscriptions/status.ts'
import { cut, isolate } from '../../messages/text.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Content } from '../../model/message.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Listed } from '../../roster.ts'
import { failureOf } from '../../statistics/failure.ts'
import type { CountBacklog } from './backlog.ts'
import type { Describe } from './describe.ts'
import type { PreviewWeek } from './preview-week.ts'

/** What people can look into without changing anything; for the asker's eyes. None rejects because of the mention service. */
export type LookInto = {
  /** One real recent mention as its card would look. */
  sample(subscription: Subscription, channel: string): Promise<Content>
  preview(subscription: Subscription, channel: string): Promise<Content>
  status(listed: Listed[], channel: string): Promise<Content>
  /** A digest as it would be posted now, without what would stand in its thread. */
  digest(name: string | undefined): Promise<Content>
}

type LookIntoDeps = {
  now: () => number
  alerts: Pick<AlertBook, 'find'>
  newest: (alert: Id) => Promise<Mention[]>
  decideFor: (subscription: Subscription) => Decide
  previewWeek: PreviewWeek
  describe: Describe
  /** Requests left in the running minute, and how many wait. */
  requests: () => Promise<{ requests: number; waiting: number }>
  planLimitReached: (channel: string) => Promise<boolean>
  /** How long the longest waiting alert has been due, in ms. */
  lag: () => number
  /** When a subscription was polled to the end last: UTC, ms. */
  polledAt: (subscription: string) => Promise<number | undefined>
  backlog: CountBacklog
  digests: { names: string[]; preview: (name: string) => Promise<PreviewedDigest | undefined> }
}

/** Of so many subscriptions of a channel the status counts what waits: each costs a request. */
const mostCounted = 10

/** Makes the looks. Where the mention service fails, the answer says so. */
export function createLookInto(deps: LookIntoDeps): LookInto {
  return {
    sample: (subscription, channel) => guarded(() => sample(deps, subscription, channel)),
    preview: (subscription, channel) =>
      guarded(async () => {
        const found = await deps.previewWeek(subscription, channel)
        if (found.kind === 'no-alert') return say(`There is no alert ${subscription.alert}.`)
        return previewAnswer(subscription.name, found.tally, found.more)
      }),
    status: (listed, channel) => guarded(() => status(deps, listed, channel)),
    digest: (name) => digest(deps, name),
  }
}

async function guarded(look: () => Promise<Content>): Promise<Content> {
  try {
    return await look()
  } catch (error) {
    return say(cannotBeTold(failureOf(error).reason))
  }
}

async function sample(deps: LookIntoDeps, subscription: Subscription, channel: string): Promise<Content> {
  const found = await deps.alerts.find(subscription.alert)
  if (found.kind !== 'found') return say(`There is no alert ${subscription.alert}.`)
  const decide = deps.decideFor(subscription)
  const newest = await deps.newest(found.alert.id)
  const mention = newest.find((one) => decide(one, deps.now(), channel).kind !== 'skip')
  if (mention === undefined) return say(noneToShow(newest.length, found.alert.name))
  const { style = 'full', name } = subscription
  const { text, blocks } = card(mention, { subscription: name, alert: found.alert.id, style })
  // Its buttons would act on a message that only one person sees.
  return { text, blocks: blocks.filter(({ type }) => type !== 'actions') }
}

async function status(deps: LookIntoDeps, listed: Listed[], channel: string): Promise<Content> {
  const [described, progress, { requests, waiting: queued }, planLimitReached] = await Promise.all([
    deps.describe(listed),
    Promise.all(listed.map((one, index) => progressOf(deps, one, channel, index < mostCounted))),
    deps.requests(),
    deps.planLimitReached(channel),
  ])
  const lines = described.map((line, index) => ({ ...line, ...(progress[index] ?? unseen) }))
  return statusAnswer({ lines, planLimitReached, requests, queued, lag: deps.lag() })
}

type Progress = Pick<StatusLine, 'polledAt' | 'waiting'>

const unseen: Progress = { polledAt: undefined, waiting: 'not-counted' }

async function progressOf(
  { polledAt, backlog }: LookIntoDeps,
  { subscription }: Listed,
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

async function digest({ digests }: LookIntoDeps, name: string | undefined): Promise<Content> {
  const { names } = digests
  if (names.length === 0) return say('No digest is declared in the configuration file.')
  const wanted = name?.toLowerCase()
  const found = names.filter((one) => wanted === undefined || one.toLowerCase().includes(wanted))
  const [only] = found
  if (only === undefined || found.length > 1) return say(whichDigest(name, found, names))
  return (await digests.preview(only))?.parent ?? say(`There is no digest ${only}.`)
}

function noneToShow(count: number, alert: string): string {
  if (count === 0) return `${alert} has no mentions yet.`
  return count === 1
    ? `The only mention of ${alert} does not pass the filters.`
    : `None of the newest ${grouped(count)} mentions of ${alert} passes the filters.`
}

function whichDigest(asked = '', found: string[], names: string[]): string {
  const [lead, fitting] =
    found.length > 0
      ? ['Several fit', found]
      : [`No digest is called "${isolate(cut(asked, 100))}". There is`, names]
  return `${lead}: ${fitting.map(isolate).join(', ')}. For example: /mentions digest ${isolate(fitting[0] ?? '')}`
}
