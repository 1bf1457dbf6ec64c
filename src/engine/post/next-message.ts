import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import {
  byImportance,
  chooseTopMentions,
  maxEntries,
  shownByParent,
  summarizeBurst,
} from '../../messages/mention/burst.ts'
import { storySites } from '../../messages/mention/card-additions.ts'
import { storyPlaces } from '../../messages/mention/places.ts'
import { drawMentions } from '../../messages/mention/shown-mentions.ts'
import type { ShownMentions } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import { layoutOf, namesAlert, type Subscription } from '../../model/subscription.ts'
import { type Fingerprint, fingerprintOnce } from '../dedupe/original-index.ts'
import type {
  Burst,
  BurstWindow,
  Notified,
  PendingPost,
  PlacesShown,
  SharedMention,
} from '../progress/checkpoint-changes.ts'
import { type RunningSpike, runningSpike } from '../progress/spike-progress.ts'
import { membersOf, notifiedByMembers } from '../shared/members.ts'
import { liveSpikeCard } from '../spikes/spike-card.ts'
import type { SubscriptionRun } from '../subscription-run.ts'
import { threadParts } from './burst-parts.ts'
import {
  nextPost,
  repliesWaitUntil,
  type WindowState,
  windowAfterBurst,
  windowAfterCard,
} from './burst-window.ts'
import { mayUseThreads } from './threads.ts'

/**
 * A `parent` message starts the thread of a burst; `opens` are the ids of the thread. A `thread` message is a reply to the message with the
 * `ts` in `parent`. A `spike` message is the live card of a spike.
 */
type MessageTarget =
  | { kind: 'channel' }
  | { kind: 'parent'; opens: Id[] }
  | { kind: 'thread'; parent: string }
  | { kind: 'spike' }

/**
 * Later duplicates find the message by its `fingerprint`. `shows` is stored, so that the message can be drawn again. `window` is the burst
 * window after the post. `isBurst` is true if the message ends a window with more mentions than `burst`.
 */
export type NextMessage = {
  content: Content
  mentions: readonly Mention[]
  place: MessageTarget
  fingerprint?: Fingerprint
  shows?: ShownMentions
  window?: BurstWindow
  isBurst?: boolean
  /** The message only calls people to these mentions, which other subscriptions have posted. */
  joins?: SharedMention[]
  places?: PlacesShown
}

/** These mentions wait for more mentions until a time (UTC, ms). */
type Collected = { mentions: readonly Mention[]; until: Time }

type Plan = { kind: 'post'; message: NextMessage } | ({ kind: 'wait' } & Collected)

/**
 * Derives the next message from the checkpoint and the waiting mentions (ascending ids) alone, so a process that starts after a kill
 * continues the same thread and the same burst window. An open burst comes first. During a spike all other mentions are replies to the live
 * card. In a channel without threads, each mention gets a card.
 */
export function nextMessage(run: SubscriptionRun): NextMessage | undefined {
  const plan = planOf(run)
  return plan?.kind === 'post' ? plan.message : undefined
}

export function collectedMentions(run: SubscriptionRun): Collected | undefined {
  const plan = planOf(run)
  return plan?.kind === 'wait' ? plan : undefined
}

function planOf(run: SubscriptionRun): Plan | undefined {
  const post = (message: NextMessage): Plan => ({ kind: 'post', message })
  const [first] = run.waiting
  if (!mayUseThreads(run)) return first && post(cardMessage(run, first))
  const { burst } = run.checkpoint
  if (burst !== undefined) {
    const ofBurst = waitingInBurst(burst, run.waiting)
    if (ofBurst.length > 0)
      return post(threadMessage(run, burst, { parent: burst.thread, total: burst.total }, ofBurst))
  }
  const spike = runningSpike(run.checkpoint)
  if (spike !== undefined) return spikePlan(run, spike)
  const single = run.waiting.find(({ id }) => run.postSingly.has(id))
  if (single !== undefined && single === first) return post(cardMessage(run, single))
  const next = nextPost(windowStateOf(run), run.waiting, (mention) => isUrgent(run, [mention]))
  switch (next?.kind) {
    case 'wait':
      return single === undefined
        ? { kind: 'wait', mentions: run.waiting, until: next.until }
        : post(cardMessage(run, single))
    case 'burst': {
      const { window, isBurst } = next
      return post({ ...burstMessage(run), window, isBurst })
    }
    case 'card': {
      const { window, isBurst } = next
      const [mention] = next.mentions
      return mention && post({ ...cardMessage(run, mention), window, isBurst })
    }
    default:
      return undefined
  }
}

export function windowStateOf({
  checkpoint,
  input,
}: Pick<SubscriptionRun, 'checkpoint' | 'input'>): WindowState {
  const { burst, burstWithin } = input.subscription
  return { window: checkpoint.window, now: input.pollStart, burst, windowMs: burstWithin }
}

const isUrgent = (run: SubscriptionRun, mentions: readonly Mention[]) =>
  notifiedByMembers(run, mentions) !== undefined

/** Returns the mentions that may be posted now, because they do not wait for more mentions. */
export function postableMentions(run: SubscriptionRun): readonly Mention[] {
  const { checkpoint, waiting } = run
  if (!mayUseThreads(run)) return waiting
  const ofBurst = checkpoint.burst === undefined ? [] : waitingInBurst(checkpoint.burst, waiting)
  if (ofBurst.length > 0) return ofBurst
  return collectedMentions(run) === undefined ? waiting : []
}

export function parentOf({ place }: NextMessage): string | undefined {
  return place.kind === 'thread' ? place.parent : undefined
}

export function singleMessage(run: SubscriptionRun, mention: Mention): NextMessage {
  const { burst } = run.checkpoint
  const ofBurst = burst?.ids.includes(mention.id) ? burst.thread : undefined
  const parent = ofBurst ?? runningSpike(run.checkpoint)?.thread
  if (parent === undefined || !mayUseThreads(run)) return cardMessage(run, mention)
  return cardMessage(run, mention, { kind: 'thread', parent })
}

function waitingInBurst(burst: Burst, waiting: readonly Mention[]): Mention[] {
  const waitingById = new Map(waiting.map((mention) => [mention.id, mention]))
  return burst.ids.flatMap((id) => waitingById.get(id) ?? [])
}

function cardMessage(
  run: SubscriptionRun,
  mention: Mention,
  place: MessageTarget = { kind: 'channel' },
): NextMessage {
  const drawn = drawCard(run, mention, place)
  return place.kind === 'channel' ? { ...drawn, window: windowAfterCard(windowStateOf(run)) } : drawn
}

function drawCard(run: SubscriptionRun, mention: Mention, place: MessageTarget): NextMessage {
  const { subscription, alert, menu } = run.input
  const members = membersOf(run, mention)
  const [lead = subscription, ...others] = members
  const belongs = others.length === 0 ? {} : { members: members.map(({ name }) => name) }
  const mentions = [mention]
  const isOwn = run.input.isOwn(mention)
  const layout = layoutOf(isOwn ? { ...lead, style: 'compact' } : lead, run.input.layout)
  if (isOwn) {
    const name = namesAlert(layout) ? { alertName: alert.name } : {}
    const shows: ShownMentions = {
      ...{ kind: 'card', mention, ...layout, ...name },
      ...{ offers: [], isOwn: true, ...belongs },
    }
    return { content: drawMentions(shows, { menu }), mentions, place, shows }
  }
  const { remark } = run.input.decide(mention, run.input.pollStart)
  const named = run.namesAlert === true || namesAlert(layout) ? { alertName: alert.name } : {}
  const shows: ShownMentions = {
    kind: 'card',
    mention,
    ...layout,
    ...named,
    ...notifying(run, mentions),
    ...offersOf(lead),
    ...belongs,
    ...defined({ remark }),
  }
  const content = drawMentions(shows, { menu })
  const dedupe = subscription.dedupe ?? (run.channelSubscriptions?.length ? dedupeOfOthers(run) : undefined)
  if (place.kind !== 'channel' || dedupe === undefined) return { content, mentions, place, shows }
  const up = run.resurfacing.get(mention.id)
  const fingerprint = fingerprintOnce(run.input.fingerprints, mention, dedupe)
  if (up === undefined) return { content, mentions, place, shows, fingerprint }
  const { from, story, members: places, link } = up
  const again = { from, ...defined({ link }) }
  const sites =
    fingerprint.coverage === undefined
      ? storySites(story, [], again)
      : storyPlaces(story, places, { onCard: [], repeated: again })
  const placed = drawMentions(shows, { menu, sites })
  return { content: placed, mentions, place, shows, fingerprint: { ...fingerprint, resurfaces: again } }
}

/** Other subscriptions of the channel may have `dedupe`. Then their mentions join the card, too. */
function dedupeOfOthers({ channelSubscriptions = [] }: SubscriptionRun): Subscription['dedupe'] {
  const modes = new Set(channelSubscriptions.map(({ subscription: { dedupe } }) => dedupe))
  return (['coverage', 'story', 'url'] as const).find((mode) => modes.has(mode))
}

function notifying(run: SubscriptionRun, mentions: readonly Mention[]): { notify?: Notified } {
  return defined({ notify: notifiedByMembers(run, mentions) })
}

const offersOf = ({ actions }: Subscription): Pick<ShownMentions, 'offers'> =>
  actions === undefined ? {} : { offers: actions }

function burstMessage(run: SubscriptionRun): NextMessage {
  const top = chooseTopMentions(
    run.waiting.filter(({ id }) => !run.postSingly.has(id)),
    shownByParent,
  )
  const shown = new Set(top.map(({ id }) => id))
  // The order of the thread is fixed here, because the later messages of the thread follow the stored list of ids.
  const inThread = run.waiting.filter(({ id }) => !shown.has(id)).toSorted(byImportance)
  const opens = inThread.map(({ id }) => id)
  const { subscription, alert } = run.input
  const shows: ShownMentions = {
    ...summarizeBurst({ alertName: alert.name, mentions: [...run.waiting], top }),
    ...notifying(run, run.waiting),
    ...offersOf(subscription),
  }
  return {
    content: drawMentions(shows, { menu: run.input.menu }),
    mentions: top,
    place: { kind: 'parent', opens },
    shows,
  }
}

/** A reply waits until it is full or the window ends, unless one of its mentions notifies people. */
function spikePlan(run: SubscriptionRun, spike: RunningSpike): Plan | undefined {
  if (run.waiting.length === 0) return undefined
  const { thread } = spike
  const window = windowAfterBurst(run.input.pollStart)
  if (thread === undefined) {
    const place = { kind: 'spike' as const }
    return { kind: 'post', message: { content: liveSpikeCard(run, spike), mentions: [], place, window } }
  }
  const message = threadMessage(run, spike, { parent: thread }, run.waiting)
  const until = repliesWaitUntil(windowStateOf(run))
  const isFull = message.mentions.length < run.waiting.length || message.mentions.length >= maxEntries
  if (until === undefined) return { kind: 'post', message: { ...message, window } }
  // A full reply does not begin a new window.
  return isFull || isUrgent(run, run.waiting) || run.postSingly.has(message.mentions[0]?.id ?? '')
    ? { kind: 'post', message }
    : { kind: 'wait', mentions: run.waiting, until }
}

/**
 * Returns the next reply in the Slack thread of a burst or spike. `total` counts all mentions of the burst or spike, and `ids` are those
 * that are not posted yet. `shown.total` is set only for a burst.
 */
function threadMessage(
  run: SubscriptionRun,
  { total, ids }: { total: number; ids: Id[] },
  shown: { parent: string; total?: number },
  members: readonly Mention[],
): NextMessage {
  const place: MessageTarget = { kind: 'thread', parent: shown.parent }
  const refused = members.findIndex(({ id }) => run.postSingly.has(id))
  const together = refused < 0 ? members : members.slice(0, refused)
  const [first] = members
  if (first !== undefined && run.postSingly.has(first.id)) return cardMessage(run, first, place)
  const mentions = threadParts([...together])[0] ?? []
  const firstNumber = total - ids.length + 1
  const ofAll = shown.total === undefined ? {} : { total: shown.total }
  const shows: ShownMentions = {
    kind: 'thread',
    mentions,
    firstNumber,
    ...ofAll,
    ...offersOf(run.input.subscription),
  }
  return {
    content: drawMentions(shows, { menu: run.input.menu }),
    mentions,
    place,
    shows,
  }
}

export type AboutPost = Omit<PendingPost, 'at'>

export function aboutMessage(channel: string, message: NextMessage): AboutPost {
  const { mentions, place, fingerprint, shows, window, isBurst, joins, places } = message
  return {
    channel,
    ids: mentions.map(({ id }) => id),
    ...(place.kind === 'thread' ? { thread: place.parent } : {}),
    ...(place.kind === 'parent' ? { burstIds: place.opens } : {}),
    ...(place.kind === 'spike' ? { spike: 'card' as const } : {}),
    ...defined({ fingerprint, shows, window, joins, places }),
    ...(isBurst === true ? { isBurst } : {}),
  }
}
