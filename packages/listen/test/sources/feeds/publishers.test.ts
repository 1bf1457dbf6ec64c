import { expect, it } from 'vitest'
import { follow, type Kind, kindsOf } from './following.ts'
import { laterHabits, laterPublishers } from './later-publishers.ts'
import { habits, heldOutHabits, heldOutPublishers, publishers, sparingPublishers } from './publishers.ts'
import { unseenHabits, unseenPublishers } from './unseen-publishers.ts'

/** Every so many kinds, so that each publisher and each habit comes several times. */
const step = 97

/** docs/build/feeds.md has the two worlds of each. */
const undecided = new Set([
  ...['dates edits', 'gives a time of storing to some'].map(
    (what) => `a search that makes up ids and addresses, ${what}`,
  ),
  ...['writes other titles', 'dates edits', 'gives a time of storing to some'].map(
    (what) => `entries with nothing but a title, ${what}`,
  ),
  ...['entries with nothing but a text', 'a search that makes up ids, addresses and times'].map(
    (who) => `${who}, writes other summaries`,
  ),
  'minutes of a council without ids, loses links at times',
  ...['a search that makes up ids and addresses', 'a search that makes up ids, addresses and times'].map(
    (who) => `${who}, shows an entry twice`,
  ),
])

/** One for each rule that no other kind needs. */
const difficult = [
  'the newest photo at one address, is configured at another address',
  'the newest photo at one address, drops ids at times',
  'the newest photo at one address, loses times',
  'a newspaper with signed links and texts to come, dates edits',
  'a newspaper with signed links and texts to come, loses times',
  'a search that makes up ids and addresses, shifts times by an hour',
  'a search that makes up ids and addresses, adds its name to titles',
  'a search that makes up ids, addresses and times, loses texts at times',
  'Jekyll that was given a time zone, adds its name to titles',
  'Jekyll that was given a time zone, puts its section before titles',
  'arXiv, loses links at times',
  'hours of a radio, gives old entries only a day',
  'topics with their last answers, moves, and is configured there',
  'entries with nothing but a title, cuts titles at times',
  'a search that makes up ids and addresses, leaves out seconds at times',
  'a search that makes up ids, addresses and times, cuts titles at times',
  'random ids without pages, shows an entry twice',
  'an archive that is newest at the end, with a page number in links, shows an entry twice',
]

const everyHabit = { ...habits, ...heldOutHabits }
const everyKind = [
  ...kindsOf({ ...publishers, ...heldOutPublishers }, { ...everyHabit, ...unseenHabits }),
  ...kindsOf(unseenPublishers, { ...everyHabit, ...unseenHabits }),
  ...kindsOf(laterPublishers, { ...everyHabit, ...unseenHabits, ...laterHabits }),
]

/** These leave the facts of entries as they are. */
const harmless = [
  ...['none', 'is served from an old cache', 'is http at times', 'gives the oldest first'],
  ...['shows an entry twice', 'has a busy day', 'brings old articles back', 'adds to texts'],
  ...['counts clicks in links', 'edits slugs', 'is empty at times', 'pins an old entry'],
]
const harmlessHabits = Object.entries({ ...everyHabit, ...unseenHabits, ...laterHabits }).filter(([name]) =>
  harmless.includes(name),
)

async function expectOnce(kinds: Kind[]): Promise<void> {
  for (const kind of kinds) expect(await follow(kind), kind.name).toMatchObject({ lost: 0, doubled: 0 })
}

it(
  'no entry of a publisher is lost or doubled in 20 looks',
  () => expectOnce(everyKind.filter(({ name }, place) => place % step === 0 && !undecided.has(name))),
  120_000,
)

it('no entry of a publisher is lost or doubled that leaves few facts to compare', () => {
  const kinds = everyKind.filter(({ name }) => difficult.includes(name))
  expect(kinds.map(({ name }) => name).toSorted()).toEqual(difficult.toSorted())
  return expectOnce(kinds)
}, 120_000)

it('no entry of a publisher is lost or doubled whose entries have few facts, or more than are compared', () => {
  const kinds = kindsOf(sparingPublishers, Object.fromEntries(harmlessHabits))
  expect(harmlessHabits).toHaveLength(harmless.length)
  return expectOnce(kinds.filter(({ name }, place) => name.endsWith(', none') || place % 11 === 0))
}, 120_000)
