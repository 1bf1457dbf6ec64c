import { describe, expect, it } from 'vitest'
import { createHosts } from '../../src/fetch/hosts.ts'
import { createPoliteFetch, type Page } from '../../src/fetch/polite-fetch.ts'
import type { Answer, SentRequest } from '../../src/fetch/send.ts'
import type { FetchOptions } from '../../src/source.ts'
import { fakeHost } from '../engine-world.ts'

type Pages = Record<string, (request: SentRequest) => Partial<Answer> & { text?: string }>

/** A fetcher that sees these pages. Their addresses have no names and passwords. `pages` is what it keeps between its fetches. */
function fetcher(pages: Pages, known: [string, Page][] = []) {
  const host = fakeHost(pages, () => 0)
  const kept = new Map(known)
  const politeFetch = createPoliteFetch({
    async send(request) {
      const { origin, pathname } = request.url
      const url = new URL(`${origin}${pathname}`)
      return host.send({ ...request, url })
    },
    hosts: createHosts({
      waits: { freeAt: () => 0, waitUntil: () => undefined },
      now: () => 0,
      sleep: async () => undefined,
    }),
    now: () => 0,
    userAgent: 'Overheard/1.2.3 (ops@example.com)',
  })
  const fetch = (address: string, options?: FetchOptions) =>
    politeFetch({
      ...{ recall: (url: string) => kept.get(url), learned: kept, freshUntil: 0 },
      ...{ signal: new AbortController().signal, waiting: () => undefined },
    })(address, options)
  /** What was sent of these headers, with each address. */
  const sent = (...names: string[]) =>
    host.requests.map(({ url, headers }) => [url, ...names.map((name) => headers[name])])
  return { fetch, sent, kept }
}

const basic = `Basic ${Buffer.from('kim:pw').toString('base64')}`
const to = (location: string, status = 301) => ({ status, headers: { location } })
/** A page that wants the password. */
const locked: Pages[string] = ({ headers }) => {
  if (headers.authorization !== basic) return { status: 401 }
  return headers['if-none-match'] === '"1"' ? { status: 304 } : { headers: { etag: '"1"' }, text: 'feed' }
}

describe('the name and password of an address', () => {
  const named = 'https://kim:pw@feed.example/feed'

  it.each([
    ['another address of its host', named, 'https://feed.example/feed/'],
    ['another path', named, '/feed/'],
    ['https', 'http://kim:pw@feed.example/feed', 'https://feed.example/feed/'],
  ])('hold if it redirects to %s', async (_what, from, location) => {
    const start = from.replace('kim:pw@', '')
    const target = 'https://feed.example/feed/'
    const { fetch, sent, kept } = fetcher({ [start]: () => to(location), [target]: locked })
    expect(await fetch(from)).toMatchObject({ kind: 'fresh', status: 200 })
    for (let time = 2; time <= 6; time++) expect(await fetch(from)).toEqual({ kind: 'unchanged' })
    // The sixth fetch goes to the new address at once.
    expect(sent('authorization').slice(-3)).toEqual([
      [start, basic],
      [target, basic],
      [target, basic],
    ])
    expect([...kept.values()]).toMatchObject([{ at: target, moved: { to: target, times: 5 } }])
    expect(JSON.stringify([...kept.values()])).not.toContain('pw')
  })

  it.each(['50%off', '100%', '%ff'])('may have a percent sign that encodes nothing: %s', async (password) => {
    const { fetch, sent } = fetcher({ 'https://feed.example/feed': () => ({ text: 'feed' }) })
    await fetch(`https://kim:${password}@feed.example/feed`)
    expect(sent('authorization')).toEqual([
      ['https://feed.example/feed', `Basic ${Buffer.from(`kim:${password}`).toString('base64')}`],
    ])
  })

  it('are not kept with what is known of a page', async () => {
    const { fetch, sent, kept } = fetcher({ 'https://feed.example/feed': locked })
    await fetch(named)
    expect(await fetch(named)).toEqual({ kind: 'unchanged' })
    expect(JSON.stringify([...kept.values()])).not.toContain('pw')
    expect(sent('if-none-match').at(-1)).toEqual(['https://feed.example/feed', '"1"'])
  })

  it('are understood in what an older version has kept of a page', async () => {
    const { fetch } = fetcher({ 'https://feed.example/feed': locked }, [[named, { at: named, etag: '"1"' }]])
    expect(await fetch(named)).toEqual({ kind: 'unchanged' })
  })

  it.each([
    ['another host', 'https://parking.example/'],
    ['another host by the same protocol', '//parking.example/'],
    ['another port', 'https://feed.example:8443/'],
    ['http', 'http://feed.example/'],
  ])('are not sent on to %s, also after it has moved there for good', async (_what, location) => {
    const start = 'https://feed.example/feed'
    const target = new URL(location, start).href
    const { fetch, sent } = fetcher({ [start]: () => to(location), [target]: () => ({ text: 'feed' }) })
    for (let time = 1; time <= 6; time++) await fetch(named)
    expect(sent('authorization').filter(([url]) => url === target)).toEqual(
      Array.from({ length: 6 }, () => [target, undefined]),
    )
  })

  it('give way to those that a redirect names', async () => {
    const start = 'https://feed.example/feed'
    const { fetch, sent } = fetcher({
      [start]: () => to('https://jo:other@feed.example/2'),
      'https://feed.example/2': () => to('/3'),
      'https://feed.example/3': () => ({ text: 'feed' }),
    })
    await fetch(named)
    const other = `Basic ${Buffer.from('jo:other').toString('base64')}`
    expect(sent('authorization').map(([, value]) => value)).toEqual([basic, other, other])
  })
})

describe('the headers of a source', () => {
  const headers = { authorization: 'Bearer T', 'x-api-key': 'K', cookie: 'id=1' }
  const names = Object.keys(headers)
  const all = Object.values(headers)
  const none = all.map(() => undefined)
  const options: FetchOptions = { headers, conditional: false }

  it.each([
    ['in their host', 'https://a.example/1', 'https://a.example/2'],
    ['from http to https', 'http://a.example/1', 'https://a.example/1'],
  ])('are sent on %s', async (_where, from, target) => {
    const { fetch, sent } = fetcher({ [from]: () => to(target, 302), [target]: () => ({}) })
    await fetch(from, options)
    expect(sent(...names)).toEqual([
      [from, ...all],
      [target, ...all],
    ])
  })

  it.each(['https://parking.example', 'https://a.example:8443', 'http://a.example', 'https://sub.a.example'])(
    'stay at https://a.example if it leads to %s',
    async (other) => {
      const { fetch, sent } = fetcher({
        'https://a.example/1': () => to(`${other}/2`, 302),
        [`${other}/2`]: () => to('/3', 307),
        [`${other}/3`]: () => ({}),
      })
      await fetch('https://a.example/1', options)
      expect(sent(...names)).toEqual([
        ['https://a.example/1', ...all],
        [`${other}/2`, ...none],
        [`${other}/3`, ...none],
      ])
    },
  )
})
