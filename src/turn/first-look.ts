import { afterFirstLook } from '../decide/bookmark.ts'
import { firstLook } from '../messages/notices/first-look.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { keep, save } from './keep.ts'
import type { Newest, TurnDeps } from './ports.ts'
import { postDraft } from './post.ts'
import { concludeTries } from './unclear.ts'
import type { Leave, Watch } from './watch.ts'

/** How many of the newest mentions the first look reads: one page of the service. */
export const firstPage = 300

const day = 86_400_000

/** The first look: notes what is there without posting it (except `backfill`), so that from here on nothing is missed. */
export async function lookFirst(deps: TurnDeps, watch: Watch, newest: Newest): Promise<void> {
  const wanted = watch.subscription.backfill
  const fitting = wanted > 0 ? passing(watch, newest.mentions).toSorted((a, b) => compareIds(b.id, a.id)) : []
  const backfill = fitting.slice(0, wanted).map(({ id }) => id)
  watch.memory.backfill = new Set(backfill)
  const page = newest.mentions.map(({ id }) => id)
  await keep(deps, watch, afterFirstLook(page, isWhole(newest), backfill, deps.now()))
}

/** Says in the channel what is now watched. The line is a receipt, too: without ids, it claims what the first look saw. */
export async function announce(
  deps: TurnDeps,
  watch: Watch,
  newest: Newest,
  deadline: number,
): Promise<Leave | undefined> {
  const { subscription, alert } = watch
  const content = firstLook({
    subscription: subscription.name,
    alert: alert.id,
    alertName: alert.name,
    perDay: perDay(watch, newest),
    passedOver: passedOver(newest, Math.min(subscription.backfill, passing(watch, newest.mentions).length)),
    looks: deps.looks(subscription),
  })
  const end = await postDraft(deps, watch, { content, mentions: [], place: { kind: 'channel' } }, deadline)
  await save(deps, watch)
  if (end.kind === 'leave') return end
  // Mentions are other messages: they are not to wait for this line.
  await concludeTries(deps, watch, undefined)
  return undefined
}

/** Whether the newest page is all there is: it may be short because the service serves short pages, or because of what was passed over. */
const isWhole = ({ mentions, passed, last }: Newest) => last && mentions.length + passed < firstPage

function passing(watch: Watch, mentions: Mention[]): Mention[] {
  return mentions.filter((mention) => watch.decide(mention, watch.turnStart).kind !== 'skip')
}

/** How many of a page count for its rate: its oldest tenth may be old by its own date although it was found today. */
const telling = 0.9

/** Mentions a day that pass the filters, judged by the newest page; undefined where it spans no time. */
function perDay(watch: Watch, { mentions }: Newest): number | undefined {
  const newestFirst = mentions
    .toSorted((a, b) => b.date - a.date)
    .slice(0, Math.ceil(mentions.length * telling))
  const days = (watch.turnStart - (newestFirst.at(-1)?.date ?? Number.NaN)) / day
  return days > 0 ? passing(watch, newestFirst).length / Math.max(1, days) : undefined
}

function passedOver(newest: Newest, posted: number): number | { atLeast: number } {
  const { mentions, mentionsCount } = newest
  if (isWhole(newest)) return mentions.length - posted
  return mentionsCount !== undefined && mentionsCount > mentions.length
    ? mentionsCount - posted
    : { atLeast: mentions.length - posted }
}
