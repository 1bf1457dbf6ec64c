import type { Mention } from '@overheard/mention-client/mention'
import { expect, it } from 'vitest'
import { createRandom } from '../../sandbox/mention-service/generator/random.ts'
import { createCards } from '../../src/cards/cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import { loadResponses } from '../../src/digests/content/delivery-report.ts'
import { dateOf } from '../../src/model/calendar-date.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import { askedOf, createDigestWorld } from '../tools/digest-world.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { subscriptionOf } from '../tools/story-world.ts'

/**
 * A generated month of 5,000 mentions and everything that people press. The open list with its scores and the handling times are
 * computed again from the raw mentions and the list of presses, without the code of the bot.
 */

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 9, 1)
const end = Date.UTC(2026, 9, 31, 23, 59)
const people = ['U1', 'U2', 'U3'] as const
const presses = ['claim', 'assign', 'done', 'not-relevant', 'release', 'reopen', 'restore', 'snooze'] as const

type Raw = { mention: Mention; postedAt: number; ts: string }
type Press = {
  id: string
  at: number
  user: string
  what: (typeof presses)[number]
  to: string
  until: number
}

function generate(): { mentions: Raw[]; pressed: Press[] } {
  const random = createRandom(21)
  const mentions = Array.from({ length: 5000 }, (_, index): Raw => {
    const postedAt = start + Math.floor(random.next() * (end - start) * 0.99)
    const sentiment = random.pick(['negative', 'positive', 'neutral'] as const)
    const mention = sampleMention({
      ...{
        id: String(index + 1),
        date: postedAt - random.whole(0, 5) * hour,
        url: `https://news.example/${index}`,
      },
      ...{ reach: 10 ** random.whole(0, 6), source: random.pick(['reddit', 'web']), sentiment },
      ...{ title: `Acme ${index}${random.pick(['?', ''])}`, snippet: 'Nothing.' },
    })
    return { mention, postedAt, ts: `${Math.floor(postedAt / 1000)}.${String(index).padStart(6, '0')}` }
  })
  const pressed = mentions.flatMap(({ mention, postedAt }) =>
    Array.from({ length: Math.max(0, random.whole(-2, 3)) }, (): Press => {
      const at = postedAt + 1000 + Math.floor(random.next() * 3 * day)
      const until = at + random.whole(1, 400) * hour
      return {
        id: mention.id,
        at,
        user: random.pick(people),
        what: random.pick(presses),
        to: random.pick(people),
        until,
      }
    }),
  )
  return { mentions, pressed: pressed.filter(({ at }) => at < end).toSorted((a, b) => a.at - b.at) }
}

type State = {
  kind: 'claimed' | 'assigned' | 'snoozed' | 'closed'
  what?: string
  at: number
  until?: number
  firstHeld?: number
}

/** What the presses on one mention lead to, by the rules that people see. */
const stateAfter = (all: Press[]) => all.reduce<State | undefined>(afterPress, undefined)

function afterPress(state: State | undefined, press: Press): State | undefined {
  const { what } = press
  const closed = state?.kind === 'closed' ? state.what : undefined
  if (what === 'release') return closed === undefined ? undefined : state
  if (what === 'reopen') return closed === 'done' ? undefined : state
  if (what === 'restore') return closed === 'not-relevant' ? undefined : state
  const isFinal = closed === 'not-relevant' || (closed === 'done' && what !== 'not-relevant')
  return isFinal ? state : held(state, press)
}

function held(state: State | undefined, { what, at, until }: Press): State | undefined {
  const firstHeld = state?.firstHeld === undefined ? {} : { firstHeld: state.firstHeld }
  if (what === 'done' || what === 'not-relevant') return { kind: 'closed', what, at, ...firstHeld }
  if (what === 'snooze') return { kind: 'snoozed', at, until, ...firstHeld }
  if (what === 'claim' && state?.kind === 'claimed') return state
  return { kind: what === 'claim' ? 'claimed' : 'assigned', at, firstHeld: state?.firstHeld ?? at }
}

const middle = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

it('the list of open mentions, its scores and the response times of a month equal a simple count of its 5,000 mentions', async () => {
  const { mentions, pressed } = generate()
  const clock = { now: start }
  const cards = createCards({
    store: memoryStore(),
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    nameOf: async (user) => `Name of ${user}`,
    now: () => clock.now,
    keptMs: 90 * day,
    openForMs: 14 * day,
    weights: defaultWeights,
  })
  const place = { channel: 'C1', subscription: 'acme', alert: '7', actions: [] }
  const tsOf = new Map(mentions.map(({ mention, ts }) => [mention.id, ts]))
  for (const { mention, ts } of mentions)
    await cards.originalCards.keep({ ...place, ts, shows: { kind: 'card', mention, style: 'full' } })
  for (const { id, at, user, what, to, until } of pressed) {
    clock.now = at
    const press = { message: { channel: 'C1', ts: tsOf.get(id) ?? '' }, mentions: [id], user }
    const key = `${id} ${at}`
    if (what === 'assign') await cards.applyAction({ ...press, action: { kind: 'assign', id: key, to } })
    else if (what === 'snooze')
      await cards.applyAction({ ...press, action: { kind: 'snooze', id: key, until } })
    else await cards.applyAction({ ...press, action: what })
  }
  clock.now = end

  const byMention = Map.groupBy(pressed, ({ id }) => id)
  const states = new Map(mentions.map(({ mention: { id } }) => [id, stateAfter(byMention.get(id) ?? [])]))

  const expected = mentions
    .filter(({ mention: { id }, postedAt }) => {
      const state = states.get(id)
      const sleeps = state?.kind === 'snoozed' && (state.until ?? 0) > end
      return state?.kind !== 'closed' && !sleeps && postedAt >= end - 14 * day
    })
    .map(({ mention: { id, sentiment, reach, title, date }, postedAt }) => {
      const points =
        (sentiment === 'negative' ? 4 : 1) + Math.log10(1 + reach) + (title.endsWith('?') ? 2 : 0)
      return { id, score: points / 2 ** ((end - Math.min(date, postedAt)) / (2 * day)) }
    })
    .toSorted((a, b) => b.score - a.score)
  const { rows, total } = await cards.open.best({ offset: 0, limit: 5000, accepts: () => true })
  expect(total).toBe(expected.length)
  expect(expected.length).toBeGreaterThan(1000)
  expect(rows.map(({ mention }) => mention).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  for (const [index, { score }] of rows.entries()) expect(score).toBeCloseTo(expected[index]?.score ?? -1, 3)

  const log = mentions.map(
    ({ mention: { id, url, sentiment }, postedAt, ts }): DecisionRecord => ({
      ...{ at: postedAt, subscription: 'acme', alert: '7', id, url, outcome: 'posted', reason: 'passed' },
      ...{ channel: 'C1', ts, ...(sentiment && { sentiment }) },
    }),
  )
  const deps = {
    ...askedOf(createDigestWorld(end)),
    subscriptionsOf: async () => [subscriptionOf()],
    decisions: {
      async *entries() {
        yield* log
      },
    },
    cards: cards.actionsIn,
  }
  const range = { from: dateOf(start), to: dateOf(end) }
  const { handled } = await loadResponses(deps, 'C1', range, true)
  const negative = mentions.filter(({ mention }) => mention.sentiment === 'negative')
  const touched = negative.flatMap(({ mention: { id }, postedAt }) => {
    const state = states.get(id)
    return state === undefined ? [] : [{ state, postedAt, last: byMention.get(id)?.at(-1) }]
  })
  const closed = touched.filter(({ state }) => state.kind === 'closed')
  const claims = touched.flatMap(({ state: { firstHeld }, postedAt }) =>
    firstHeld === undefined ? [] : [firstHeld - postedAt],
  )
  expect(handled).toMatchObject({
    of: negative.length,
    done: closed.length,
    claimMs: middle(claims),
    closeMs: middle(closed.map(({ state, postedAt }) => state.at - postedAt)),
  })
  if (handled === 'forgotten') throw new Error('the log no longer has the month')
  expect(handled?.people?.reduce((sum, { closed: count }) => sum + count, 0)).toBe(closed.length)
  expect(closed.length).toBeGreaterThan(150)
})
