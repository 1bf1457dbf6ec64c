import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Handling, PostedCard, WorthReasons } from '../model/card.ts'
import { isClosed, isFoundByPerson, isOnlyByRule, mentionsOf, shownMention, ticketOf } from '../model/card.ts'
import type { MessageKey, MessageRecords } from '../model/collection.ts'
import { followRecords } from './follow-records.ts'
import { pointsOf, scoreAt, scoreOrder, type WorthWeights, worthReasons } from './worth.ts'

/** Until when (UTC, ms) somebody should have claimed a mention, and until when it should be done. */
export type Deadlines = { claim?: Time; done?: Time }

export type OpenMention = MessageKey & {
  mention: Id
  subscription: string
  alert: Id
  postedAt: Time
  isNegative: boolean
  state?: Pick<Handling, 'state' | 'user' | 'by' | 'assigned'>
  snoozedUntil?: Time
  deadlines?: Deadlines
  /** A person found it, so the mention service does not have it. */
  isFoundByPerson?: true
}

/** `ticket` is the address of the linked ticket. `lateSince` is the deadline that has passed, and `missed` is what should have happened. */
type RankedMention = OpenMention & {
  shown: Mention
  reasons: WorthReasons
  score: number
  ticket?: string
  lateSince?: Time
  missed?: keyof Deadlines
}

export type OpenMentions = {
  /** Does nothing before the first query, because that query reads the whole store. */
  update(card: PostedCard): void
  /**
   * Returns one page of the open mentions that `accepts` allows. Those that are late come first, then those for which `isFirst` is true, then
   * the others, and each group is sorted by score. `total` counts the allowed mentions, and `first` counts those for which `isFirst` is true.
   * Rejects if the store cannot be read.
   */
  best(query: {
    offset: number
    limit: number
    accepts: (open: OpenMention) => boolean
    isFirst?: (open: OpenMention) => boolean
  }): Promise<{ rows: RankedMention[]; total: number; first: number }>
  /** Returns all open mentions, also those that are snoozed. Rejects if the store cannot be read. */
  all(): Promise<OpenMention[]>
  prune(time: Time): void
}

type OpenMentionsDeps = {
  cards: Pick<MessageRecords<PostedCard>, 'find' | 'since' | 'changes'>
  now: () => Time
  /** A mention stays open for this time after its post. */
  openForMs: Ms
  weights: WorthWeights
  /** Undefined if there is no target for the mention. Called when the card changes. */
  deadlinesOf?: (card: PostedCard, mention: Mention) => Deadlines | undefined
}

type Indexed = OpenMention & { order: number }

/**
 * Keeps the open mentions in memory, sorted by score, because time does not change their order. The first query reads
 * the store; later queries read only the changes by other processes.
 */
export function createOpenMentions({
  cards,
  now,
  openForMs,
  weights,
  deadlinesOf = () => undefined,
}: OpenMentionsDeps): OpenMentions {
  let sorted: Indexed[] = []
  const byMessage = new Map<string, Indexed[]>()
  const { refresh, update } = followRecords(cards, () => now() - openForMs, note)

  function note(card: PostedCard): void {
    const key = keyOf(card)
    for (const before of byMessage.get(key) ?? []) remove(before)
    const open = indexedOf(card, weights, deadlinesOf).filter(({ postedAt }) => postedAt >= now() - openForMs)
    if (open.length === 0) byMessage.delete(key)
    else byMessage.set(key, open)
    for (const one of open) sorted.splice(placeOf(sorted, one.order), 0, one)
  }

  function remove(one: Indexed): void {
    for (let at = placeOf(sorted, one.order); sorted[at]?.order === one.order; at++) {
      if (sorted[at] !== one) continue
      sorted.splice(at, 1)
      return
    }
  }

  function prune(time: Time): void {
    const oldest = time - openForMs
    sorted = sorted.filter(({ postedAt }) => postedAt >= oldest)
    for (const [key, open] of byMessage)
      if (open.every(({ postedAt }) => postedAt < oldest)) byMessage.delete(key)
  }

  async function rowOf({ order: _, ...open }: Indexed): Promise<RankedMention[]> {
    const card = await cards.find(open)
    const shown = card && shownMention(card, open.mention)
    if (card === undefined || shown === undefined) return []
    const reasons = reasonsOf(card, shown, open.postedAt)
    const points = pointsOf(reasons, shown.source, weights)
    const ticket = ticketOf(card, open.mention)?.url
    const score = scoreAt(points, reasons.since, now(), weights)
    const late = lateness(open, now())
    return [{ ...open, shown, reasons, score, ...(ticket && { ticket }), ...late }]
  }

  return {
    update,
    prune,
    async all() {
      await refresh()
      const oldest = now() - openForMs
      return sorted.filter(({ postedAt }) => postedAt >= oldest)
    },
    async best({ offset, limit, accepts, isFirst = () => true }) {
      await refresh()
      const oldest = now() - openForMs
      const fitting = sorted.filter(
        (open) => open.postedAt >= oldest && (open.snoozedUntil ?? 0) <= now() && accepts(open),
      )
      const at = now()
      const groups = Map.groupBy(fitting, (open) =>
        lateness(open, at) === undefined ? (isFirst(open) ? 'first' : 'other') : 'late',
      )
      const ordered = (['late', 'first', 'other'] as const).flatMap((group) => groups.get(group) ?? [])
      const first = fitting.filter(isFirst)
      const rows = await Promise.all(ordered.slice(offset, offset + limit).map(rowOf))
      return { rows: rows.flat(), total: fitting.length, first: first.length }
    },
  }
}

const keyOf = ({ channel, ts }: MessageKey) => `${channel} ${ts}`

/** Returns the first deadline that an open mention has missed; undefined if it is not late. A rule's choice is no claim. */
function lateness(
  { deadlines = {}, state }: OpenMention,
  at: Time,
): { lateSince: Time; missed: keyof Deadlines } | undefined {
  const isClaimed = state !== undefined && !isOnlyByRule(state)
  const { claim = Infinity, done = Infinity } = { ...deadlines, ...(isClaimed && { claim: Infinity }) }
  const lateSince = Math.min(claim, done)
  return lateSince > at ? undefined : { lateSince, missed: claim <= done ? 'claim' : 'done' }
}

function indexedOf(
  card: PostedCard,
  weights: WorthWeights,
  deadlinesOf: NonNullable<OpenMentionsDeps['deadlinesOf']>,
): Indexed[] {
  const { channel, ts, subscription, alert, shows, actions } = card
  const postedAt = Number(ts) * 1000
  if (shows.kind === 'card' && shows.isOwn) return []
  const found = foundMark(card)
  return mentionsOf(shows).flatMap((mention): Indexed[] => {
    const action = actions.find((one) => one.mention === mention.id)
    if (isClosed(action?.state)) return []
    const reasons = reasonsOf(card, mention, postedAt)
    const order = scoreOrder(pointsOf(reasons, mention.source, weights), reasons.since, weights)
    const isNegative = mention.sentiment === 'negative'
    const place = {
      channel,
      ts,
      mention: mention.id,
      subscription,
      alert,
      postedAt,
      isNegative,
      ...found,
      ...defined({ deadlines: deadlinesOf(card, mention) }),
      order,
    }
    if (action === undefined) return [place]
    const { state, user, by, assigned, snooze } = action
    // A snoozed mention is open again at this time, even if its reminder was not sent yet.
    if (snooze !== undefined) return [{ ...place, snoozedUntil: snooze.until }]
    return [{ ...place, state: { state, user, by, ...defined({ assigned }) } }]
  })
}

const foundMark = (card: PostedCard): Pick<OpenMention, 'isFoundByPerson'> =>
  isFoundByPerson(card) ? { isFoundByPerson: true } : {}

/** Nobody knows when a mention that a person found was published. */
function reasonsOf(card: PostedCard, mention: Mention, postedAt: number): WorthReasons {
  const dated = isFoundByPerson(card) ? { ...mention, date: postedAt } : mention
  return worthReasons(dated, postedAt, card.original)
}

/** Returns the index of the first element whose order is at most `order`. The list is sorted in descending order. */
function placeOf(sorted: Indexed[], order: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle]?.order ?? 0) > order) low = middle + 1
    else high = middle
  }
  return low
}
