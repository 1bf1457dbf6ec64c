import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createGivenItems } from '../../src/store/given-items.ts'
import { openStore, type Store } from '../../src/store/store.ts'

const most = 6
const prefixes = ['feed-a ', 'feed-b ']
const author = { name: 'Ann', url: '', avatar: '', audience: 0 }
const contentOf = (title: string, url = 'https://a.example/1') => ({
  title,
  text: title,
  url,
  links: [],
  kind: 'web',
  author,
})

/** `byFirstRule`: its address is stored as versions before 0.3 did, so that of its content counts. */
function add({ items, database }: Store, id: string, published: number, byFirstRule = false) {
  const item = { source: 'feeds', channel: 'a', id, address: 'a.example/1', author: undefined, published }
  if (items.find('feeds', id) !== undefined) return
  const { key } = items.add({ ...item, content: contentOf(id), now: 5 })
  if (byFirstRule) database.run('UPDATE items SET address = ? WHERE key = ?', 'a.example/1', key)
}

function changeOf(
  id: string,
  act: (store: Store, item: NonNullable<ReturnType<Store['items']['find']>>) => void,
) {
  return (store: Store) => {
    const item = store.items.find('feeds', id)
    if (item !== undefined) act(store, item)
  }
}

const id = fc.tuple(fc.constantFrom(...prefixes), fc.nat(9)).map(([prefix, number]) => `${prefix}${number}`)
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(id, fc.nat(9), fc.boolean()).map(
      ([one, time, byFirstRule]) =>
        (store: Store) =>
          add(store, one, time, byFirstRule),
    ),
  },
  fc
    .tuple(
      id,
      fc.constantFrom('x', 'y'),
      fc.nat(1),
      fc.constantFrom('https://a.example/1', 'https://a.example/2'),
    )
    .map(([one, title, published, url]) =>
      changeOf(one, ({ items }, item) => items.change(item, contentOf(title, url), published, undefined)),
    ),
  id.map((one) => changeOf(one, ({ items }, item) => items.empty(item))),
  fc.constant((store: Store) => void store.forgetAuthor('Ann')),
  // 0: the source still gives the same.
  fc.tuple(fc.nat(9), fc.constantFrom(0, 9), fc.constantFrom(0, 9)).map(
    ([most, silentBefore, removedBefore]) =>
      ({ items }: Store) =>
        items.forgetUnseen({ unmatchedBefore: 9, removedBefore, unseenMs: 0, silentBefore, most }),
  ),
)
const step = fc.record({ changes: fc.array(change, { maxLength: 5 }), fails: fc.boolean() })

it('what a source has given is the same as if it were read anew, whatever happened since', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const store = openStore(':memory:')
      const given = ({ of }: { of: Store['items']['given'] }) =>
        prefixes.map((prefix) =>
          of('feeds', prefix, most).map(({ text, ...item }) => ({ ...item, text: text() })),
        )
      for (const { changes, fails } of steps) {
        try {
          store.database.transaction(() => {
            for (const one of changes) one(store)
            if (fails) throw new Error('The disk is full.')
          })
        } catch {}
        expect(given({ of: store.items.given })).toEqual(given(createGivenItems(store.database)))
      }
      store.close()
    }),
    { numRuns: 60 },
  )
})

it('an item whose address is known only from its content is given at its new address', () => {
  const store = openStore(':memory:')
  add(store, 'feed-a 1', 1, true)
  const addresses = () => store.items.given('feeds', 'feed-a ', most).map(({ address }) => address)
  expect(addresses()).toEqual(['a.example/1'])
  const item = store.items.find('feeds', 'feed-a 1')
  if (item !== undefined) store.items.change(item, contentOf('feed-a 1', 'https://a.example/2'), 1, undefined)
  expect(addresses()).toEqual(['a.example/2'])
  store.close()
})

it('a look at a channel reads only what was added since the look before', () => {
  const store = openStore(':memory:')
  for (let number = 0; number < 300; number++) add(store, `feed-a ${number}`, number)
  const before = store.items.given('feeds', 'feed-a ', 2000)
  add(store, 'feed-b 1', 1)
  expect(store.items.given('feeds', 'feed-a ', 2000)).toBe(before)
  add(store, 'feed-a new', 1)
  const [added, ...known] = store.items.given('feeds', 'feed-a ', 2000)
  expect(added).toMatchObject({ id: 'feed-a new' })
  expect(known.every((item, place) => item === before[place])).toBe(true)
  store.close()
})

it('a channel with more items than have room in memory is read each time', () => {
  const store = openStore(':memory:')
  for (let number = 0; number < 3; number++) add(store, `feed-a ${number}`, number)
  const { of } = createGivenItems(store.database, 2)
  const [first, second] = [of('feeds', 'feed-a ', 2000), of('feeds', 'feed-a ', 2000)]
  expect(first).not.toBe(second)
  expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  store.close()
})
