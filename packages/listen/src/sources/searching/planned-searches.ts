import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import {
  FetchError,
  type Item,
  type Json,
  type PlannedAlert,
  type PollChannel,
  type Polled,
  type Search,
  type Tools,
} from '../../source.ts'
import { type IsSearched, searchedItems } from '../searched-items.ts'
import { isOfHost } from './ask-json.ts'
import { type Ability, type Narrowed, narrow } from './narrow.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How many requests a network allows in a time. */
type Limit = { requests: number; perMs: number }

/** What one request gives. */
export type Found = {
  items: Item[]
  /** The time of the newest thing that was read, if it may be none of the items. */
  newest?: number | undefined
  /** Names the next page, if there is one. */
  next?: Json | undefined
  /** How many requests were sent; 1 by default. */
  requests?: number
  /** The network asks for this pause before the next request. */
  restMs?: number | undefined
  /** True if the network has not searched everything, so the same must be asked again. */
  isPartial?: boolean
  removals?: Polled['removals']
}

/**
 * What was published before `since` is known; a time of the network's clock, UTC ms. `isFirst`: it was never asked before.
 */
export type Question = {
  text: string
  variant: string
  since: number
  page: Json | undefined
  isFirst: boolean
  /** True for an item that is kept. What the network tells of others need not be asked for. */
  isSearched: IsSearched
}

export type Planned = {
  /** Of the channel. */
  key: string
  searches: readonly Search[]
  ability: Ability
  /** Each request is sent once for each of these, such as the sites of a network. */
  variants?: readonly string[]
  limits: readonly Limit[]
  /** No request is repeated sooner. One that has found nothing lately is repeated half as often. */
  leastEveryMs: number
  /** After a failure or a kill the next request comes so late, because it may be the same again. */
  retryMs?: number
  /** Items appear late and in other orders, so each request goes back so far. */
  overlapMs: number
  /** How far the first request goes back. */
  firstMs?: number
  /** The network gives no more pages of one request. */
  maxPages: number
  /** Pages go from older items to newer ones, so a turn can go on where the last page of the one before ended. */
  isForward?: boolean
  ask: (question: Question, tools: Tools) => Promise<Found>
}

/** The share of a limit that is planned. The rest is for previews, for looking again, and for requests that a kill made uncounted. */
const plannedShare = 0.85
/** A request that has found something in each of its last turns is asked this much more often than one that has found nothing. */
const mostWeight = 4
/** How much the last turn counts in that. */
const lastTurn = 0.3
/** A request with less heat has found nothing in its last five turns. */
const coldBelow = 0.05
/** Once a day a request goes back further, because items may appear after hours. */
const farOverlapMs = 26 * hourMs
/** The clock of an item this far ahead is not believed. */
const maxAheadMs = hourMs
/** With nothing to ask for, the channel looks again after this time whether that is so. */
const idleMs = hourMs

const turnSchema = z.object({
  askedAt: z.number(),
  /** Everything before was looked at, by the clock of the network. */
  through: z.number(),
  farAt: z.number(),
  /** From 0 (finds nothing) to 1. */
  heat: z.number(),
  failures: z.number().default(0),
  error: z.string().optional(),
  isNew: z.literal(true).optional(),
  /** Pages that are still to be read. */
  rest: z
    .object({ since: z.number(), newest: z.number(), page: z.json(), pages: z.number(), isHot: z.boolean() })
    .optional(),
})
type Turn = z.output<typeof turnSchema>
const cursorSchema = z.record(z.string(), turnSchema)
type Turns = z.output<typeof cursorSchema>

type Request = Narrowed & { variant: string; name: string }
type Due = { request: Request; at: number; everyMs: number }

/** A try that the host left without an answer. `isAlone`: the host has answered another request since then. */
type Try = { at: number; turn: Turn; isAlone: boolean }
type Tries = Record<string, Try>
type Known = { turns: Turns; tries: Tries; hasFailed: boolean }

/**
 * One channel that asks one host for all alerts, a request at a time. The pause between two requests follows from the limits of the host, so
 * no limit is hit: however short the day's budget is, it lasts for the day. The runner writes the time of the next request down before each
 * one, so a process that is killed again and again keeps to it, too.
 */
export function plannedSearches(planned: Planned): PollChannel {
  const { searches, ability, limits, variants = [''] } = planned
  const { requests: narrowed, expressed } = narrow(searches, ability)
  const requests = narrowed.flatMap((one) =>
    variants.map(
      (variant): Request => ({
        ...one,
        variant,
        name: variant === '' ? one.text : `${variant}: ${one.text}`,
      }),
    ),
  )
  const names = new Set(requests.map(({ name }) => name))
  const isSearched = searchedItems(searches, true)
  const paceMs = paceOf(limits)
  /**
   * The cursor of the last poll comes back as it was given, so it needs not be read again. If that poll failed, its cursor was not stored, and
   * only this says that its request has been asked.
   */
  let last: (Known & { cursor: Json | undefined }) | undefined
  const knownAt = (cursor: Json | undefined): Known =>
    last !== undefined && last.cursor === cursor
      ? last
      : { turns: cursorSchema.safeParse(cursor).data ?? {}, tries: {}, hasFailed: false }

  return {
    kind: 'poll',
    key: planned.key,
    everyMs: Math.max(paceMs, planned.retryMs ?? 0),
    async poll(cursor, tools) {
      const now = tools.now()
      const known = knownAt(cursor)
      const { turns, tries, hasFailed } = known
      // A poll that asks nothing counts as a success, which would end the growing wait of a channel that fails. So all are asked by turns.
      const askedAt = ({ request: { name } }: Due) => tries[name]?.at ?? turns[name]?.askedAt ?? 0
      const times = schedule(turns, now)
      const [due] = hasFailed ? times.toSorted((a, b) => askedAt(a) - askedAt(b)) : times
      if (due === undefined) return { items: [], nextAt: now + idleMs }
      if (due.at > now && !hasFailed) return { items: [], nextAt: due.at }
      const { name } = due.request
      const turn = turns[name] ?? tries[name]?.turn ?? newTurn(turns, now)
      const asked = await askOnce(due.request, turn, tools)
      const waiting = 'error' in asked ? whileWaiting(name, turn, asked, known) : undefined
      if ('error' in asked && waiting !== undefined) {
        last = { cursor, ...waiting, hasFailed: true }
        throw asked.error
      }
      const after: Turns = { ...current(turns), [name]: asked.turn }
      const restMs = Math.max(paceMs * asked.requests, asked.restMs)
      const next = Math.max(now + restMs, schedule(after, now)[0]?.at ?? 0)
      // It has nothing that JSON cannot say.
      last = { cursor: after as Json, turns: after, tries: answeredElse(name, tries), hasFailed: false }
      return { ...asked.polled, cursor: after as Json, nextAt: next }
    },
    plan(cursor, now) {
      const { turns } = knownAt(cursor)
      const times = schedule(turns, now)
      return expressed.map(({ alert, asked, cannot }): PlannedAlert => {
        const own = times.filter(({ request }) => request.alerts.includes(alert))
        const errors = own.flatMap(({ request }) => turns[request.name]?.error ?? [])
        return {
          ...{ alert, asked, cannot },
          ...(own.length > 0 && {
            nextAt: Math.min(...own.map(({ at }) => at)),
            everyMs: Math.max(...own.map(({ everyMs }) => everyMs)),
          }),
          ...(errors[0] !== undefined && { error: errors[0] }),
          ...(errors.length > 0 && errors.length < own.length && { isPartlyAsked: true }),
        }
      })
    },
  }

  function newTurn(turns: Turns, now: number): Turn {
    const firstMs = planned.firstMs ?? dayMs
    // After a long pause, an alert that was changed in between must not begin later than the others.
    const through =
      Math.min(now - firstMs, ...Object.values(turns).map((turn) => turn.through)) + planned.overlapMs
    return { askedAt: now, through, farAt: now, heat: 0, failures: 0, isNew: true }
  }

  /** All requests with their times, the next one first. Requests share the pace by their weights. */
  function schedule(turns: Turns, now: number): Due[] {
    const weightOf = (turn: Turn | undefined) => 1 + (mostWeight - 1) * (turn?.heat ?? 0)
    const known = requests.map((request) => ({ request, turn: turns[request.name] }))
    const sum = known.reduce((all, { turn }) => all + weightOf(turn), 0)
    return known
      .map(({ request, turn }) => {
        const leastMs = planned.leastEveryMs * (turn !== undefined && turn.heat < coldBelow ? 2 : 1)
        const everyMs = Math.max(leastMs, (paceMs * sum) / weightOf(turn))
        const waitMs = Math.min(everyMs * 2 ** (turn?.failures ?? 0), Math.max(everyMs, dayMs))
        // A clock that was set back makes no wait longer.
        const at = turn === undefined || turn.rest !== undefined ? 0 : Math.min(turn.askedAt, now) + waitMs
        return { request, at, everyMs }
      })
      .toSorted((a, b) => a.at - b.at)
  }

  type Answered = { polled: Polled; turn: Turn; requests: number; restMs: number }
  /** `isOwn`: another request may succeed. */
  type Failed = Answered & { error: unknown; isOwn: boolean }

  async function askOnce(request: Request, turn: Turn, tools: Tools): Promise<Answered | Failed> {
    const now = tools.now()
    const isFar = Math.abs(now - turn.farAt) >= dayMs
    const usualSince = turn.through - planned.overlapMs
    const since =
      turn.rest?.since ?? Math.max(0, isFar ? Math.min(usualSince, now - farOverlapMs) : usualSince)
    const { text, variant, name } = request
    const isFirst = turn.isNew === true
    const question = { text, variant, page: turn.rest?.page, isFirst, isSearched }
    try {
      const found = await planned.ask({ ...question, since }, tools)
      const { maxPages, overlapMs, isForward = false } = planned
      const searched = found.items.filter(isSearched)
      const next = turnAfter(found, {
        ...{ turn, since, isFar, now, searched, maxPages, overlapMs, isForward },
      })
      const gap = `There are more results for ${name} than ${planned.key} gives, so some were not looked at.`
      const polled: Polled = {
        // Oldest first, because the service numbers mentions in this order.
        items: searched.toReversed(),
        ...(found.removals && { removals: found.removals }),
        ...(next.hasMissed && { gap }),
      }
      return { polled, turn: next.turn, requests: found.requests ?? 1, restMs: found.restMs ?? 0 }
    } catch (error) {
      if (tools.signal.aborted) throw error
      return failed(request, turn, error, tools)
    }
  }

  /** What is known after a failure for which the channel waits; undefined if another request may succeed. The next to be asked is another. */
  function whileWaiting(
    name: string,
    turn: Turn,
    asked: Failed,
    { turns, tries }: Known,
  ): Omit<Known, 'hasFailed'> | undefined {
    const kept = current(turns)
    if (!asked.isOwn) {
      // It is still due when the host answers again, unless it fails alone: then it must not be the first again and again.
      const isAlone = tries[name]?.isAlone === true
      const tried = { at: asked.turn.askedAt, turn, isAlone }
      return {
        turns: isAlone ? { ...kept, [name]: fromFirstPage(asked.turn) } : kept,
        tries: { ...tries, [name]: tried },
      }
    }
    const after = { ...kept, [name]: asked.turn }
    if (requests.some((one) => after[one.name]?.error === undefined)) return undefined
    const { [name]: _, ...others } = tries
    // The channel waits, so the request need not wait longer, too.
    return { turns: { ...after, [name]: { ...asked.turn, failures: turn.failures } }, tries: others }
  }

  /** Requests of alerts that are gone are forgotten. */
  function current(turns: Turns): Turns {
    return Object.fromEntries(Object.entries(turns).filter(([name]) => names.has(name)))
  }

  /** A request that fails waits longer each time. That is no reason to ask nothing else, so it must not stay the first. */
  function failed({ name }: Request, turn: Turn, error: unknown, tools: Tools): Failed {
    const now = tools.now()
    const { status = 0, retryAt = now } = error instanceof FetchError ? error : {}
    const answered = { polled: { items: [] }, requests: 1, restMs: Math.max(0, retryAt - now) }
    // The network lets nobody in or refuses these words, or its host cannot be asked now, unless it fails with this request alone.
    if ([401, 403].includes(status) || isOfHost(error))
      return { ...answered, turn: { ...turn, askedAt: now }, error, isOwn: false }
    const reason = error instanceof Error ? error.message : 'an unknown failure'
    tools.log.warn({ channel: planned.key, asked: name, reason }, 'a search failed')
    const waiting = { ...fromFirstPage(turn), askedAt: now, failures: turn.failures + 1, error: reason }
    return { ...answered, turn: waiting, error, isOwn: true }
  }
}

/** The tries after the host has answered a request. */
const answeredElse = (answered: string, tries: Tries): Tries =>
  Object.fromEntries(
    Object.entries(tries)
      .filter(([name]) => name !== answered)
      .map(([name, one]) => [name, { ...one, isAlone: true }]),
  )

/** If a page was given before, its items are known. */
const fromFirstPage = ({ rest, isNew, ...known }: Turn): Turn => ({
  ...known,
  ...(rest === undefined && defined({ isNew })),
})

type Context = {
  turn: Turn
  since: number
  isFar: boolean
  now: number
  searched: Item[]
  maxPages: number
  overlapMs: number
  isForward: boolean
}

/** The turn after an answer: with the next page to read, or with the time up to which everything was looked at. */
function turnAfter(found: Found, context: Context): { turn: Turn; hasMissed: boolean } {
  const { turn, since, isFar, now, searched, maxPages } = context
  const { items, next, isPartial } = found
  const { rest = { newest: since, pages: 0, isHot: false }, error: _error, isNew, ...known } = turn
  const times = [found.newest ?? 0, ...items.map(({ publishedAt = 0 }) => publishedAt)].filter(
    (time) => time <= now + maxAheadMs,
  )
  const newest = Math.max(rest.newest, ...times)
  const pages = rest.pages + 1
  const isHot = rest.isHot || searched.some((item) => (item.publishedAt ?? 0) > turn.through)
  const asked = { ...known, askedAt: now, failures: 0 }
  if (next !== undefined && pages < maxPages)
    return {
      turn: { ...asked, ...defined({ isNew }), rest: { since, newest, page: next, pages, isHot } },
      hasMissed: false,
    }
  const heat = (1 - lastTurn) * turn.heat + (isHot ? lastTurn : 0)
  const { through, hasMissed } = reached(newest, next !== undefined, context)
  return {
    turn: { ...asked, through: isPartial ? turn.through : through, farAt: isFar ? now : turn.farAt, heat },
    hasMissed,
  }
}

/** Up to when everything was looked at, if the network has more pages (`hasMore`) or not, and whether some items are never looked at. */
function reached(
  newest: number,
  hasMore: boolean,
  { turn, since, overlapMs, isForward }: Context,
): { through: number; hasMissed: boolean } {
  const through = Math.max(turn.through, newest)
  if (!hasMore) return { through, hasMissed: false }
  // A far look repeats what the usual ones have read. The next one begins where this one would have begun, and says what it cannot read.
  if (since < turn.through - overlapMs) return { through: turn.through, hasMissed: false }
  // The next turn goes back by the overlap, so it begins at the newest. From an earlier time it might never come further.
  if (isForward) return { through: newest + overlapMs, hasMissed: false }
  return { through, hasMissed: true }
}

/** The pause after a request with which no limit is reached, in ms. */
const paceOf = (limits: readonly Limit[]): number =>
  Math.ceil(Math.max(1000, ...limits.map(({ requests, perMs }) => perMs / (requests * plannedShare))))

/** So many requests are sent for a preview, because somebody waits for it. */
const mostOfPreview = 2

/** What a network has of the last days for a query that is no alert yet. */
export async function latelyFound(
  search: Search,
  ability: Ability,
  now: number,
  ask: (question: Omit<Question, 'variant'>) => Promise<Found>,
): Promise<Item[]> {
  const items: Item[] = []
  const usual = { since: now - 7 * dayMs, page: undefined, isFirst: true }
  const isSearched = searchedItems([search], true)
  for (const { text } of narrow([search], ability).requests.slice(0, mostOfPreview))
    items.push(...(await ask({ ...usual, text, isSearched })).items)
  return items
}
