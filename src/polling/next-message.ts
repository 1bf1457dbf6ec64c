import { fingerprintOf } from '../dedupe/original-index.ts'
import {
  byImportance,
  chooseTopMentions,
  shownByParent,
  summarizeBurst,
  threadParts,
} from '../messages/burst.ts'
import { storySites } from '../messages/card-additions.ts'
import { drawMentions } from '../messages/shown-mentions.ts'
import type { Fingerprint, ShownMentions } from '../model/card.ts'
import { type Burst, type RunningSpike, runningSpike } from '../model/checkpoint.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import { notifiedBy } from '../rules/rules.ts'
import { liveSpikeCard } from './spike-card.ts'
import type { SubscriptionRun } from './subscription-run.ts'
import { mayUseThreads } from './threads.ts'

/**
 * A `parent` message starts the thread of a burst; `opens` are the ids of the thread. A `thread` message is a reply to the message with the
 * `ts` in `parent`. A `spike` message is the live card of a spike, or (`call`) the line that notifies people.
 */
type MessageTarget =
  | { kind: 'channel' }
  | { kind: 'parent'; opens: Id[] }
  | { kind: 'thread'; parent: string }
  | { kind: 'spike'; shows: 'card' | 'call' }

/** Later duplicates find the message by its `fingerprint`. `shows` is stored, so that the message can be drawn again. */
export type NextMessage = {
  content: Content
  mentions: readonly Mention[]
  place: MessageTarget
  fingerprint?: Fingerprint
  shows?: ShownMentions
}

/**
 * Derives the next message from the checkpoint and the waiting mentions (ascending ids) alone, so a process that starts after a kill
 * continues the same thread. An open burst comes first. During a spike all other mentions are replies to the live card. In a channel
 * without threads, each mention gets a card.
 */
export function nextMessage(run: SubscriptionRun): NextMessage | undefined {
  const [first] = run.waiting
  if (!mayUseThreads(run)) return first && cardMessage(run, first)
  const { burst } = run.checkpoint
  if (burst !== undefined) {
    const members = waitingInBurst(burst, run.waiting)
    if (members.length > 0)
      return threadMessage(run, burst, { parent: burst.thread, total: burst.total }, members)
  }
  const spike = runningSpike(run.checkpoint)
  if (spike !== undefined) return spikeMessage(run, spike)
  if (first === undefined) return undefined
  if (run.waiting.length <= run.input.subscription.burst || run.postSingly.has(first.id))
    return cardMessage(run, first)
  return burstMessage(run)
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
  const { subscription, alert } = run.input
  const { style = 'full' } = subscription
  const mentions = [mention]
  const named = run.namesAlert === true ? { alertName: alert.name } : {}
  const shows: ShownMentions = {
    kind: 'card',
    mention,
    style,
    ...named,
    ...notifiedBy(subscription, mentions),
  }
  const content = drawMentions(shows)
  if (place.kind !== 'channel' || subscription.dedupe === undefined)
    return { content, mentions, place, shows }
  const up = run.resurfacing.get(mention.id)
  const fingerprint = fingerprintOf(mention, subscription.dedupe)
  if (up === undefined) return { content, mentions, place, shows, fingerprint }
  const { from, story, link } = up
  const again = { from, ...(link === undefined ? {} : { link }) }
  const placed = drawMentions(shows, { sites: storySites(story, [], again) })
  return { content: placed, mentions, place, shows, fingerprint: { ...fingerprint, resurfaces: again } }
}

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
    ...notifiedBy(subscription, run.waiting),
  }
  return {
    content: drawMentions(shows),
    mentions: top,
    place: { kind: 'parent', opens },
    shows,
  }
}

function spikeMessage(run: SubscriptionRun, spike: RunningSpike): NextMessage | undefined {
  if (run.waiting.length === 0) return undefined
  const { thread } = spike
  if (thread === undefined)
    return { content: liveSpikeCard(run, spike), mentions: [], place: { kind: 'spike', shows: 'card' } }
  return threadMessage(run, spike, { parent: thread }, run.waiting)
}

/** `total` counts all mentions of the thread. `ids` are those that are not posted yet. */
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
  const shows: ShownMentions = { kind: 'thread', mentions, firstNumber, ...ofAll }
  return {
    content: drawMentions(shows),
    mentions,
    place,
    shows,
  }
}
