/** Generated weeks, lived through poll by poll, with a digest of each day in the night and in the morning after it. */

import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  countOutcomes,
  loadFoundMentions,
  reportColumnOf,
} from '../../src/digests/content/delivery-report.ts'
import { dateOf } from '../../src/model/calendar-date.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import type { Mute } from '../../src/model/mute.ts'
import { runs } from '../tools/runs.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { cardsOf, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const day = 24 * 60 * minute
const halfHour = 30 * minute
const start = Date.UTC(2026, 10, 16)
const quiet = { from: '22:00', to: '07:00', timezone: 'UTC', urgent: { reach: { from: 50_000 } } }
const subscriptions = [
  subscriptionOf({ quiet, burst: 3, dedupe: 'url', except: { author: ['Acme PR'] } }),
  subscriptionOf({ name: 'beside', burst: 3 }),
]
const muted: Mute = { channel: 'C1', kind: 'author', name: 'Spam King', by: 'U1', at: start }
/** The channel takes no messages from the noon of the fourth day on, until its midnight. */
const isArchived = (at: number) => at >= start + 3.5 * day && at < start + 4 * day

/** Several mentions that become visible at one moment, `at` minutes into the week. */
const clump = fc.record({
  at: fc.integer({ min: 5, max: 7 * 24 * 60 - 1 }),
  authors: fc.array(fc.constantFrom('Kim', 'Lee', 'Acme PR', 'Spam King'), { minLength: 1, maxLength: 7 }),
  isUrgent: fc.boolean(),
  story: fc.nat(12),
})
type Clump = typeof clump extends fc.Arbitrary<infer T> ? T : never

/** `effects`: after how many of them the process dies, one each half day. */
type Week = { clumps: Clump[]; effects: number[] }
type Heard = { mention: Mention; at: number }

function createWeek({ clumps }: Week): { world: StoryWorld; heard: Heard[] } {
  const world = createStoryWorld({
    subscriptions,
    // The mute begins within the third day and ends with the sixth.
    mutes: () => (world.clock.at > start + 2.5 * day && world.clock.at < start + 6 * day ? [muted] : []),
  })
  const heard: Heard[] = []
  for (const { at, authors, isUrgent, story } of clumps.toSorted((a, b) => a.at - b.at))
    for (const name of authors) {
      const id = heard.length + 1
      const author = { audience: 1, url: '', name }
      const url = `https://news.example/${id % 2 === 0 ? `story-${story}` : id}`
      const some = { author, url, title: '', date: start + at * minute, reach: isUrgent ? 60_000 : 10 }
      world.add(id, some, some.date)
      heard.push({ mention: sampleMention({ id: String(id), ...some }), at: some.date })
    }
  return { world, heard }
}

type Digest = (found: DecisionRecord[], date: number, world: StoryWorld) => void

/** Lives through the week and the posts after it; `tell` is called at each digest. */
async function live(week: Week, world: StoryWorld, tell: Digest): Promise<void> {
  const effects = [...week.effects]
  world.clock.at = start
  let run = world.start()
  await run()
  for (let at = start + halfHour; at < start + 8.5 * day; at += halfHour) {
    world.clock.at = Math.max(at, world.clock.at)
    world.probes.channel = isArchived(at) ? 'unusable' : 'usable'
    // Cards can still be updated. A card that cannot be updated would forget its duplicates.
    world.channel.refuses = (posting) =>
      isArchived(at) && !('ts' in posting)
        ? { kind: 'rejected', extent: 'channel', reason: 'is_archived' }
        : undefined
    if ((at - start) % (12 * 60 * minute) === 0)
      world.life.moments = effects.shift() ?? Number.POSITIVE_INFINITY
    if ((await run()).some(({ error }) => error !== undefined)) {
      world.life.moments = Number.POSITIVE_INFINITY
      run = world.start()
      await run()
    }
    const intoDay = at % day
    const date = at - intoDay - day
    if (intoDay === halfHour || intoDay === 9 * 60 * minute) tell(await foundOn(world, date), date, world)
  }
}

async function foundOn(world: StoryWorld, at: number): Promise<DecisionRecord[]> {
  const deps = {
    subscriptionsOf: async () => subscriptions,
    decisions: {
      entries: async function* () {
        yield* world.decisions
      },
    },
    checkpoints: world.deps().checkpoints,
  }
  return (await loadFoundMentions(deps, 'C1', { from: dateOf(at), to: dateOf(at) })) ?? []
}

/** The right column of a mention, by the messages in Slack and by a plain version of the rules. `shown`: the keys of the posted mentions. */
function truth(
  shown: ReadonlySet<string>,
  joined: ReadonlySet<string>,
  name: string,
  { id, author }: Mention,
): string {
  if (shown.has(keyOf({ subscription: name, id }))) return 'shown'
  if (name === 'acme' && author.name === 'Acme PR') return 'filtered'
  const isMutedSometimes = author.name === 'Spam King'
  const columns = new Set(isMutedSometimes ? ['muted', 'waiting'] : ['waiting'])
  // The subscription shares the post of the other one, or has not joined it yet.
  if (names.some((other) => shown.has(keyOf({ subscription: other, id })))) columns.add('shown')
  // A process may die when it has joined its card and is not done yet; the next one may find its author muted.
  if (name === 'acme' && joined.has(id)) columns.add('duplicate').delete('waiting')
  return [...columns].join(' or ')
}

const told = (entry: DecisionRecord) => reportColumnOf(entry).kind
const agrees = (column: string, real: string) =>
  real.split(' or ').some((one) => (one === 'shown' ? ['posted', 'burst'].includes(column) : one === column))

const keyOf = ({ subscription, id }: { subscription: string; id: string }) => `${subscription} ${id}`

/** Checks that the sums match, no mention is reported twice, and each column is as Slack shows it. */
function check(found: DecisionRecord[], heard: Heard[], world: StoryWorld): void {
  const { found: all, filtered, ...columns } = countOutcomes(found)
  const skipped = filtered.reduce((sum, { count }) => sum + count, 0)
  expect(Object.values(columns).reduce((sum, count) => sum + count, skipped)).toBe(all)
  expect(new Set(found.map(keyOf)).size).toBe(found.length)
  const shown = new Set(names.flatMap((name) => world.channel.ids(name).map((id) => `${name} ${id}`)))
  const joined = new Set(cardsOf(world).flatMap(({ duplicates }) => duplicates.map(({ id }) => id)))
  for (const entry of found) {
    const one = heard[Number(entry.id) - 1]
    const real = one === undefined ? 'unheard of' : truth(shown, joined, entry.subscription, one.mention)
    expect(agrees(told(entry), real), `${keyOf(entry)} is ${told(entry)}, and really ${real}`).toBe(true)
  }
}

/** The mentions that were certainly read on a day: visible one poll before its end, and not while the channel accepted nothing. */
const surelyFound = (heard: Heard[], date: number) =>
  heard.filter(({ at }) => at > date && at < date + day - halfHour && !isArchived(at + halfHour))

const clumps = fc.array(clump, { minLength: 40, maxLength: 80 })
const names = subscriptions.map(({ name }) => name)

it('in a generated week, the delivery reports count every mention in one column of one day, even if it waits', async () => {
  let waited = 0
  await fc.assert(
    fc.asyncProperty(clumps, async (some) => {
      const week: Week = { clumps: some, effects: [] }
      const { world, heard } = createWeek(week)
      const mornings: DecisionRecord[] = []
      await live(week, world, (found, date) => {
        check(found, heard, world)
        const keys = new Set(found.map(keyOf))
        for (const { mention } of surelyFound(heard, date))
          for (const name of names) expect(keys).toContain(`${name} ${mention.id}`)
        waited += found.filter((entry) => told(entry) === 'waiting').length
        if (world.clock.at % day > 8 * 60 * minute) mornings.push(...found)
      })
      const all = heard.flatMap(({ mention: { id } }) => names.map((name) => `${name} ${id}`))
      expect(mornings.map(keyOf).toSorted()).toEqual(all.sort())
      expect(world.channel.ids('beside').length).toBeGreaterThan(0)
    }),
    { numRuns: runs(8), endOnFailure: true },
  )
  expect(waited).toBeGreaterThan(15)
})

it('in a generated week with killed processes, the delivery reports count each logged mention once, in agreement with the messages in Slack', async () => {
  const effects = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(clumps, effects, async (some, deaths) => {
      const week: Week = { clumps: some, effects: deaths }
      const { world, heard } = createWeek(week)
      await live(week, world, (found) => check(found, heard, world))
      const days = Array.from({ length: 9 }, (_, at) => start + at * day)
      const found = (await Promise.all(days.map((date) => foundOn(world, date)))).flat()
      check(found, heard, world)
      const decided = new Set(world.decisions.filter((entry) => entry.outcome !== 'waiting').map(keyOf))
      const all = heard.flatMap(({ mention: { id } }) => names.map((name) => `${name} ${id}`))
      expect(found.map(keyOf).toSorted()).toEqual(all.filter((key) => decided.has(key)).sort())
    }),
    { numRuns: runs(8), endOnFailure: true },
  )
})
