import { describe, expect, it } from 'vitest'
import { searchFor } from '../../../src/alerts.ts'
import { forem } from '../../../src/sources/networks/forem.ts'
import { localNetwork } from './local-network.ts'

const listed = (id: number, edited_at: string | null = null) => ({
  id,
  title: `A${id}`,
  edited_at,
  published_timestamp: '2026-11-18T11:00:00Z',
})
/** The fields of https://developers.forem.com/api/v1. */
const article = (id: number, url: string) => ({
  ...{
    type_of: 'article',
    id,
    title: `Article ${id}`,
    description: 'short',
    url: `${url}/kim/article-${id}`,
    canonical_url: `https://blog.example/${id}`,
  },
  ...{
    body_html: `<p>acme ${id}</p>`,
    published_timestamp: '2026-11-18T11:00:00Z',
    public_reactions_count: 7,
    comments_count: 2,
    language: 'en',
  },
  user: { name: 'Kim', username: 'kim', profile_image: 'https://a.example/k' },
})

describe('dev.to and other Forem sites', () => {
  it('give each new article once, with its whole text', async () => {
    const ids = [3, 2, 1]
    const { url, listen, requests } = await localNetwork(({ path }) =>
      path === '/api/articles/latest'
        ? { json: ids.map((id) => listed(id)) }
        : { json: article(Number(path.split('/').at(-1)), url) },
    )
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    const { items } = (await channel?.poll()) ?? {}
    expect(items?.map(({ title }) => title)).toEqual(['Article 1', 'Article 2', 'Article 3'])
    expect(items?.[0]).toEqual({
      ...{
        id: `${url}/api/articles/1`,
        url: `${url}/kim/article-1`,
        title: 'Article 1',
        type: 'article',
        text: { html: '<p>acme 1</p>' },
      },
      ...{
        links: ['https://blog.example/1'],
        publishedAt: Date.UTC(2026, 10, 18, 11),
        language: 'en',
        metrics: { reactions: 7, comments: 2 },
      },
      author: { name: 'Kim', id: `${url} kim`, url: `${url}/kim`, avatar: 'https://a.example/k' },
    })
    ids.unshift(4)
    expect((await channel?.poll())?.items.map(({ title }) => title)).toEqual(['Article 4'])
    expect(requests.filter(({ path }) => path.endsWith('/3'))).toHaveLength(1)
    expect(forem.reach?.({ reactions: 7, comments: 2 })).toBe(210)
  })

  it('are asked again for an article that was edited', async () => {
    let edited: string | null = null
    const { url, listen } = await localNetwork(({ path }) =>
      path === '/api/articles/latest' ? { json: [listed(1, edited)] } : { json: article(1, url) },
    )
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    await channel?.poll()
    edited = '2026-11-18T12:00:00Z'
    expect((await channel?.poll())?.items).toHaveLength(1)
    expect((await channel?.poll())?.items).toHaveLength(0)
  })

  it('know the 500 articles that were read last, whatever their numbers, and those that an older version knew', async () => {
    const { url, tools, requests } = await localNetwork(({ path }) =>
      path === '/api/articles/latest' ? { json: [listed(7), listed(1500)] } : { json: article(7, url) },
    )
    const [channel] = forem.channels({ sites: [url] }, [searchFor('1', 'acme', [])])
    if (channel?.kind !== 'poll') throw new Error('The site is not polled.')
    const known = Object.fromEntries(Array.from({ length: 500 }, (_, place) => [1001 + place, '']))
    const first = await channel.poll({ known, unread: [] }, tools())
    expect(first.items.map(({ title }) => title)).toEqual(['Article 7'])
    expect((await channel.poll(first.cursor, tools())).items).toEqual([])
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/articles/latest',
      '/api/articles/7',
      '/api/articles/latest',
    ])
  })

  it('lose no article when they are asked ten at a time, and at most one request a second', async () => {
    const { url, listen, requests } = await localNetwork(({ path }) =>
      path === '/api/articles/latest'
        ? { json: Array.from({ length: 25 }, (_, at) => listed(25 - at)) }
        : { json: article(Number(path.split('/').at(-1)), url) },
    )
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    expect((await channel?.poll(3))?.items).toHaveLength(25)
    expect(
      requests.every(({ at }, place) => place === 0 || at - (requests[place - 1]?.at ?? 0) >= 1000),
    ).toBe(true)
  })

  it.each([
    ['fails', { status: 500 }],
    ['has another shape', { json: { id: 2 } }],
  ])('give the other articles if one %s, and that one when it can be read', async (_what, broken) => {
    let isBroken = true
    const { url, listen, requests } = await localNetwork(({ path }) => {
      if (path === '/api/articles/latest') return { json: [listed(3), listed(2), listed(1)] }
      return path.endsWith('/2') && isBroken ? broken : { json: article(Number(path.split('/').at(-1)), url) }
    })
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    const titles = async () => (await channel?.poll())?.items.map(({ title }) => title)
    expect(await titles()).toEqual(['Article 1', 'Article 3'])
    expect(await titles()).toEqual([])
    isBroken = false
    expect(await titles()).toEqual(['Article 2'])
    expect(requests.filter(({ path }) => path.endsWith('/2'))).toHaveLength(3)
  })

  it('fail if no article can be read', async () => {
    const { url, listen } = await localNetwork(({ path }) =>
      path === '/api/articles/latest' ? { json: [listed(2), listed(1)] } : { status: 500 },
    )
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    await expect(channel?.poll()).rejects.toThrow('answers 500')
  })

  it('are listed again if the last articles of a list cannot be read', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => 12 - at)
    const { url, listen } = await localNetwork(({ path }) => {
      if (path === '/api/articles/latest') return { json: ids.map((id) => listed(id)) }
      const id = Number(path.split('/').at(-1))
      return [11, 12].includes(id) ? { status: 500 } : { json: article(id, url) }
    })
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    expect((await channel?.poll(2))?.items).toHaveLength(10)
    expect((await channel?.poll())?.items).toEqual([])
    ids.unshift(13)
    expect((await channel?.poll())?.items.map(({ title }) => title)).toEqual(['Article 13'])
  })

  it('are asked a few times more for an article that failed, although the list no longer has it', async () => {
    let ids = [2, 1]
    let isBroken = true
    const { url, listen, requests } = await localNetwork(({ path }) => {
      if (path === '/api/articles/latest') return { json: ids.map((id) => listed(id)) }
      const id = Number(path.split('/').at(-1))
      return id === 1 && isBroken ? { status: 500 } : { json: article(id, url) }
    })
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    await channel?.poll()
    ids = [3, 2]
    expect((await channel?.poll())?.items.map(({ title }) => title)).toEqual(['Article 3'])
    isBroken = false
    expect((await channel?.poll())?.items.map(({ title }) => title)).toEqual(['Article 1'])
    await channel?.poll(2)
    expect(requests.filter(({ path }) => path.endsWith('/1'))).toHaveLength(3)
  })

  it('are asked no more for an article that failed ten times and that the list no longer has', async () => {
    let ids = [2, 1]
    const { url, listen, requests } = await localNetwork(({ path }) => {
      if (path === '/api/articles/latest') return { json: ids.map((id) => listed(id)) }
      return path.endsWith('/1') ? { status: 500 } : { json: article(2, url) }
    })
    const [channel] = listen(forem, { sites: [url] }, ['acme'])
    await channel?.poll()
    ids = [2]
    await channel?.poll(20)
    expect(requests.filter(({ path }) => path.endsWith('/1'))).toHaveLength(10)
  })

  it('have articles removed that are gone', async () => {
    const { url, look } = await localNetwork(({ path }) =>
      path.endsWith('/1')
        ? { status: 404, json: { error: 'not found', status: 404 } }
        : { json: article(2, url) },
    )
    const looked = await look(forem, { sites: [url] }, [`${url}/api/articles/1`, `${url}/api/articles/2`])
    expect(looked).toMatchObject({
      removals: [{ item: `${url}/api/articles/1` }],
      items: [{ title: 'Article 2' }],
    })
  })
})
