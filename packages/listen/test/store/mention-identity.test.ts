import { canonicalAddress } from '@overheard/base/address'
import { isKnownIdentity } from '@overheard/mention-client/identity'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageOf } from '../../src/fields/own-address.ts'
import { identitiesOf } from '../../src/store/mention-identity.ts'
import type { IdGap } from '../../src/store/mentions.ts'
import { openStore } from '../../src/store/store.ts'
import { item as given, sourceOf, startWorld } from '../engine-world.ts'
import { createVirtualTime, type VirtualTime } from '../virtual-time.ts'

const item = {
  ...{ source: 'feeds', channel: 'https://a.example/feed', id: 'one', address: 'a.example/1' },
  ...{ title: 'Acme opens a shop', published: 1_700_000_000_000, stored: 1_700_000_100_000 },
  ...{ url: 'https://www.a.example/1?at_medium=RSS', text: 'Acme opens a shop in the street of the court.' },
}
/** By the newest rule, which is that of receipts. */
const isSame = (a: typeof item, b: typeof item) => isKnownIdentity(identitiesOf(a).slice(-1))(identitiesOf(b))

describe('the identity of a mention', () => {
  // Messages in Slack have these texts for years.
  it('never changes', () => {
    expect(identitiesOf(item)).toEqual([
      '1:VMrPGRTxdwySB4rwIFoYcIfcFF',
      '2:VMrPGRTxdwySB4rw3s4MIFoY_k9fk7NTiDAQo',
      expect.stringMatching(/^2:/),
      '3:VMrPGRTxhfbZUbjL3s4MIFoY_k9fk7NTiDAQowC6pHx',
    ])
    expect(identitiesOf({ ...item, address: '//a.example/1', url: 'https://a.example/1' })).toEqual(
      identitiesOf(item),
    )
  })

  it('is compared by the rule of the receipt', () => {
    const elsewhere = { ...item, id: 'two', channel: 'https://b.example/feed', title: 'Rain', published: 1 }
    const [first] = identitiesOf(item)
    expect(isKnownIdentity(first === undefined ? [] : [first])(identitiesOf(elsewhere))).toBe(true)
    expect(isSame(item, elsewhere)).toBe(false)
  })

  it('is what the store takes for the same item, whenever it is stored, and the same title and time in its channel', () => {
    const few = <Value>(...values: Value[]) => fc.constantFrom(...values)
    const anyItem = fc
      .record({
        source: few('feeds', 'news'),
        channel: few('first', 'second'),
        id: few('one', 'two', 'three'),
        address: few('a.example/1', 'a.example/2', 'a.example/1 one', 'a.example/1 two'),
        title: few('Acme opens a shop', 'Acme closes a shop'),
        published: few(1000, 2000),
        stored: few(5000, 6000),
      })
      .map((one) => ({ ...one, url: `https://${pageOf(one.address)}`, text: '' }))
    fc.assert(
      fc.property(anyItem, anyItem, (first, second) => {
        const store = openStore(':memory:')
        const keyOf = ({ title, stored, url, ...rest }: typeof first) =>
          store.items.find(rest.source, rest.id)?.root ??
          store.items.add({
            ...{ ...rest, now: stored, author: undefined },
            content: {
              ...{ title, text: '', url, links: [], kind: 'web' },
              author: { name: '', url: '', avatar: '', audience: 0 },
            },
          }).root
        const isOne = keyOf(first) === keyOf(second)
        store.close()
        const isRepeated =
          first.source === second.source &&
          first.channel === second.channel &&
          first.title === second.title &&
          first.published === second.published
        expect(isSame(first, second)).toBe(isOne || isRepeated)
      }),
    )
  })

  it.each([
    ['https://www.a.example/1?ref=12', 'a.example/1'],
    ['https://a.example/1?at_medium=RSS', 'a.example/1?at_medium=RSS'],
    ['https://m.a.example/1#comments-2', 'a.example/1#comments-2'],
  ])('%s is known by the receipt of a version that compared it as %s', (url, address) => {
    const before = { ...item, url, address }
    const receipt = identitiesOf(before).slice(1, 2)
    const after = { ...before, address: `//${canonicalAddress(url)}` }
    const elsewhere = { ...after, id: 'two', source: 'news', channel: 'acme' }
    expect(identitiesOf(after).slice(0, 2)).toEqual(identitiesOf(before).slice(0, 2))
    expect(isKnownIdentity(receipt)(identitiesOf(elsewhere))).toBe(true)
    expect(
      isKnownIdentity(receipt)(identitiesOf({ ...elsewhere, url: `${url}0`, address: '//a.example/2' })),
    ).toBe(address === 'a.example/1')
  })

  it('is the same for an item that its source gives with another id and time after the database was lost', () => {
    const revised = { ...item, id: 'two', published: item.published + 3_600_000 }
    expect(isSame(item, revised)).toBe(true)
    for (const other of [
      { text: 'Acme opens a shop beside the bridge of the garden.' },
      { title: 'Acme closes a shop' },
      { address: 'a.example/2', url: 'https://a.example/2' },
      { address: 'a.example/1 two' },
    ])
      expect(isSame(item, { ...revised, ...other })).toBe(false)
    const textless = { ...item, text: 'Photo' }
    expect(isSame(textless, { ...revised, text: 'Photo' })).toBe(false)
    // A receipt that was written before.
    expect(isKnownIdentity(identitiesOf(item).slice(2, 3))(identitiesOf(item))).toBe(true)
  })

  it('does not count the time of storing as the time of an item that has none', () => {
    const undated = { ...item, published: item.stored }
    const again = { ...undated, id: 'another', published: item.stored + 5, stored: item.stored + 5 }
    expect(isSame(undated, again)).toBe(true)
  })
})

describe('a mention service whose database was lost', () => {
  const feeds = sourceOf('feeds', [])
  const origin = { source: feeds, channel: 'a', keepsAll: true }

  async function started(time: VirtualTime, ids: number[]) {
    const world = await startWorld({ sources: [feeds], settings: { sources: {} }, time })
    await world.ingest.store({ items: ids.map((id) => given(id)) }, origin)
    const idOf = (id: number) => world.mentions().find(({ url }) => url.endsWith(`/${id}`))?.id ?? 0
    return {
      ...world,
      idOf,
      lossOf: (id: number) => world.store.mentions.idGaps().find((gap) => isIn(gap, id)),
    }
  }
  const isIn = ({ first, last }: IdGap, id: number) => id >= first && id < last

  it('tells a gap that has the ids of before, and gives the same identities above it', async () => {
    const time = createVirtualTime()
    const before = await started(time, [1, 2])
    await time.advance(60_000)
    const after = await started(time, [2, 1, 3])
    expect(before.lossOf(before.idOf(1))).toBeUndefined()
    for (const id of [before.idOf(1), before.idOf(2)])
      expect(after.lossOf(id)?.last).toBeLessThan(after.idOf(2))
    const identityOf = (world: typeof after, id: number) =>
      world.mentions().find((one) => one.id === world.idOf(id))?.overheard_identities
    for (const id of [1, 2]) expect(identityOf(after, id)).toEqual(identityOf(before, id))
    expect(identityOf(after, 3)).not.toEqual(identityOf(after, 2))
  })

  it('has one gap for starts between which it gave no id, and tells no more than a hundred', async () => {
    const time = createVirtualTime()
    const { store } = await started(time, [1])
    const base = store.mentions.idGaps()[0]?.last ?? 0
    for (let start = 1; start <= 3; start++) store.mentions.startIdsAt(base + start * 1000)
    expect(store.mentions.idGaps()).toEqual([
      { first: 1, last: base },
      { first: base + 2, last: base + 2999 },
    ])
  })

  it.each([
    ['an hour', 3_600_000],
    ['to 1970', Date.UTC(2026, 10, 18, 12)],
  ])(
    'and whose clock was set back by %s, gives its mentions new ids above the one that a client has read',
    async (_by, back) => {
      const time = createVirtualTime()
      const before = await started(time, [1, 2])
      const known = before.idOf(2)
      time.jump(-back)
      const after = await started(time, [1, 2, 3])
      const low = after.mentions().map(({ url }) => url)
      expect(after.idOf(3)).toBeLessThan(known)
      const counted = () => after.store.rollUps.days(1, { from: 0, to: 100_000 })
      const figures = counted()
      after.store.mentions.giveIdsAbove(String(known))
      expect(Math.min(...[1, 2, 3].map(after.idOf))).toBeGreaterThan(known)
      expect(after.mentions().map(({ url }) => url)).toEqual(low)
      expect(after.lossOf(known)).toBeDefined()
      expect(counted()).toEqual(figures)
      await after.ingest.store({ items: [given(4)] }, origin)
      expect(after.idOf(4)).toBe(after.idOf(3) + 1)
      const ids = after.mentions().map(({ id }) => id)
      after.store.mentions.giveIdsAbove(String(after.idOf(4)))
      after.store.mentions.giveIdsAbove('99999999999999999999')
      expect(after.mentions().map(({ id }) => id)).toEqual(ids)
      expect(counted()[0]?.mentions).toBe(4)
    },
  )
})
