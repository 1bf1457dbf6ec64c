import { describe, expect, it } from 'vitest'
import { discourse } from '../../../src/sources/networks/discourse.ts'
import { localNetwork } from './local-network.ts'

/** The fields of https://docs.discourse.org, `GET /posts.json`. */
const post = (id: number, fields: object = {}) => ({
  ...{
    id,
    name: 'Kim Lee',
    username: 'kim',
    avatar_template: '/user_avatar/forum/kim/{size}/1.png',
    created_at: '2026-11-18T11:00:00.000Z',
  },
  ...{
    cooked: `<p>acme ${id}</p>`,
    post_number: 2,
    topic_id: 5,
    topic_slug: 'a-topic',
    topic_title: 'A topic',
    reads: 40,
    reply_count: 1,
  },
  ...{
    hidden: false,
    user_deleted: false,
    deleted_at: null,
    actions_summary: [{ id: 2, count: 3 }],
    post_url: `/t/a-topic/5/${id}`,
  },
  ...fields,
})
const page = (from: number, to: number) => ({
  json: { latest_posts: Array.from({ length: from - to + 1 }, (_, at) => post(from - at)) },
})

describe('a forum that runs Discourse', () => {
  it('gives its newest posts for all alerts with one request, without what was deleted', async () => {
    const { url, listen, requests } = await localNetwork(() => ({
      json: {
        latest_posts: [
          post(3),
          post(2, { post_number: 1, cooked: '<p>C++ here</p>' }),
          post(1, { deleted_at: '2026-11-18T11:30:00Z' }),
          post(4, { cooked: 'nothing' }),
        ],
      },
    }))
    const [channel] = listen(discourse, { forums: [url] }, ['acme', 'C++'])
    const { items, removed } = (await channel?.poll()) ?? {}
    expect(items).toMatchObject([
      { id: `${url}/posts/2`, title: 'A topic', type: 'post' },
      {
        ...{
          id: `${url}/posts/3`,
          url: `${url}/t/a-topic/5/3`,
          threadTitle: 'A topic',
          type: 'comment',
          publishedAt: Date.UTC(2026, 10, 18, 11),
        },
        author: { name: 'Kim Lee', url: `${url}/u/kim`, avatar: `${url}/user_avatar/forum/kim/96/1.png` },
        metrics: { reads: 40, replies: 1, likes: 3 },
      },
    ])
    expect(removed).toEqual([`${url}/posts/1`])
    expect(requests).toHaveLength(1)
  })

  it('goes back to what it knows and fifty posts further, also over pages of which nothing is public', async () => {
    const { url, listen, requests } = await localNetwork(({ parameters }) => {
      const before = Number(
        (parameters.get('before') ?? requests.length === 1) ? (parameters.get('before') ?? 100) : 300,
      )
      if (requests.length === 1) return page(100, 51)
      return before > 200 && before <= 250 ? { json: { latest_posts: [] } } : page(before, before - 49)
    })
    const [channel] = listen(discourse, { forums: [url] }, ['acme'])
    await channel?.poll()
    const { items } = (await channel?.poll(6)) ?? {}
    expect(requests.slice(1).map(({ parameters }) => parameters.get('before'))).toEqual(
      [null, '250', '200', '150', '100', '50'].slice(0, requests.length - 1),
    )
    expect(new Set(items?.map(({ id }) => id))).toContain(`${url}/posts/101`)
    expect(new Set(items?.map(({ id }) => id))).toContain(`${url}/posts/51`)
  })

  it('removes what is gone when it looks again', async () => {
    const { url, look } = await localNetwork(({ path }) =>
      path === '/posts/1.json'
        ? { status: 404 }
        : { json: { id: 2, user_deleted: path === '/posts/2.json' } },
    )
    const ids = [1, 2, 3].map((id) => `${url}/posts/${id}`)
    expect((await look(discourse, { forums: [url] }, ids)).removals).toEqual(
      ids.slice(0, 2).map((item) => ({ item })),
    )
  })

  it('looks again at the others if a post is in a private topic now, and does not take that for a deletion', async () => {
    const { url, look } = await localNetwork(({ path }) =>
      path === '/posts/1.json'
        ? { status: 403, json: { errors: ['You are not permitted to view the requested resource.'] } }
        : { json: { id: 2, user_deleted: path === '/posts/2.json' } },
    )
    const ids = [1, 2, 3].map((id) => `${url}/posts/${id}`)
    expect((await look(discourse, { forums: [url] }, ids)).removals).toEqual([{ item: ids[1] }])
  })

  it('fails to look again if it lets nobody in', async () => {
    const { url, look } = await localNetwork(() => ({ status: 403 }))
    const ids = [1, 2].map((id) => `${url}/posts/${id}`)
    await expect(look(discourse, { forums: [url] }, ids)).rejects.toThrow('answers 403')
  })

  it('says that a forum wants an account', async () => {
    const { url, listen } = await localNetwork(() => ({
      status: 403,
      json: { errors: ['You need to be logged in to do that.'] },
    }))
    const [channel] = listen(discourse, { forums: [url] }, ['acme'])
    await expect(channel?.poll()).rejects.toThrow('You need to be logged in to do that.')
  })
})
