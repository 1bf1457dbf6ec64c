import { isDeepStrictEqual } from 'node:util'
import type { Time } from '@overheard/base/time'
import type { Alert } from '@overheard/mention-client/alert'
import type { Id } from '@overheard/mention-client/id'
import { isUndecided } from '../../model/checkpoint.ts'
import type { PollTime } from '../poll-time.ts'
import type { Page, PollDeps } from '../ports.ts'
import { leastId } from '../progress/id-order.ts'
import { monthlyLimit } from '../spikes/notices.ts'
import type { Rest, SubscriptionRun } from '../subscription-run.ts'
import type { DueSubscription } from './prepare-run.ts'

const minuteOf = (time: Time) => Math.floor(time / 60_000)

/** A run that left nothing open rests: returns what the later polls of this minute compare a first page with. Undefined if something is open. */
export function restOf(run: SubscriptionRun): Rest | undefined {
  const { checkpoint, state, refusals, volume, idGaps, input } = run
  const { pending, burst, unannounced, spike } = checkpoint
  const waits = state.held ?? state.unfinished ?? state.collectedFrom ?? state.wait ?? refusals.tries
  const isInSpike = spike !== undefined && (spike.state.kind === 'spike' || spike.ended !== undefined)
  if ((pending ?? burst ?? unannounced ?? waits) !== undefined || isInSpike || run.unsaved) return undefined
  if (state.behind || input.holdsUntil !== undefined || volume?.isSaved() !== true) return undefined
  return { minute: minuteOf(input.pollStart), checkpoint, idGaps, isLimited: volume.isLimited() }
}

/** A read that has begun. `isEmpty` is true if the service has nothing new. */
export type Look = { readFrom: Id; pages: AsyncIterable<Page>; isEmpty: boolean }

/** Reads a page if all subscriptions rest; otherwise returns undefined. Never rejects: `pages` throws what the service has failed with. */
export async function lookForNew(
  { service, people: { startOver } }: PollDeps,
  { id: alert }: Alert,
  due: readonly DueSubscription[],
  { start, signal }: PollTime,
): Promise<Look | undefined> {
  const resting = due.flatMap(({ subscription: { name }, state: { rest } }) =>
    rest?.minute === minuteOf(start) && startOver.wanted(name) === undefined ? [rest] : [],
  )
  const readFrom = leastId(resting.map(({ checkpoint }) => checkpoint.watermark))
  if (resting.length < due.length || readFrom === undefined) return undefined
  const read = service.mentionsSince(alert, readFrom, { priority: 'poll', signal })[Symbol.asyncIterator]()
  const reading = read.next()
  const first = await reading.then(
    ({ value }) => value,
    () => undefined,
  )
  const isEmpty = first?.last === true && resting.every((rest) => isKnown(first, rest))
  return { readFrom, pages: pagesOf(reading, read), isEmpty }
}

/** Goes on with a look that has begun at the same id. */
export function readOn(
  { service }: PollDeps,
  alert: Id,
  from: Id,
  look: Look | undefined,
  signal: AbortSignal,
): AsyncIterable<Page> {
  return look?.readFrom === from
    ? look.pages
    : service.mentionsSince(alert, from, { priority: 'poll', signal })
}

function isKnown({ mentions, limits, idGaps }: Page, rest: Rest): boolean {
  const isOpen = isUndecided(rest.checkpoint)
  const isLimited = limits.some(({ name, reached }) => name === monthlyLimit && reached)
  return (
    !mentions.some(({ id }) => isOpen(id)) &&
    isLimited === rest.isLimited &&
    isDeepStrictEqual(idGaps, rest.idGaps)
  )
}

async function* pagesOf(first: Promise<IteratorResult<Page>>, read: AsyncIterator<Page>) {
  try {
    for (let next = await first; next.done !== true; next = await read.next()) yield next.value
  } finally {
    await read.return?.()
  }
}
