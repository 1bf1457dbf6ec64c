import { describe, expect, it } from 'vitest'
import { firstAddress } from '../../src/store/first-address.ts'
import { item, sourceOf, startWorld } from '../engine-world.ts'

it.each([
  ['https://www.news.example/a/', 'news.example/a'],
  ['https://NEWS.example:443/a?b=2&utm_source=x&a=1&ref=home', 'news.example/a?a=1&b=2'],
  ['https://m.news.example/a#top', 'news.example/a'],
  ['https://news.example:8080/a?at_medium=RSS#comment-1', 'news.example:8080/a?at_medium=RSS#comment-1'],
  ['https://news.example/a#:~:text=acme%202', 'news.example/a'],
  ['https://app.example/#!/shop', 'app.example#!/shop'],
  ['mailto:a@b.c', ''],
])('%s is %s for ever, because messages and stored items have it', (address, form) => {
  expect(firstAddress(address)).toBe(form)
})

it('an address with slashes without end is compared as quickly as any other', () => {
  const address = `https://news.example/${'/'.repeat(1_000_000)}a`
  expect(firstAddress(`${address}${'/'.repeat(1_000_000)}`)).toBe(firstAddress(address))
})

describe('an item that an earlier version stored', () => {
  const [feeds, news] = [sourceOf('feeds', []), sourceOf('news', [])]
  const [given, later] = [
    { source: feeds, channel: 'a', keepsAll: true },
    { source: news, channel: 'b', keepsAll: true },
  ]
  async function stored(url: string) {
    const world = await startWorld({ sources: [feeds, news], settings: { sources: {} } })
    await world.ingest.store({ items: [{ ...item(1), url }] }, given)
    world.store.database.run('UPDATE items SET address = ?', firstAddress(url))
    const mentionsAfter = async (also: string) => {
      await world.ingest.store({ items: [{ ...item(2), id: also, url: also }] }, later)
      return world.mentions().length
    }
    return { ...world, mentionsAfter }
  }

  it.each([
    'https://news.example/a?at_medium=RSS',
    'https://news.example/a?ref=12',
    'https://news.example/a#c_x',
  ])('is still one mention with the same address %s in another source', async (url) => {
    const { mentionsAfter } = await stored(url)
    expect(await mentionsAfter(url)).toBe(1)
    expect(await mentionsAfter(`${url}&utm_source=x`.replace(/(#.*)(&.*)/, '?$2$1'))).toBe(1)
  })

  it('is compared with items of the same version by the rules of today', async () => {
    const { mentionsAfter } = await stored('https://other.example/')
    expect(await mentionsAfter('https://news.example/a')).toBe(2)
    expect(await mentionsAfter('https://news.example/a?ref=12')).toBe(3)
    expect(await mentionsAfter('https://news.example/a?at_medium=RSS')).toBe(3)
  })

  it('is given to its source with the address of today', async () => {
    const { store } = await stored('https://news.example/a?at_medium=RSS')
    const [known] = store.items.given('feeds', '', 10)
    expect(known?.address).toBe('news.example/a')
    expect(store.items.left('feeds', ['another'], 10)).toMatchObject([{ address: 'news.example/a' }])
    expect(store.items.left('feeds', ['a'], 10)).toEqual([])
  })

  it('is the one that its source names, even if an item of today has the address', async () => {
    const { ingest, store, mentions } = await stored('https://news.example/before')
    const url = 'https://news.example/after'
    await ingest.store({ items: [{ ...item(2), url }] }, later)
    await ingest.store({ items: [{ ...item(3), url, sameAs: '1' }] }, { ...given, channel: 'moved' })
    expect(store.items.find('feeds', '3')?.root).toBe(store.items.find('feeds', '1')?.key)
    expect(mentions()).toHaveLength(2)
  })
})
