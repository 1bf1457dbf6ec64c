import { cardPrints } from '../decide/duplicate.ts'
import { calledBy } from '../decide/notify.ts'
import { type RunningStorm, runningStorm } from '../decide/storm.ts'
import { burstParent, shownByParent } from '../messages/burst/burst.ts'
import { chooseLoudest } from '../messages/burst/loudest.ts'
import { burstThread, threadParts } from '../messages/burst/thread.ts'
import { storyPlaces, withCall, withPlaces } from '../messages/card/beside.ts'
import { card } from '../messages/card/card.ts'
import type { Burst } from '../model/bookmark.ts'
import type { CardPrints } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'
import { liveCard, stormCall } from './storm/messages.ts'
import { mayUseThreads } from './threads.ts'
import type { Watch } from './watch.ts'

/**
 * Where a message goes: into the channel, as the parent of a burst (whose thread is to hold `opens`), into a thread, or as what
 * is said of a storm: its live card, and the line that calls people.
 */
type DraftPlace =
  | { kind: 'channel' }
  | { kind: 'parent'; opens: Id[] }
  | { kind: 'thread'; parent: string }
  | { kind: 'storm'; said: 'card' | 'call' }

/** A message that is to be posted next, and the mentions it covers. `prints`: what later mentions can join it by. */
export type Draft = { content: Content; mentions: Mention[]; place: DraftPlace; prints?: CardPrints }

/**
 * The next message of a subscription, from what is waiting (ascending ids) and the state of its bookmark alone: so a process
 * that was killed between any two messages goes on with the same thread. An open burst comes first; while it
 * storms, everything else goes into the thread of the live card. Where the channel takes no threads, each mention gets a card.
 */
export function nextDraft(watch: Watch): Draft | undefined {
  const [first] = watch.waiting
  if (!mayUseThreads(watch)) return first && single(watch, first)
  const { burst } = watch.bookmark
  if (burst !== undefined) {
    const members = membersOf(burst, watch.waiting)
    if (members.length > 0) return threadDraft(watch, burst, burst.thread, members)
  }
  const storm = runningStorm(watch.bookmark)
  if (storm !== undefined) return stormDraft(watch, storm)
  if (first === undefined) return undefined
  if (watch.waiting.length <= watch.subscription.burst || watch.singly.has(first.id))
    return single(watch, first)
  return parentDraft(watch)
}

/** The parent (its `ts`) into whose thread a draft goes. */
export function parentOf({ place }: Draft): string | undefined {
  return place.kind === 'thread' ? place.parent : undefined
}

/** One mention by itself, in the thread where it is to stand, if that is open. */
export function draftAlone(watch: Watch, mention: Mention): Draft {
  const { burst } = watch.bookmark
  const ofBurst = burst?.ids.includes(mention.id) ? burst.thread : undefined
  const parent = ofBurst ?? runningStorm(watch.bookmark)?.thread
  if (parent === undefined || !mayUseThreads(watch)) return single(watch, mention)
  return single(watch, mention, { kind: 'thread', parent })
}

function membersOf(burst: Burst, waiting: Mention[]): Mention[] {
  const expected = new Set(burst.ids)
  return waiting.filter(({ id }) => expected.has(id))
}

function single(watch: Watch, mention: Mention, place: DraftPlace = { kind: 'channel' }): Draft {
  const { subscription, alert } = watch
  const { name, style = 'full' } = subscription
  const content = card(mention, { subscription: name, alert: alert.id, style })
  const mentions = [mention]
  const calling = (shown: Content) => called(shown, subscription, mentions)
  if (place.kind !== 'channel' || subscription.dedupe === undefined)
    return { content: calling(content), mentions, place }
  const up = watch.comingUp.get(mention.id)
  const prints = cardPrints(mention, subscription.dedupe)
  if (up === undefined) return { content: calling(content), mentions, place, prints }
  const { from, folded, link } = up
  const again = { from, ...(link === undefined ? {} : { link }) }
  const placed = withPlaces(content, storyPlaces(folded, [], again))
  return { content: calling(placed), mentions, place, prints: { ...prints, again } }
}

function parentDraft(watch: Watch): Draft {
  const loudest = chooseLoudest(
    watch.waiting.filter(({ id }) => !watch.singly.has(id)),
    shownByParent,
  )
  const shown = new Set(loudest.map(({ id }) => id))
  const opens = watch.waiting.filter(({ id }) => !shown.has(id)).map(({ id }) => id)
  const actFor = { subscription: watch.subscription.name, alert: watch.alert.id }
  const content = burstParent({ alertName: watch.alert.name, mentions: watch.waiting, loudest, actFor })
  const mentions = loudest
  return {
    content: called(content, watch.subscription, watch.waiting),
    mentions,
    place: { kind: 'parent', opens },
  }
}

/** A message calls people once, whichever of its mentions asks for that. */
function called(content: Content, subscription: Subscription, mentions: Mention[]): Content {
  const calls = mentions.map((mention) => calledBy(subscription, mention)).find((notify) => notify)
  return calls === undefined ? content : withCall(content, calls)
}

function stormDraft(watch: Watch, storm: RunningStorm): Draft | undefined {
  if (watch.waiting.length === 0) return undefined
  const { thread, called: isCalled } = storm
  if (thread === undefined)
    return { content: liveCard(watch, storm), mentions: [], place: { kind: 'storm', said: 'card' } }
  if (isCalled === undefined)
    return { content: stormCall(watch, storm), mentions: [], place: { kind: 'storm', said: 'call' } }
  return threadDraft(watch, storm, thread, watch.waiting)
}

/** The next message of a thread that is to hold `total` mentions, of which `ids` are still to come. */
function threadDraft(
  watch: Watch,
  { total, ids }: { total: number; ids: Id[] },
  parent: string,
  members: Mention[],
): Draft {
  const place: DraftPlace = { kind: 'thread', parent }
  const refused = members.findIndex(({ id }) => watch.singly.has(id))
  const together = refused < 0 ? members : members.slice(0, refused)
  const [first] = members
  if (first !== undefined && watch.singly.has(first.id)) return single(watch, first, place)
  const mentions = threadParts(together)[0] ?? []
  const { subscription, alert } = watch
  const firstNumber = total - ids.length + 1
  return {
    content: burstThread({ subscription: subscription.name, alert: alert.id, mentions, firstNumber }),
    mentions,
    place,
  }
}
