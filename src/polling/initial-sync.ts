import { initialSyncNotice } from '../messages/subscription-notices.ts'
import { afterInitialSync } from '../model/checkpoint.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { NewestPage, PollDeps } from './ports.ts'
import { concludeTries, postMessage } from './posting.ts'
import {
  flushCheckpoint,
  type Step,
  type SubscriptionRun,
  saveCheckpoint,
  withState,
} from './subscription-run.ts'

/** How many of the newest mentions the initial sync reads: one page of the service. */
export const initialSyncPage = 300

const dayMs = 86_400_000

/** The initial sync: what is there now is done without being posted, except `backfill`. From here on nothing is missed. */
export async function runInitialSync(
  deps: PollDeps,
  run: SubscriptionRun,
  newest: NewestPage,
): Promise<SubscriptionRun> {
  const wanted = run.input.subscription.backfill
  const fitting = wanted > 0 ? passing(run, newest.mentions).toSorted((a, b) => compareIds(b.id, a.id)) : []
  const backfill = fitting.slice(0, wanted).map(({ id }) => id)
  const page = newest.mentions.map(({ id }) => id)
  const next = afterInitialSync(page, isWhole(newest), backfill, deps.now())
  return saveCheckpoint(deps, withState(run, { backfill: new Set(backfill) }), next)
}

/** Posts the line that says what is watched. The line is a receipt, too: without ids, it claims what the initial sync saw. */
export async function announceSubscription(
  deps: PollDeps,
  run: SubscriptionRun,
  newest: NewestPage,
  deadline: number,
): Promise<Step> {
  const { subscription, alert } = run.input
  const content = initialSyncNotice({
    subscription: subscription.name,
    alert: alert.id,
    alertName: alert.name,
    perDay: perDay(run, newest),
    olderMentions: notPosted(newest, Math.min(subscription.backfill, passing(run, newest.mentions).length)),
    polls: deps.pollRhythm(subscription),
  })
  const posted = await postMessage(deps, run, { content, mentions: [], place: { kind: 'channel' } }, deadline)
  const stored = await flushCheckpoint(deps, posted.run)
  if (posted.end !== undefined) return { run: stored, end: posted.end }
  // Mentions are other messages: they do not wait for this line.
  return { run: (await concludeTries(deps, { run: stored })).run }
}

/** True if the newest page is all there is. A page may be short because the service serves short pages, or because of unusable ids. */
const isWhole = ({ mentions, unusable, last }: NewestPage) =>
  last && mentions.length + unusable < initialSyncPage

function passing(run: SubscriptionRun, mentions: Mention[]): Mention[] {
  return mentions.filter((mention) => run.input.decide(mention, run.input.pollStart).kind !== 'skip')
}

/** The share of a page that counts for its rate: its oldest tenth may have an old date although it was found today. */
const countedShare = 0.9

/** Mentions a day that pass the filters, judged by the newest page. Undefined if it spans no time. */
function perDay(run: SubscriptionRun, { mentions }: NewestPage): number | undefined {
  const newestFirst = mentions
    .toSorted((a, b) => b.date - a.date)
    .slice(0, Math.ceil(mentions.length * countedShare))
  const days = (run.input.pollStart - (newestFirst.at(-1)?.date ?? Number.NaN)) / dayMs
  return days > 0 ? passing(run, newestFirst).length / Math.max(1, days) : undefined
}

function notPosted(newest: NewestPage, posted: number): number | { atLeast: number } {
  const { mentions, mentionsCount } = newest
  if (isWhole(newest)) return mentions.length - posted
  return mentionsCount !== undefined && mentionsCount > mentions.length
    ? mentionsCount - posted
    : { atLeast: mentions.length - posted }
}
