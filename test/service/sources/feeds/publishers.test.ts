import { expect, it } from 'vitest'
import { follow, type Kind, kindsOf } from './following.ts'
import { habits, heldOutHabits, heldOutPublishers, publishers } from './publishers.ts'
import { unseenHabits, unseenPublishers } from './unseen-publishers.ts'

/** Every so many kinds, so that each publisher and each habit comes several times. */
const step = 97

/** docs/listening-feeds.md has the two worlds of each. */
const undecided = new Set([
  'a search that makes up ids and addresses, dates edits',
  ...['writes other titles', 'dates edits'].map((what) => `entries with nothing but a title, ${what}`),
  ...[
    'a search that makes up ids and addresses',
    'a search that makes up ids, addresses and times',
    'random ids without pages',
  ].map((who) => `${who}, shows an entry twice`),
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
]

const everyHabit = { ...habits, ...heldOutHabits }
const everyKind = [
  ...kindsOf({ ...publishers, ...heldOutPublishers }, everyHabit),
  ...kindsOf(unseenPublishers, { ...everyHabit, ...unseenHabits }),
]

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
