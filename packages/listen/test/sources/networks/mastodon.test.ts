import { describe, expect, it } from 'vitest'
import { searchFor } from '../../../src/alerts.ts'
import { FetchError } from '../../../src/source.ts'
import { mastodon } from '../../../src/sources/networks/mastodon.ts'
import { quietTools } from '../../fakes/poll-once.ts'
import { localNetwork } from './local-network.ts'

const at = (minutes: number) => Date.UTC(2026, 10, 18, 11, minutes)
const idAt = (time: number) => String(BigInt(time) << 16n)
/** As https://docs.joinmastodon.org/methods/streaming shows it, shortened. */
const status = (minutes: number, fields: object = {}, account: object = {}) => ({
  ...{
    id: idAt(at(minutes)),
    created_at: new Date(at(minutes)).toISOString(),
    in_reply_to_id: null,
    spoiler_text: '',
    visibility: 'public',
  },
  ...{
    language: 'en',
    uri: `https://mstdn.jp/users/kim/statuses/${minutes}`,
    url: `https://mstdn.jp/@kim/${minutes}`,
    replies_count: 1,
  },
  ...{
    reblogs_count: 2,
    favourites_count: 3,
    content: `<p>Try <a href="https://mstdn.jp/tags/acme">#<span>acme</span></a> ${minutes}</p>`,
    reblog: null,
  },
  account: {
    ...{
      id: '272619',
      username: 'kim',
      acct: 'kim@mstdn.jp',
      display_name: 'Kim',
      note: '',
      url: 'https://mstdn.jp/@kim',
    },
    ...{ avatar: 'https://files.mastodon.social/k.jpeg', followers_count: 1820, ...account },
  },
  ...fields,
})

const statusAt = (time: number) =>
  status(0, {
    id: idAt(time),
    created_at: new Date(time).toISOString(),
    url: `https://mstdn.jp/@kim/${time}`,
  })

describe('Mastodon', () => {
  it('gives posts with a tag of an alert, five tags with one request, without an account', async () => {
    const { url, listen, requests } = await localNetwork(() => ({ json: [status(30), status(10)] }))
    const [channel] = listen(mastodon, { instances: [url] }, ['acme', '"acme tool" OR globex', 'C++ initech'])
    const { items } = (await channel?.poll()) ?? {}
    expect(items?.map(({ url: page }) => page)).toEqual([
      'https://mstdn.jp/@kim/10',
      'https://mstdn.jp/@kim/30',
    ])
    expect(items?.[0]).toMatchObject({
      ...{ id: `${url}/api/v1/statuses/${idAt(at(10))}`, type: 'post', publishedAt: at(10), language: 'en' },
      author: { name: 'Kim', id: `${url} 272619`, url: 'https://mstdn.jp/@kim', audience: 1820 },
      metrics: { likes: 3, reposts: 2, replies: 1, followers: 1820 },
    })
    expect(mastodon.reach?.(items?.[0]?.metrics ?? {})).toBe(91)
    expect(
      requests.map(({ path, parameters }) => [path, ...parameters.getAll('any[]'), parameters.get('min_id')]),
    ).toEqual([['/api/v1/timelines/tag/acme', 'globex', 'initech', idAt(Date.UTC(2026, 10, 17, 12))]])
  })

  it('is asked for a tag as it is written and in plain letters, but once if Mastodon drops the accents itself', async () => {
    const { url, listen, requests } = await localNetwork(() => ({ json: [] }))
    const queries = ['Київстар', 'Nestlé', 'nestle', 'Straße']
    const [channel] = listen(mastodon, { instances: [url] }, queries)
    await channel?.poll()
    const [{ path = '', parameters = new URLSearchParams() } = {}] = requests
    const tags = [decodeURIComponent(path.split('/').at(-1) ?? ''), ...parameters.getAll('any[]')]
    expect(tags).toEqual(['nestlé', 'straße', 'strasse', 'київстар', 'киівстар'])
    const streams = mastodon
      .channels(
        { instances: [{ url, token: 'secret' }] },
        queries.map((query) => searchFor(query, query, [])),
      )
      .flatMap(({ kind, key }) => (kind === 'stream' ? key.replace(`${url} `, '') : []))
    expect(streams).toEqual(['#nestlé', '#straße', '#київстар'])
  })

  it('goes on above the greatest id of a full page, and half an hour back at the next turn', async () => {
    const { url, listen, requests } = await localNetwork(() => ({
      json: requests.length === 1 ? Array.from({ length: 40 }, (_, place) => status(40 - place)) : [],
    }))
    const [channel] = listen(mastodon, { instances: [url] }, ['acme'])
    expect((await channel?.poll(3))?.items).toHaveLength(40)
    expect(requests.map(({ parameters }) => parameters.get('min_id'))).toEqual([
      idAt(Date.UTC(2026, 10, 17, 12)),
      idAt(at(40)),
      idAt(at(10)),
    ])
    expect((requests[2]?.at ?? 0) - (requests[1]?.at ?? 0)).toBeGreaterThanOrEqual(120_000)
  })

  it.each<[string, object]>([
    ['is not public', status(1, { visibility: 'unlisted' })],
    ['shares another', status(1, { reblog: { id: '1' } })],
    ['is by somebody who does not want to be indexed', status(1, {}, { noindex: true })],
    ['is by somebody who asks robots to stay away', status(1, {}, { note: '<p>#<span>nobot</span></p>' })],
  ])('leaves out a post that %s', async (_what, one) => {
    const { url, listen } = await localNetwork(() => ({ json: [one] }))
    const [channel] = listen(mastodon, { instances: [url] }, ['acme'])
    expect((await channel?.poll())?.items).toEqual([])
  })

  it('with a token also searches the words of posts', async () => {
    const { url, listen, requests } = await localNetwork(({ path }) =>
      path === '/api/v2/search'
        ? { json: { accounts: [], hashtags: [], statuses: [status(5, { content: '<p>An acme tool</p>' })] } }
        : { json: [] },
    )
    const searches = listenPolls(listen, { url, token: 'secret' })
    expect((await searches.at(1)?.poll())?.items).toHaveLength(1)
    expect(requests[0]).toMatchObject({ path: '/api/v2/search', headers: { authorization: 'Bearer secret' } })
    expect(requests[0]?.parameters.get('q')).toBe('"acme tool"')
  })

  it('is searched once for words whose accents its index drops', async () => {
    const { url, listen, requests } = await localNetwork(() => ({ json: { statuses: [] } }))
    const [, texts] = listenPolls(listen, { url, token: 'secret' }, 'Straße OR Алексей')
    await texts?.poll(4)
    const asked = new Set(requests.map(({ parameters }) => parameters.get('q')))
    expect([...asked]).toEqual(['straße', 'алексей', 'алексеи'])
  })

  it('reads all pages of a search down to what it knows, also if a page leaves out hidden authors', async () => {
    // A post every 20 minutes, the newest first; the search goes back for years.
    const posts = Array.from({ length: 200 }, (_, place) =>
      status(-20 * place, { content: `<p>An acme tool ${place}</p>` }),
    )
    const { url, listen, requests } = await localNetwork(({ path, parameters }) => {
      if (path !== '/api/v2/search') return { json: [] }
      if (parameters.has('min_id')) return { status: 422, json: { error: 'Invalid date' } }
      const offset = Number(parameters.get('offset') ?? 0)
      return { json: { statuses: posts.slice(offset, offset + 40).filter((_, place) => place !== 7) } }
    })
    const { items = [], gaps } = (await listenPolls(listen, { url, token: 'secret' }).at(1)?.poll(3)) ?? {}
    expect(items[0]?.text).toEqual({ html: '<p>An acme tool 39</p>' })
    const dayBefore = Date.UTC(2026, 10, 17, 12)
    const times = new Set(items.map(({ publishedAt }) => publishedAt))
    const wanted = posts.filter(({ created_at }) => Date.parse(created_at) >= dayBefore)
    expect(wanted.length).toBeGreaterThan(60)
    expect(times.size).toBe(wanted.filter((_, place) => place % 40 !== 7).length)
    expect(Math.min(...items.map(({ publishedAt = 0 }) => publishedAt))).toBeGreaterThanOrEqual(dayBefore)
    expect(gaps).toEqual([])
    expect(requests.map(({ parameters }) => parameters.get('offset'))).toEqual([null, '40', null])
  })

  it('loses none of 2,000 posts a day with a tag, and tells of no gap when it looks a day back', async () => {
    const start = Date.UTC(2026, 10, 18, 12)
    const everyMs = 43_200
    const posts = Array.from({ length: 4500 }, (_, place) => start - 26 * 3_600_000 + place * everyMs)
    const server = await localNetwork(({ parameters }) => ({
      json: posts
        .filter((time) => time <= server.now() && BigInt(idAt(time)) > BigInt(parameters.get('min_id') ?? 0))
        .slice(0, 40)
        .toReversed()
        .map(statusAt),
    }))
    const [channel] = server.listen(mastodon, { instances: [server.url] }, ['acme'])
    const { items = [], gaps } = (await channel?.poll(900)) ?? {}
    expect(server.now()).toBeGreaterThan(start + 25 * 3_600_000)
    expect(gaps).toEqual([])
    const times = new Set(items.map(({ publishedAt }) => publishedAt))
    const asked = posts.filter((time) => time >= start - 24 * 3_600_000 && time < server.now() - 600_000)
    expect(asked.filter((time) => !times.has(time))).toEqual([])
  })

  it('goes on where it ended if half an hour had more posts than one look reads', async () => {
    const start = Date.UTC(2026, 10, 18, 12)
    const posts = Array.from({ length: 2500 }, (_, place) => start - 3_600_000 + place * 500)
    const server = await localNetwork(({ parameters }) => ({
      json: posts
        .filter((time) => time <= server.now() && BigInt(idAt(time)) > BigInt(parameters.get('min_id') ?? 0))
        .slice(0, 40)
        .toReversed()
        .map(statusAt),
    }))
    const [channel] = server.listen(mastodon, { instances: [server.url] }, ['acme'])
    const { items = [], gaps } = (await channel?.poll(85)) ?? {}
    expect(new Set(items.map(({ publishedAt }) => publishedAt)).size).toBe(2500)
    expect(gaps).toEqual([])
  })

  it.each<[string, (time: number) => object]>([
    [
      'are by hidden authors',
      (time) => ({ ...statusAt(time), account: { ...status(0).account, noindex: true } }),
    ],
    ['cannot be read', (time) => ({ id: idAt(time), account: null })],
  ])('comes past more posts than one look reads if all %s', async (_what, unwelcome) => {
    const start = Date.UTC(2026, 10, 18, 12)
    const posts = Array.from({ length: 2000 }, (_, place) => start - 20 * 3_600_000 + place * 500)
    const server = await localNetwork(({ parameters }) => ({
      json: [...posts.map(unwelcome), statusAt(start - 3_600_000)]
        .filter((one) => BigInt((one as { id: string }).id) > BigInt(parameters.get('min_id') ?? 0))
        .slice(0, 40)
        .toReversed(),
    }))
    const [channel] = server.listen(mastodon, { instances: [server.url] }, ['acme'])
    const { items = [], gaps } = (await channel?.poll(100)) ?? {}
    expect(items[0]?.publishedAt).toBe(start - 3_600_000)
    expect(gaps).toEqual([])
  })

  it('removes what is gone when it looks again, and reads the numbers anew', async () => {
    const { url, look } = await localNetwork(({ path }) =>
      path.endsWith('/1')
        ? { status: 404, json: { error: 'Record not found' } }
        : { json: status(2, { id: '2', favourites_count: 50 }) },
    )
    const looked = await look(mastodon, { instances: [url] }, [
      `${url}/api/v1/statuses/1`,
      `${url}/api/v1/statuses/2`,
    ])
    expect(looked).toMatchObject({
      removals: [{ item: `${url}/api/v1/statuses/1` }],
      items: [{ metrics: { likes: 50 } }],
    })
  })

  it('looks again at the posts of the other servers if one is gone', async () => {
    const { url, look } = await localNetwork(() => ({ json: status(2, { id: '2' }) }))
    const dead = 'http://127.0.0.1:1'
    const ids = [dead, url].map((server) => `${server}/api/v1/statuses/2`)
    expect(await look(mastodon, { instances: [dead, url] }, ids)).toMatchObject({
      items: [{ id: ids[1] }],
      removals: [],
    })
  })

  it('says that a server wants a token', async () => {
    const { url, listen } = await localNetwork(() => ({
      status: 401,
      json: { error: 'The access token is invalid' },
    }))
    const [channel] = listen(mastodon, { instances: [url] }, ['acme'])
    await expect(channel?.poll()).rejects.toThrow('answers 401: The access token is invalid')
  })
})

it('a silent stream of a tag counts as working, and gives new posts, edits and deletions', async () => {
  const [, , channel] = mastodon.channels({ instances: [{ url: 'https://m.example', token: 'secret' }] }, [
    searchFor('1', '東京 OR acme', []),
  ])
  if (channel?.kind !== 'stream') throw new Error('There is no stream.')
  const stored: object[] = []
  const frame = (event: string, payload: string) => JSON.stringify({ stream: ['hashtag'], event, payload })
  async function* socket() {
    yield frame('update', JSON.stringify(status(1)))
    yield frame('delete', '7')
    throw new FetchError('timeout', 'm.example has been silent')
  }
  const tools = {
    ...quietTools({ now: at(0) }),
    socket,
    async store(batch: object) {
      stored.push(batch)
      return { items: [] }
    },
  }
  await channel.open(undefined, tools)
  expect(stored).toMatchObject([
    { items: [{ publishedAt: at(1) }] },
    { removals: [{ item: 'https://m.example/api/v1/statuses/7' }] },
    { items: [] },
  ])
  expect(
    mastodon
      .channels({ instances: [{ url: 'https://m.example', token: 's' }] }, [searchFor('1', '東京', [])])
      .at(-1)?.key,
  ).toBe('https://m.example #東京')
})

type Listen = Awaited<ReturnType<typeof localNetwork>>['listen']

/** Streams need a websocket, which the local network does not have. */
function listenPolls(listen: Listen, instance: object, query = '"acme tool"') {
  const polled = {
    ...mastodon,
    channels: (given: unknown, all: Parameters<typeof mastodon.channels>[1]) =>
      mastodon.channels(given, all).filter(({ kind }) => kind === 'poll'),
  }
  return listen(polled, { instances: [instance] }, [query])
}
