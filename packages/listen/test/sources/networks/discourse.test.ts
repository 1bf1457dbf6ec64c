import { describe, expect, it } from 'vitest'
import { discourse } from '../../../src/sources/networks/discourse.ts'
import { localNetwork, type Reply } from './local-network.ts'

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
type Version = 'new' | 'old'
type Forum = { version: Version; newest: number; isPublic?: (id: number) => boolean }

/**
 * `GET /posts.json` of a forum with posts from 1 on. Now it gives the 50 newest public posts below `before` (`lib/latest_posts_query.rb`);
 * older versions gave those of the 50 numbers up to `before` (`PostsController#latest`). Both take 0 and less for no `before`.
 */
function postsOf({ version, newest, isPublic = () => true }: Forum, parameters: URLSearchParams): Reply {
  const given = Number(parameters.get('before') ?? 0)
  const before = given > 0 ? given : undefined
  const last = Math.min(newest, version === 'new' ? (before ?? newest + 1) - 1 : (before ?? newest))
  const ids = Array.from({ length: last }, (_, place) => last - place)
  const found =
    version === 'new'
      ? ids.filter(isPublic).slice(0, 50)
      : ids.filter((id) => isPublic(id) && id > (before ?? newest) - 50)
  return { json: { latest_posts: found.map((id) => post(id)) } }
}

/** A look at a forum whose newest post was `known` at the look before. */
async function lookAfter(known: number, forum: Forum, polls: number) {
  let now = { ...forum, newest: known }
  const { url, listen, requests } = await localNetwork(({ parameters }) => postsOf(now, parameters))
  const [channel] = listen(discourse, { forums: [url] }, ['acme'])
  await channel?.poll()
  now = forum
  const { items = [], gaps } = (await channel?.poll(polls)) ?? {}
  const asked = requests.slice(1).map(({ parameters }) => parameters.get('before'))
  return { numbers: new Set(items.map(({ id }) => Number(id.split('/').at(-1)))), gaps, asked }
}
const numbersFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)
const versions: Version[] = ['new', 'old']

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

  it.each(versions)('loses no post of many pages, in the %s version', async (version) => {
    const { numbers, asked } = await lookAfter(700, { version, newest: 1000 }, 10)
    expect([...numbers].filter((id) => id > 650).toSorted((a, b) => a - b)).toEqual(numbersFrom(651, 1000))
    // After the end it begins anew.
    expect(asked.slice(1).includes(null)).toBe(true)
  })

  it.each(versions)('goes back over pages without public posts, in the %s version', async (version) => {
    const isPublic = (id: number) => id <= 120 || id > 250 || id === 200
    const { numbers, asked } = await lookAfter(100, { version, newest: 300, isPublic }, 9)
    expect([...numbers].filter((id) => id > 50).toSorted((a, b) => a - b)).toEqual(
      numbersFrom(51, 300).filter(isPublic),
    )
    expect(asked.slice(1).includes(null)).toBe(true)
  })

  it.each(versions)('reads all of a forum with few posts at once, in the %s version', async (version) => {
    const isPublic = (id: number) => id > 12
    const { numbers, gaps, asked } = await lookAfter(30, { version, newest: 35, isPublic }, 3)
    expect([...numbers].toSorted((a, b) => a - b)).toEqual(numbersFrom(13, 35))
    expect(gaps).toEqual([])
    expect(asked).toEqual([null, '13', null])
  })

  it.each(versions)('says that posts are missing after forty pages, in the %s version', async (version) => {
    const isPublic = (id: number) => version === 'new' || id <= 60 || id > 2980
    const { gaps } = await lookAfter(60, { version, newest: 3000, isPublic }, 40)
    expect(gaps).toEqual([expect.stringMatching(/some are missing/)])
  })

  it('takes no old post for a new one if the first look found none', async () => {
    const forum: Forum = { version: 'old', newest: 500, isPublic: (id) => id <= 400 }
    const { url, listen } = await localNetwork(({ parameters }) => postsOf(forum, parameters))
    const [channel] = listen(discourse, { forums: [url] }, ['acme'])
    await channel?.poll()
    forum.isPublic = (id) => id <= 400 || id > 490
    const { items = [] } = (await channel?.poll(3)) ?? {}
    expect(new Set(items.map(({ id }) => Number(id.split('/').at(-1))))).toEqual(
      new Set(numbersFrom(491, 500)),
    )
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
