import { expect, it } from 'vitest'
import { follow, kindsOf } from './following.ts'
import { habits, heldOutHabits, heldOutPublishers, publishers } from './publishers.ts'

/** Every so many kinds, so that each publisher and each habit comes several times. */
const step = 53

/** docs/listening-feeds.md has the two worlds of each. The last line doubles one entry, at the first look or when a document has one entry only. */
const undecided = new Set([
  ...['is configured at another address', 'drops ids at times'].map(
    (what) => `the newest photo at one address, ${what}`,
  ),
  ...['dates edits', 'shifts times by an hour'].flatMap((what) => [
    `a newspaper with signed links and texts to come, ${what}`,
    `a search that makes up ids and addresses, ${what}`,
  ]),
  ...['writes other titles', 'dates edits', 'shifts times by an hour'].map(
    (what) => `entries with nothing but a title, ${what}`,
  ),
  ...['a search that makes up ids and addresses', 'a search that makes up ids, addresses and times'].map(
    (who) => `${who}, shows an entry twice`,
  ),
  'a search that makes up ids, addresses and times, has a busy day',
  'random ids without pages, shows an entry twice',
])

it('no entry of a publisher is lost or doubled in 20 looks', async () => {
  const everyKind = [
    ...kindsOf(publishers, habits),
    ...kindsOf(heldOutPublishers, { ...habits, ...heldOutHabits }),
  ]
  const kinds = everyKind.filter(({ name }, place) => place % step === 0 && !undecided.has(name))
  for (const kind of kinds) expect(await follow(kind), kind.name).toMatchObject({ lost: 0, doubled: 0 })
}, 120_000)
