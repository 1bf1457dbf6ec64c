/** The same generated month with and without drills in it. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import {
  countOutcomes,
  loadFoundMentions,
  loadResponses,
} from '../../../src/digests/content/delivery-report.ts'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import { createDrills } from '../../../src/features/drill/drill.ts'
import { drillKind, drillStepSchema, scenarios } from '../../../src/features/drill/model.ts'
import { textMessage } from '../../../src/messages/kit/block-kit.ts'
import { emptyMenu } from '../../../src/messages/mention/card-menu.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { reminderKind } from '../../../src/reminders/reminder-kind.ts'
import { createReminderQueue } from '../../../src/reminders/reminder-queue.ts'
import { createReminderSender } from '../../../src/reminders/reminder-sender.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { exportedCsv } from '../../tools/exported-csv.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { runs } from '../../tools/runs.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../../tools/story-world.ts'

const hour = 60 * minute
const start = Date.UTC(2026, 9, 1)
const steps = 30 * 24 * 2
const october = { from: '2026-10-01', to: '2026-10-31' }
const notify = { users: ['UZOE'], groups: [], here: false, when: { sentiment: ['negative' as const] } }
const subscriptions = [
  subscriptionOf({ notify, burst: 3 }),
  subscriptionOf({ name: 'beside', channel: 'C2', burst: 3, only: { sentiment: ['negative'] } }),
]

/** Mentions that become visible at one half hour of the month. */
const clump = fc.record({
  at: fc.integer({ min: 0, max: steps - 1 }),
  count: fc.constantFrom(1, 1, 2, 5, 40),
  sentiment: fc.constantFrom('negative' as const, 'neutral' as const),
})
/** `answer`: after how many looks somebody answers the drill. */
const drill = fc.record({
  at: fc.integer({ min: 0, max: steps - 20 }),
  scenario: fc.constantFrom(...scenarios),
  in: fc.nat(1),
  answer: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
})
type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer T> ? T : never
type Clump = Value<typeof clump>
type Planned = Value<typeof drill>

function drillsIn(world: StoryWorld) {
  const deps = world.deps()
  const store = memoryStore(world.records)
  const reminders = store.collection('reminders', anyReminderSchema)
  let ids = 0
  const newId = () => String(++ids)
  const { now } = world
  const queue = createReminderQueue({ reminders, leading: reminders, now, newId })
  const stored = openCollection(store, drillKind)
  const drills = createDrills({
    ...{ now, newId, layout: {}, menu: () => emptyMenu, drills: stored, addStep: queue.add },
    registry: {
      find(name) {
        const subscription = subscriptions.find((one) => one.name === name)
        return subscription && { subscription }
      },
    },
    decideFor: (subscription) => decideFor(subscription, { mutes: () => [] }),
    mayPost: async () => true,
    alertName: () => 'Acme brand',
    access: { refusal: async () => undefined },
    calls: () => ({
      afterMs: () => hour,
      person: async () => ({ user: 'UANA', passedOver: [], isDisturbed: false }),
      personCall: () => textMessage('Nobody has claimed this'),
      groupCall: async () => ({ content: textMessage('Nobody on duty answered'), inChannel: false }),
    }),
    nameOf: async (user) => user,
    openDirect: async (user) => `D${user}`,
    permalink: async () => undefined,
    update: async () => ({ kind: 'updated' }),
  })
  const kinds = () => [reminderKind('drill', drillStepSchema, drills.steps)]
  const sender = createReminderSender({
    ...deps,
    speakTo: speakToAll,
    reminders,
    kinds,
    self: 'the only process',
  })
  async function begin({ scenario, in: nth }: Planned): Promise<boolean> {
    const subscription = subscriptions[nth] ?? subscriptionOf()
    const { channel } = subscription
    const asked = { channel, alert: '7', scenario, isConfirmed: true }
    const said = await drills.begin({ user: 'UCEO', channel }, { subscription }, asked)
    return typeof said === 'string' && said.startsWith('The drill begins')
  }
  async function answer({ in: nth }: Planned): Promise<void> {
    const channel = subscriptions[nth]?.channel ?? ''
    const id = (await stored.find(channel))?.id ?? ''
    await drills.answer({ user: 'UZOE', channel, ts: '1' }, { channel, id })
  }
  return {
    sendDue: sender.sendDue,
    /** People begin and answer what is planned for this half hour. Returns how many drills have begun. */
    async takePart(planned: Planned[], step: number): Promise<number> {
      let begun = 0
      for (const one of planned.filter(({ at }) => at === step)) begun += Number(await begin(one))
      for (const one of planned)
        if (one.answer !== undefined && one.at + one.answer === step) await answer(one)
      return begun
    },
  }
}

async function live(clumps: Clump[], planned: Planned[]) {
  const world = createStoryWorld({ subscriptions, perDay: 24 })
  world.clock.at = start
  const run = world.start()
  const drills = drillsIn(world)
  let begun = 0
  let id = 0
  await run()
  for (let step = 0; step < steps; step++) {
    world.clock.at = start + (step + 1) * 30 * minute
    for (const { count, sentiment } of clumps.filter(({ at }) => at === step))
      for (let nth = 0; nth < count; nth++) world.add(++id, { sentiment, date: world.now(), reach: id })
    begun += await drills.takePart(planned, step)
    await drills.sendDue()
    await run()
    await drills.sendDue()
  }
  return { world, begun }
}

/** Slack counts all messages of a channel in their `ts`, so those differ. */
const withoutTs = (text: string) => text.replaceAll(/\d{10}\.\d{6}/g, 'ts')

/** All figures that people see of a month. */
async function figures(world: StoryWorld) {
  const { now } = world
  const cards = createCards({
    ...{ store: memoryStore(world.records), now, nameOf: async (user: string) => user },
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    ...{ keptMs: 90 * 24 * hour, openForMs: 90 * 24 * hour, weights: defaultWeights },
  })
  const names = subscriptions.map(({ name }) => name)
  const { postedSince } = cards
  const csv = await exportedCsv({ now, postedSince, channels: ['C1', 'C2'], subscriptions: names })
  const ofDigest = {
    now,
    subscriptionsOf: async (channel: string) => subscriptions.filter((one) => one.channel === channel),
    decisions: {
      async *entries() {
        yield* world.decisions
      },
    },
    checkpoints: world.deps().checkpoints,
    cards: cards.actionsIn,
    correctionsIn: cards.correctionsIn,
  } as unknown as Parameters<typeof loadResponses>[0]
  const digest = []
  for (const { channel } of subscriptions) {
    const found = (await loadFoundMentions(ofDigest, channel, october)) ?? []
    const { of: _, ...responses } = await loadResponses(ofDigest, channel, october)
    digest.push({ channel, counts: countOutcomes(found), responses })
  }
  const { rows, total } = await cards.open.best({ offset: 0, limit: 5000, accepts: () => true })
  const own = [...world.records].filter(([key]) => !/^(drills|reminders) /.test(key))
  return {
    csv: withoutTs(csv ?? ''),
    digest,
    open: { total, rows: rows.map(({ mention, isNegative, channel }) => [channel, mention, isNegative]) },
    posted: names.map((name) => world.channel.ids(name)),
    decisions: withoutTs(JSON.stringify(world.decisions)),
    checkpoints: withoutTs(JSON.stringify([...world.saved])),
    volume: withoutTs(JSON.stringify([...(world.volume?.kept ?? [])])),
    told: [...world.announced].map(withoutTs),
    calls: [...world.calls].map(withoutTs),
    records: own.map(([key, value]) => [withoutTs(key), withoutTs(value)]),
  }
}

it('a generated month has the same figures with drills in it and without', async () => {
  let drills = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(clump, { minLength: 5, maxLength: 25 }),
      fc.array(drill, { minLength: 3, maxLength: 8 }),
      async (clumps, planned) => {
        const without = await live(clumps, [])
        const having = await live(clumps, planned)
        const texts = having.world.channel.messages().map(({ content }) => content.text)
        const messages = (words: string) => texts.filter((text) => text.startsWith(words)).length
        expect(messages('Practice alarm over')).toBe(having.begun)
        expect(messages('Drill: ')).toBeGreaterThanOrEqual(having.begun)
        expect(await figures(having.world)).toEqual(await figures(without.world))
        drills += having.begun
      },
    ),
    { numRuns: runs(12), endOnFailure: true },
  )
  expect(drills).toBeGreaterThan(5)
})
