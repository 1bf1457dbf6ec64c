import { describe, expect, it } from 'vitest'
import { lemmy } from '../../../src/sources/networks/lemmy.ts'
import { localNetwork } from './local-network.ts'

const creator = {
  id: 1,
  name: 'kim',
  display_name: 'Kim',
  avatar: 'https://a.example/k',
  actor_id: 'https://lemmy.example/u/kim',
}
/** The shapes of lemmy-js-client 0.19. */
const post = (id: number, fields: object = {}) => ({
  post: {
    id,
    name: `Acme ${id}`,
    body: 'a body',
    url: 'https://blog.example/',
    published: '2026-11-18T11:00:00.123456Z',
    deleted: false,
    removed: false,
    ap_id: `https://lemmy.example/post/${id}`,
    ...fields,
  },
  ...{ creator, community: { name: 'tools' }, counts: { score: 12, comments: 3 } },
})
const comment = {
  comment: {
    id: 9,
    content: 'use **acme**',
    published: '2026-11-18T11:30:00',
    ap_id: 'https://other.example/comment/9',
    deleted: false,
    removed: false,
  },
  ...{ creator, post: { name: 'Which?' }, counts: { score: 2, child_count: 0 } },
}

describe('Lemmy', () => {
  it('gives posts and comments of the whole network with their scores', async () => {
    const { url, listen, requests } = await localNetwork(() => ({
      json: { type_: 'All', posts: [post(1)], comments: [comment] },
    }))
    const [channel] = listen(lemmy, { instances: [url] }, ['acme tools OR "acme"'])
    const { items } = (await channel?.poll()) ?? {}
    expect(items).toEqual([
      {
        ...{
          id: 'https://lemmy.example/post/1',
          url: 'https://lemmy.example/post/1',
          title: 'Acme 1',
          text: { plain: 'a body' },
          type: 'post',
        },
        ...{
          links: ['https://blog.example/'],
          publishedAt: Date.UTC(2026, 10, 18, 11, 0, 0, 123),
          metrics: { points: 12, comments: 3 },
        },
        author: { name: 'Kim', id: creator.actor_id, url: creator.actor_id, avatar: creator.avatar },
      },
      {
        ...{
          id: 'https://other.example/comment/9',
          url: 'https://other.example/comment/9',
          threadTitle: 'Which?',
          text: { plain: 'use **acme**' },
        },
        ...{ type: 'comment', publishedAt: Date.UTC(2026, 10, 18, 11, 30), metrics: { points: 2 } },
        author: { name: 'Kim', id: creator.actor_id, url: creator.actor_id, avatar: creator.avatar },
      },
    ])
    expect(requests[0]?.parameters.toString()).toBe(
      'q=acme&type_=All&sort=New&listing_type=All&limit=50&page=1',
    )
    expect(lemmy.reach?.({ points: 12, comments: 3 })).toBe(240)
  })

  it('is asked for a word as it is written, and without accents, because it tells these apart', async () => {
    const names = ['Nestlé opens', 'NESTLE closes', 'Nest']
    const { url, listen } = await localNetwork(({ parameters }) => {
      const asked = parameters.get('q') ?? ''
      const found = names.filter((name) => name.toLowerCase().includes(asked))
      return { json: { posts: found.map((name) => post(names.indexOf(name), { name })), comments: [] } }
    })
    const [channel] = listen(lemmy, { instances: [url] }, ['Nestlé'])
    const { items } = (await channel?.poll(2)) ?? {}
    expect(items?.map(({ title }) => title)).toEqual(['Nestlé opens', 'NESTLE closes'])
  })

  it('turns pages until what it knows, and removes what is marked as deleted', async () => {
    const { url, listen, requests } = await localNetwork(({ parameters }) => {
      const page = Number(parameters.get('page'))
      const published = page === 1 ? '2026-11-18T11:00:00Z' : '2026-11-01T00:00:00Z'
      return {
        json: {
          posts: Array.from({ length: 50 }, (_, at) =>
            post(page * 100 + at, { published, removed: at === 0 }),
          ),
          comments: [],
        },
      }
    })
    const [channel] = listen(lemmy, { instances: [url] }, ['acme'])
    const { items, removed, gaps } = (await channel?.poll(2)) ?? {}
    expect(items).toHaveLength(98)
    expect(removed).toEqual(['https://lemmy.example/post/100', 'https://lemmy.example/post/200'])
    expect(gaps).toEqual([])
    expect(requests.map(({ parameters }) => parameters.get('page'))).toEqual(['1', '2'])
  })

  it('tells of more results than it gives only if the usual look cannot read them', async () => {
    // A post every five minutes: 150 of them, which are three pages, go back twelve hours and not 26.
    const server = await localNetwork(({ parameters }) => ({
      json: {
        posts: Array.from({ length: 50 }, (_, place) => {
          const number =
            Math.floor(server.now() / 300_000) - (Number(parameters.get('page')) - 1) * 50 - place
          return post(number, { published: new Date(number * 300_000).toISOString() })
        }),
        comments: [],
      },
    }))
    const [channel] = server.listen(lemmy, { instances: [server.url] }, ['acme'])
    const first = await channel?.poll(3)
    expect(first?.gaps).toHaveLength(1)
    const { gaps } = (await channel?.poll(400)) ?? {}
    expect(server.now()).toBeGreaterThan(Date.UTC(2026, 10, 19, 13))
    expect(gaps).toEqual([])
  })

  it('speaks the interface of version 1 to a server that has no other', async () => {
    const { url, listen, requests } = await localNetwork(({ path }) =>
      path.startsWith('/api/v3')
        ? { status: 404 }
        : {
            json: {
              posts: [
                {
                  post: {
                    ...post(1).post,
                    published: undefined,
                    published_at: '2026-11-18T11:00:00Z',
                    score: 4,
                  },
                  creator,
                },
              ],
              comments: [],
            },
          },
    )
    const [channel] = listen(lemmy, { instances: [url] }, ['acme'])
    expect((await channel?.poll())?.items).toMatchObject([{ title: 'Acme 1', metrics: { points: 4 } }])
    expect(requests.at(-1)).toMatchObject({ path: '/api/v4/search' })
    expect(requests.at(-1)?.parameters.get('search_term')).toBe('acme')
  })

  it('waits if the server says that it was asked too often', async () => {
    const { url, listen, now } = await localNetwork(() => ({
      status: 400,
      json: { error: 'rate_limit_error' },
    }))
    const [channel] = listen(lemmy, { instances: [url] }, ['acme'])
    await expect(channel?.poll()).rejects.toMatchObject({ kind: 'busy', retryAt: now() + 600_000 })
  })
})
