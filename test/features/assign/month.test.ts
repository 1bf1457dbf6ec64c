/** Generated months, in which rules assign mentions while people go away, press first, and the process is killed at any write. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { createAssigning } from '../../../src/features/assign/assign.ts'
import {
  type AssignedReminder,
  assignedReminderSchema,
  givenKind,
  turnsKind,
  waitingKind,
} from '../../../src/features/assign/model.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { mentionReminderSchema } from '../../../src/model/reminder.ts'
import { instantOf } from '../../../src/model/wall-clock.ts'
import { remindersOf } from '../../../src/reminders/reminder-kind.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { exportedCsv } from '../../tools/exported-csv.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { runs } from '../../tools/runs.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const day = 86_400_000
const minute = 60_000
const start = Date.UTC(2026, 9, 1)
const people = ['U1', 'U2', 'U3', 'U4']
/** The clocks of these zones change on 25 October and on 1 November. */
const zones = ['Europe/Berlin', 'America/New_York']
const languages = ['de', 'fr', 'en']
const rules = [
  { when: { language: ['de'] }, to: ['U1', 'U2', 'U3'] },
  { when: { language: ['fr'] }, to: ['U2', 'U4'] },
]

/** A message with some mentions, `at` minutes into the month. `claim`: a person claims the first mention at once. */
const message = fc.record({
  at: fc.integer({ min: 0, max: 33 * 24 * 60 }),
  languages: fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...languages)) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...languages), { minLength: 2, maxLength: 6 }) },
  ),
  claim: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  again: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  /** The process dies at this write after the post. */
  killAt: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
})
/** Days of October and November on which a person is away, in the person's own time zone. */
const absence = fc.record({
  who: fc.nat(people.length - 1),
  from: fc.integer({ min: 0, max: 33 }),
  days: fc.integer({ min: 1, max: 12 }),
})
const month = fc.record({
  messages: fc.array(message, { minLength: 10, maxLength: 60 }),
  absences: fc.array(absence, { maxLength: 8 }),
  zonesOf: fc.array(fc.nat(zones.length - 1), { minLength: 4, maxLength: 4 }),
})
type Month = typeof month extends fc.Arbitrary<infer T> ? T : never

const zoneOf = ({ zonesOf }: Month, user: string) => zones[zonesOf[people.indexOf(user)] ?? 0] ?? ''

type Sent = { to: string; mentions: string[] }

function createProcess(kept: Map<string, string>, clock: { at: number }, live: Month, dead: { at: number }) {
  let writes = 0
  const store = memoryStore(kept, () => {
    writes += 1
    if (writes >= dead.at) throw new Error('the process was killed')
  })
  const now = () => clock.at
  const cards = createCards({
    ...{ store, now, keptMs: 90 * day, openForMs: 90 * day, weights: defaultWeights },
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    nameOf: async (user) => `Person ${user}`,
  })
  const subscription = subscriptionOf()
  const isAway = (user: string) =>
    live.absences.some(({ who, from, days }) => {
      const zone = zoneOf(live, user)
      const begin = instantOf(start + from * day, zone)
      return (
        people[who] === user && clock.at >= begin && clock.at < instantOf(start + (from + days) * day, zone)
      )
    })
  const reminders = store.collection('reminders', anyReminderSchema)
  const assigning = createAssigning({
    ...{ now, cards, keptMs: 90 * day, registry: { find: () => ({ subscription }) } },
    rulesOf: () => rules,
    waiting: openCollection(store, waitingKind),
    led: {
      waiting: openCollection(store, waitingKind),
      turns: openCollection(store, turnsKind),
      given: openCollection(store, givenKind),
      assigned: remindersOf(reminders, assignedReminderSchema),
      overdue: remindersOf(reminders, mentionReminderSchema),
    },
    kept: { turns: openCollection(store, turnsKind), given: openCollection(store, givenKind) },
    standingOf: async (user) => (isAway(user) ? 'away' : 'here'),
    nameOf: async (user) => `Person ${user}`,
    maySee: async () => 'yes',
    openDirect: async (user) => `D${user}`,
    permalink: async () => undefined,
  })
  return { store, cards, assigning, subscription, reminders }
}

async function liveThrough(live: Month) {
  const kept = new Map<string, string>()
  const clock = { at: start }
  const dead = { at: Number.POSITIVE_INFINITY }
  const sent: Sent[] = []
  let bot = createProcess(kept, clock, live, dead)
  const made = madeOf(live)
  for (const { postedAt, card, claim, again, killAt } of made) {
    clock.at = postedAt
    await bot.assigning.planPosted(bot.subscription, card)
    await bot.cards.originalCards.keep(card)
    const [first = ''] = mentionIds(card)
    if (claim) await bot.cards.applyAction({ message: card, mentions: [first], user: 'U9', action: 'claim' })
    const doomed = { at: killAt ?? Number.POSITIVE_INFINITY }
    const mortal = createProcess(kept, clock, live, doomed)
    clock.at += 2000
    const isKilled = await mortal.assigning.decideWaiting().then(
      () => false,
      () => true,
    )
    doomed.at = 0
    bot = createProcess(kept, clock, live, dead)
    // After a kill, the sender of reminders can come first.
    if (isKilled) await send(bot, clock.at, sent)
    await bot.assigning.decideWaiting()
    // The post is told again, because its cause was repeated.
    if (again) await bot.assigning.planPosted(bot.subscription, card)
    clock.at += 4000
    await bot.assigning.decideWaiting()
    await send(bot, clock.at, sent)
  }
  return { ...bot, clock, sent, made }
}

async function send({ reminders, assigning }: ReturnType<typeof createProcess>, now: number, sent: Sent[]) {
  for (const { key, value } of await reminders.entries()) {
    if (value.due > now) continue
    const reminder: AssignedReminder = assignedReminderSchema.parse(value)
    const message = await assigning.reminders.due(reminder)
    if (typeof message === 'object' && 'until' in message)
      await reminders.change(key, () => ({ ...value, due: message.until }))
    else {
      if (typeof message === 'object') sent.push({ to: reminder.to, mentions: reminder.mentions })
      await reminders.change(key, () => undefined)
    }
  }
}

const mentionIds = ({ shows }: PostedCard) =>
  shows.kind === 'card' ? [shows.mention.id] : shows.mentions.map(({ id }) => id)

function madeOf({ messages }: Month) {
  let id = 0
  return messages
    .toSorted((a, b) => a.at - b.at)
    .map((one, nth) => {
      // Two messages are a minute apart, so that each is decided before the next.
      const postedAt = start + (one.at + nth) * minute
      const mentions = one.languages.map((language) => sampleMention({ id: String(++id), language }))
      const [mention] = mentions
      const shows =
        mentions.length === 1 && mention !== undefined
          ? ({ kind: 'card', mention, style: 'full' } as const)
          : ({ kind: 'thread', mentions, firstNumber: 1 } as const)
      const card: PostedCard = {
        ...{ channel: 'C1', ts: (postedAt / 1000).toFixed(6), subscription: 'acme', alert: '7' },
        ...{ shows, actions: [] },
      }
      return { ...one, postedAt, card, mentions }
    })
}

/** Computes who gets what with a line of people for each language: whoever gets something goes to its end. */
function expectedOf(live: Month, made: ReturnType<typeof madeOf>) {
  const lines: Record<string, string[]> = { de: ['U1', 'U2', 'U3'], fr: ['U2', 'U4'] }
  const holders = new Map<string, string>()
  const isAway = (user: string, at: number) => {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zoneOf(live, user) }).format(at)
    return live.absences.some(({ who, from, days }) => {
      const dates = Array.from({ length: days }, (_, nth) =>
        new Date(start + (from + nth) * day).toISOString().slice(0, 10),
      )
      return people[who] === user && dates.includes(local)
    })
  }
  for (const { postedAt, mentions, claim } of made)
    for (const [nth, { id, language }] of mentions.entries()) {
      if (claim && nth === 0) continue
      const line = lines[language] ?? []
      const chosen = line.find((user) => !isAway(user, postedAt + 2000))
      if (chosen === undefined) continue
      holders.set(id, chosen)
      lines[language] = [...line.filter((user) => user !== chosen), chosen]
    }
  return holders
}

it('in a generated month, every mention goes to the person whose turn it is, once, whenever the process is killed', async () => {
  let assigned = 0
  await fc.assert(
    fc.asyncProperty(month, async (live) => {
      const { cards, clock, sent, made, store } = await liveThrough(live)
      const expected = expectedOf(live, made)
      const csv = await exportedCsv({
        ...{ now: () => clock.at, channels: ['C1'], subscriptions: ['acme'] },
        postedSince: cards.postedSince,
      })
      const rows = parse<Record<string, string>>(csv ?? '', { columns: true, bom: true })
      const byRule = rows.filter((row) => row['assigned by'] === 'a rule')
      expect(new Map(byRule.map((row) => [row['mention id'], row.person]))).toEqual(
        new Map([...expected].map(([id, user]) => [id, `Person ${user}`])),
      )
      const { rows: open } = await cards.open.best({
        ...{ offset: 0, limit: 5000 },
        accepts: ({ state }) => state?.state === 'assigned',
      })
      expect(new Map(open.map(({ mention, state }) => [mention, state?.user]))).toEqual(expected)
      // Each person hears of each mention once.
      const told = sent.flatMap(({ to, mentions }) => mentions.map((id) => `${to} ${id}`)).sort()
      expect(told).toEqual([...expected].map(([id, user]) => `${user} ${id}`).sort())
      expect(await openCollection(store, waitingKind).all()).toEqual([])
      assigned += expected.size
    }),
    { numRuns: runs(60), endOnFailure: true },
  )
  expect(assigned).toBeGreaterThan(50)
})
