import { initialSyncNotice } from '../messages/subscription-notices.ts'
import { afterInitialSync } from '../model/checkpoint.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { NewestPage, PollDeps } from './poll-deps.ts'
import { postMessage } from './posting.ts'
import { flushCheckpoint, saveCheckpoint } from './save-checkpoint.ts'
import type { Deferral, SubscriptionRun } from './subscription-run.ts'
import { concludeTries } from './unknown-errors.ts'

/** How many of the newest mentions the first look reads: one page of the service. */
export const initialSyncPage = 300

const dayMs = 86_400_000

/** The first look: notes what is there without posting it (except `backfill`), so that from here on nothing is missed. */
export async function runInitialSync(
  deps: PollDeps,
  run: SubscriptionRun,
  newest: NewestPage,
): Promise<void> {
  const wanted = run.subscription.backfill
  const fitting = wanted > 0 ? passing(run, newest.mentions).toSorted((a, b) => compareIds(b.id, a.id)) : []
  const backfill = fitting.slice(0, wanted).map(({ id }) => id)
  run.state.backfill = new Set(backfill)
  const page = newest.mentions.map(({ id }) => id)
  await saveCheckpoint(deps, run, afterInitialSync(page, isWhole(newest), backfill, deps.now()))
}

/** Says in the channel what is now watched. The line is a receipt, too: without ids, it claims what the first look saw. */
export async function announceSubscription(
  deps: PollDeps,
  run: SubscriptionRun,
  newest: NewestPage,
  deadline: number,
): Promise<Deferral | undefined> {
  const { subscription, alert } = run
  const content = initialSyncNotice({
    subscription: subscription.name,
    alert: alert.id,
    alertName: alert.name,
    perDay: perDay(run, newest),
    olderMentions: notPosted(newest, Math.min(subscription.backfill, passing(run, newest.mentions).length)),
    polls: deps.pollRhythm(subscription),
  })
  const end = await postMessage(deps, run, { content, mentions: [], place: { kind: 'channel' } }, deadline)
  await flushCheckpoint(deps, run)
  if (end.kind === 'leave') return end
  // Mentions are other messages: they are not to wait for this line.
  await concludeTries(deps, run, undefined)
  return undefined
}

/** Whether the newest page is all there is: it may be short because the service serves short pages, or because of what was passed over. */
const isWhole = ({ mentions, unusable: passed, last }: NewestPage) =>
  last && mentions.length + passed < initialSyncPage

function passing(run: SubscriptionRun, mentions: Mention[]): Mention[] {
  return mentions.filter((mention) => run.decide(mention, run.pollStart).kind !== 'skip')
}

/** How many of a page count for its rate: its oldest tenth may be old by its own date although it was found today. */
const countedShare = 0.9

/** Mentions a day that pass the filters, judged by the newest page; undefined where it spans no time. */
function perDay(run: SubscriptionRun, { mentions }: NewestPage): number | undefined {
  const newestFirst = mentions
    .toSorted((a, b) => b.date - a.date)
    .slice(0, Math.ceil(mentions.length * countedShare))
  const days = (run.pollStart - (newestFirst.at(-1)?.date ?? Number.NaN)) / dayMs
  return days > 0 ? passing(run, newestFirst).length / Math.max(1, days) : undefined
}

function notPosted(newest: NewestPage, posted: number): number | { atLeast: number } {
  const { mentions, mentionsCount } = newest
  if (isWhole(newest)) return mentions.length - posted
  return mentionsCount !== undefined && mentionsCount > mentions.length
    ? mentionsCount - posted
    : { atLeast: mentions.length - posted }
}
