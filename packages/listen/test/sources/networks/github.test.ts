import { describe, expect, it } from 'vitest'
import { github } from '../../../src/sources/networks/github.ts'
import { localNetwork, type Reply, type Request } from './local-network.ts'

/** As https://docs.github.com/en/rest/search/search shows it, shortened. */
const issue = (number: number, fields: object = {}) => ({
  url: `https://api.github.com/repos/batterseapower/pinyin-toolkit/issues/${number}`,
  html_url: `https://github.com/batterseapower/pinyin-toolkit/issues/${number}`,
  node_id: 'MDU6SXNzdWUzNTgwMg==',
  number,
  title: 'Line Number Indexes Beyond 20 Not Displayed',
  body: 'With acme: ...',
  user: { login: 'Nick3C', html_url: 'https://github.com/Nick3C', avatar_url: 'https://a.example/1' },
  comments: 15,
  reactions: { total_count: 2 },
  created_at: '2026-11-18T11:30:00Z',
  ...fields,
})
const results = (...items: object[]): Reply => ({
  json: { total_count: items.length, incomplete_results: false, items },
})

const world = (answer: (request: Request) => Reply) => localNetwork(answer)

describe('GitHub', () => {
  it('gives issues and pull requests with author and numbers', async () => {
    const { url, listen, requests } = await world(({ parameters }) =>
      parameters.get('q')?.includes('is:issue') ? results(issue(132)) : results(),
    )
    const [channel] = listen(github, { url }, ['"acme" OR globex tool'])
    const { items } = (await channel?.poll(2)) ?? {}
    expect(items).toEqual([
      {
        id: 'batterseapower/pinyin-toolkit#132',
        url: 'https://github.com/batterseapower/pinyin-toolkit/issues/132',
        title: 'Line Number Indexes Beyond 20 Not Displayed',
        type: 'issue',
        text: { plain: 'With acme: ...' },
        publishedAt: Date.UTC(2026, 10, 18, 11, 30),
        author: {
          name: 'Nick3C',
          id: 'Nick3C',
          url: 'https://github.com/Nick3C',
          avatar: 'https://a.example/1',
        },
        metrics: { comments: 15, reactions: 2 },
      },
    ])
    expect(requests.map(({ parameters }) => parameters.get('q'))).toEqual(
      ['issue', 'pull-request'].map((kind) =>
        expect.stringMatching(
          `^\\(acme OR \\(globex tool\\)\\) in:title,body created:>=2026-11-17T12:00:0\\dZ is:${kind}$`,
        ),
      ),
    )
    expect(github.reach?.({ comments: 15, reactions: 2 })).toBe(75)
  })

  it('sends no more than ten requests a minute, and asks for the same after five minutes', async () => {
    const { url, listen, requests, advance } = await world(() => results())
    const queries = Array.from({ length: 60 }, (_, place) => `acme${place} tool${place}`)
    const [channel] = listen(github, { url }, queries)
    await channel?.poll(40)
    for (const { at } of requests)
      expect(requests.filter((one) => one.at >= at && one.at < at + 60_000).length).toBeLessThan(10)
    const first = requests.filter(
      ({ parameters }) => parameters.get('q') === requests[0]?.parameters.get('q'),
    )
    expect(first.slice(1).every(({ at }, place) => at - (first[place]?.at ?? 0) >= 300_000)).toBe(true)
    advance(1)
    expect(channel?.plan()[0]).toMatchObject({
      alert: '1',
      cannot: [],
      everyMs: expect.any(Number),
      nextAt: expect.any(Number),
    })
  })

  it('asks for discussions if it has a token', async () => {
    const { url, listen, requests } = await world(({ path, body }) =>
      path === '/graphql'
        ? {
            json: {
              data: {
                search: {
                  pageInfo: { hasNextPage: false, endCursor: null },
                  nodes: [
                    {
                      ...{
                        id: 'D_1',
                        number: 7,
                        url: 'https://github.com/a/b/discussions/7',
                        title: 'Acme?',
                      },
                      ...{
                        bodyText: body.includes('acme') ? 'yes' : '',
                        createdAt: '2026-11-18T11:00:00Z',
                        upvoteCount: 3,
                      },
                      ...{
                        author: null,
                        comments: { totalCount: 1 },
                        repository: { nameWithOwner: 'a/b', stargazerCount: 90_000 },
                      },
                    },
                  ],
                },
              },
            },
          }
        : results(),
    )
    const [channel] = listen(github, { url, token: 'secret' }, ['acme'])
    const { items } = (await channel?.poll(3)) ?? {}
    expect(items).toMatchObject([
      {
        title: 'Acme?',
        type: 'post',
        author: { name: 'ghost' },
        metrics: { points: 3, comments: 1, stars: 90_000 },
      },
    ])
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer secret'))
  })

  it('reads all pages, oldest first within each, and asks again from the newest on, with an hour of overlap', async () => {
    const page = (place: number) =>
      Array.from({ length: 100 }, (_, at) =>
        issue(1000 - place * 100 - at, {
          created_at: new Date(Date.UTC(2026, 10, 18, 11) - (place * 100 + at) * 1000).toISOString(),
        }),
      )
    const { url, listen, requests } = await world(({ parameters }) => {
      const place = Number(parameters.get('page'))
      return parameters.get('q')?.includes('is:issue')
        ? results(...(place < 3 ? page(place) : []))
        : results()
    })
    const [channel] = listen(github, { url }, ['acme'])
    const { items = [] } = (await channel?.poll(5)) ?? {}
    expect(new Set(items.map(({ id }) => id)).size).toBe(200)
    expect(items[0]?.id).toMatch('#801')
    const asked = requests
      .filter(({ parameters }) => parameters.get('q')?.includes('is:issue'))
      .map(
        ({ parameters }) =>
          `${parameters.get('page')} ${/created:>=(\S+)/.exec(parameters.get('q') ?? '')?.[1]}`,
      )
    expect(asked).toEqual(
      ['1', '2', '3'].map((place) => `${place} 2026-11-17T12:00:00Z`).concat('1 2026-11-18T09:58:20Z'),
    )
  })

  it('asks the same again if GitHub has not searched everything', async () => {
    const { url, listen, requests } = await world(({ parameters }) =>
      parameters.get('q')?.includes('is:issue')
        ? { json: { incomplete_results: true, items: [issue(1)] } }
        : results(),
    )
    const [channel] = listen(github, { url }, ['acme'])
    await channel?.poll(4)
    const times = requests
      .filter(({ parameters }) => parameters.get('q')?.includes('is:issue'))
      .map(({ parameters }) => /created:\S+/.exec(parameters.get('q') ?? '')?.[0])
    expect(new Set(times).size).toBe(1)
    expect(times.length).toBeGreaterThan(1)
  })

  it('goes on with other words if some are refused, and says so', async () => {
    const { url, listen } = await world(({ parameters }) =>
      parameters.get('q')?.includes('globex')
        ? { status: 422, json: { message: 'Validation Failed' } }
        : results(issue(1, { body: 'acme6 acme' })),
    )
    const queries = Array.from({ length: 7 }, (_, place) => (place === 0 ? 'globex' : `acme${place} acme`))
    const [channel] = listen(github, { url }, queries)
    const { items } = (await channel?.poll(5)) ?? {}
    expect(items?.length).toBeGreaterThan(0)
    expect(channel?.plan()[0]?.error).toMatch('answers 422: Validation Failed')
  })

  it('waits until the budget begins anew if nothing is left of it', async () => {
    const { url, listen, now } = await world(() => ({
      status: 403,
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Date.UTC(2026, 10, 18, 12, 1) / 1000),
      },
      json: { message: 'API rate limit exceeded' },
    }))
    const [channel] = listen(github, { url }, ['acme'])
    await expect(channel?.poll()).rejects.toMatchObject({ retryAt: now() + 60_000 })
  })

  it('asks for nothing else either while the second limit of GitHub holds', async () => {
    const { url, listen, look, requests, now } = await world(() => ({
      status: 403,
      headers: { 'retry-after': '120' },
      json: { message: 'You have exceeded a secondary rate limit' },
    }))
    const [channel] = listen(github, { url }, ['acme'])
    await expect(channel?.poll()).rejects.toMatchObject({ status: 403 })
    await expect(look(github, { url }, ['a/b#1'])).rejects.toMatchObject({ retryAt: now() + 120_000 })
    expect(requests).toHaveLength(1)
  })

  it('looks again at the others if a repository is blocked', async () => {
    const { url, look } = await world(({ path }) =>
      path === '/repos/a/blocked/issues/1'
        ? { status: 403, json: { message: 'Repository access blocked' } }
        : { json: issue(2, { comments: 99 }) },
    )
    const looked = await look(github, { url }, ['a/blocked#1', 'batterseapower/pinyin-toolkit#2'])
    expect(looked).toMatchObject({ items: [{ metrics: { comments: 99 } }], removals: [] })
  })

  it('looks again at nothing else if its budget is used up', async () => {
    const { url, look, requests } = await world(() => ({
      status: 403,
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Date.UTC(2026, 10, 18, 12, 1) / 1000),
      },
    }))
    await expect(look(github, { url }, ['a/b#1', 'a/b#2'])).rejects.toMatchObject({ status: 403 })
    expect(requests).toHaveLength(1)
  })

  it('removes what was deleted when it looks again, and reads the numbers anew', async () => {
    const { url, look } = await world(({ path }) =>
      path.endsWith('/1')
        ? { status: 410, json: { message: 'This issue was deleted' } }
        : { json: issue(2, { comments: 99 }) },
    )
    const looked = await look(github, { url }, [
      'batterseapower/pinyin-toolkit#1',
      'batterseapower/pinyin-toolkit#2',
    ])
    expect(looked.removals).toEqual([{ item: 'batterseapower/pinyin-toolkit#1' }])
    expect(looked.items).toMatchObject([{ id: 'batterseapower/pinyin-toolkit#2', metrics: { comments: 99 } }])
  })

  it.each([
    ['was transferred', 'a/b#1', '/repos/a/c/issues/9', 'a/c', 9],
    ['has a repository that was renamed', 'a/b#1', '/repositories/7/issues/1', 'a/new', 1],
  ])('knows an issue that %s as the one that it was', async (_what, id, leadsTo, repository, number) => {
    const { url, look } = await world(({ path }) =>
      path === '/repos/a/b/issues/1'
        ? { status: 301, headers: { location: leadsTo }, json: { message: 'Moved Permanently' } }
        : {
            json: issue(number, {
              url: `https://api.github.com/repos/${repository}/issues/${number}`,
              html_url: `https://github.com/${repository}/issues/${number}`,
              comments: 99,
            }),
          },
    )
    const looked = await look(github, { url }, [id])
    expect(looked.removals).toEqual([])
    expect(looked.items).toMatchObject([
      { id, url: `https://github.com/${repository}/issues/${number}`, metrics: { comments: 99 } },
    ])
  })
})
