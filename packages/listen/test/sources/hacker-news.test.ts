import { readMention } from '@overheard/mention-client'
import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOriginalIndex, fingerprintOf } from '../../../../src/engine/dedupe/original-index.ts'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import { sampleMention } from '../../../../test/tools/sample-mention.ts'
import { FetchError } from '../../src/source.ts'
import { hackerNews } from '../../src/sources/hacker-news.ts'
import { startWorld, type WorldOptions } from '../engine-world.ts'
import { createFakeHackerNews, type FakeItem } from '../fakes/hacker-news.ts'
import { createFakeHosts } from '../fakes/hosts.ts'
import { withKills } from '../fakes/kills.ts'
import { pollOnce } from '../fakes/poll-once.ts'
import { createVirtualTime } from '../virtual-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const algolia = 'hn.algolia.com'
const firebase = 'hacker-news.firebaseio.com'

type Put = (id: number, minutesAgo: number, fields?: Partial<FakeItem>) => void

/** `before` writes what is there when the service starts. The first poll is over. `isBusy`: whether a request gets 503. */
async function world(
  before: (put: Put) => void = () => undefined,
  {
    time = createVirtualTime(),
    isBusy = () => false,
    ...options
  }: Partial<WorldOptions> & { isBusy?: (requests: number) => boolean } = {},
) {
  const site = createFakeHackerNews(time.now)
  const hosts = createFakeHosts(site.hosts, time.now)
  const put: Put = (id, minutesAgo, fields = {}) =>
    site.put({
      ...{ id, type: 'comment', by: 'tcas', text: `<p>Acme ${id}`, storyTitle: 'A story' },
      time: Math.floor(time.now() / 1000) - minutesAgo * 60,
      ...fields,
    })
  before(put)
  hosts.setTrouble(() => (isBusy(hosts.requests.length) ? { status: 503 } : undefined))
  const started = await startWorld({ sources: [hackerNews], time, send: hosts.send, ...options })
  await time.advance(minute)
  const state = () => started.runner.status()[0]
  return { ...started, site, hosts, put, state }
}

const pageOf = (id: number) => `https://news.ycombinator.com/item?id=${id}`
const story = { type: 'story', text: '' } as const

describe('Hacker News', () => {
  it('gives stories, questions and comments with their authors, numbers and links, oldest first', async () => {
    const { mentions, store } = await world((put) => {
      put(1, 30, {
        ...{ ...story, by: 'dhouston', title: 'Acme &amp; Vec<T>: &#x27;fast&#x27;' },
        ...{ url: 'https://blog.example/acme', points: 111, comments: 71 },
      })
      put(2, 20, { ...story, title: 'Ask HN: Which one?', text: '<i>or</i> acme?<p>Thanks', points: 2 })
      put(3, 10, {
        text: '<p>We left Acme&#x27;s cloud, see <a href="https:&#x2F;&#x2F;acme.example&#x2F;a-long-path">https:&#x2F;&#x2F;acme.example&#x2F;a-lo...</a>',
        storyTitle: 'Why write Python?',
      })
    })
    expect(mentions()).toMatchObject([
      { title: "Acme & Vec<T>: 'fast'", url: pageOf(1), reach: 111 * 40 },
      { title: 'Ask HN: Which one?', snippet: 'or acme? Thanks', reach: 80 },
      { title: 'Why write Python?', snippet: expect.stringContaining("left Acme's cloud"), reach: 0 },
    ])
    const contentOf = (id: string) => JSON.parse(store.items.find('hacker-news', id)?.content ?? '')
    expect(contentOf('1')).toMatchObject({
      links: ['https://blog.example/acme'],
      author: { name: 'dhouston', url: 'https://news.ycombinator.com/user?id=dhouston', audience: 0 },
      metrics: { points: 111, comments: 71 },
    })
    expect(contentOf('3').links).toEqual(['https://acme.example/a-long-path'])
  })

  it('gives a story with the page that it links to, so that both are one story in Slack', async () => {
    const { mentions } = await world((put) => {
      put(1, 30, { ...story, title: 'What a mess at Acme', url: 'https://blog.example/recall?utm_source=hn' })
      put(2, 20, { ...story, title: 'Ask HN: Which one, Acme?', text: 'or acme?' })
    })
    const [linking, asking] = mentions().map((one) => readMention(one, String(one.id), 0))
    const page = sampleMention({ url: 'https://blog.example/recall', title: 'Acme recalls 4,000 kettles' })
    const index = createOriginalIndex<{ mention: string; at: number }>()
    index.add({ mention: 'page', at: 0 }, fingerprintOf({ ...page, language: 'en' }, 'coverage'))
    const found = (one: Mention) => index.find(fingerprintOf(one, 'coverage'), 1)
    expect(found(linking as Mention)).toEqual({
      original: { mention: 'page', at: 0 },
      similarity: { by: 'link' },
    })
    expect(found(asking as Mention)).toBeUndefined()
  })

  it('finds a comment by its own words, not by those of its story', async () => {
    const { urls } = await world((put) => {
      put(1, 5, { ...story, title: 'Acme is down', points: 1 })
      put(2, 4, { text: 'It works for me', storyTitle: 'Acme is down' })
    })
    expect(urls()).toEqual([pageOf(1)])
  })

  it('stores only what has a word of an alert, unless an alert needs no word', async () => {
    const write = (put: Put) => {
      put(1, 3, { text: 'Acme' })
      put(2, 2, { text: 'Something else' })
      put(3, 1, { text: 'Rusty', by: 'kim' })
    }
    const isStored = ({ store }: Awaited<ReturnType<typeof world>>) =>
      [1, 2, 3].map((id) => store.items.find('hacker-news', String(id)) !== undefined)
    const settings = (queries: string[]) => ({
      alerts: queries.map((query) => ({ name: query, query })),
      sources: { 'hacker-news': true },
    })
    expect(isStored(await world(write, { settings: settings(['acme', 'rust OR c++']) }))).toEqual([
      true,
      false,
      false,
    ])
    const all = await world(write, { settings: settings(['acme', 'author:kim']) })
    expect(isStored(all)).toEqual([true, true, true])
    expect(all.urls('1002')).toEqual([pageOf(3)])
  })

  it('is not asked while there is no alert, and gives a new alert what was written in the last day', async () => {
    const { hosts, book, time, urls, put } = await world(
      (given) => {
        given(1, 20 * 60)
        given(2, 10, { text: 'Globex' })
      },
      { settings: { alerts: [], sources: { 'hacker-news': true } } },
    )
    expect(hosts.requests).toEqual([])
    await book.add({ name: 'Acme', query: 'acme', languages: [] })
    await time.advance(minute)
    put(3, 20 * 60, { text: 'Initech, in an item that no alert wanted' })
    await time.advance(hour)
    await book.add({ name: 'Others', query: 'globex OR initech', languages: [] })
    await time.advance(10 * minute)
    expect(urls()).toEqual([pageOf(1)])
    expect(urls('1002').toSorted()).toEqual([pageOf(2), pageOf(3)])
  })

  it('shows for a preview what Algolia finds, which may be more than the query means', async () => {
    const { runner, hosts, ingest, time } = await world((put) => {
      put(1, 40 * 24 * 60, { text: 'Acme pro is old' })
      put(2, 10, { ...story, title: 'The acme profile', text: '' })
      put(3, 5, { text: 'Globex' })
      put(4, 4, { text: 'acne pro' })
    })
    const asked = hosts.requests.length
    const query = '"acme pro" OR globex'
    const looking = runner.lately({ alert: 'preview', query, anchors: ['acme pro', 'globex'], languages: [] })
    await time.advance(5000)
    const found = await looking
    expect(found.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(['2', '1', '3'])
    expect(hosts.requests.length).toBe(asked + 2)
    const { examples: shown } = await ingest.preview({ query, languages: [] }, found)
    expect(shown.map(({ url }) => url)).toEqual([pageOf(3), pageOf(1)])
  })

  it('is asked every five minutes with one request, however many alerts there are', async () => {
    const alerts = Array.from({ length: 40 }, (_, n) => ({ name: `${n}`, query: `word${n} OR "other ${n}"` }))
    const { time, hosts } = await world((put) => put(1, 10), {
      settings: { alerts, sources: { 'hacker-news': true } },
    })
    await time.advance(hour - minute)
    expect(hosts.requests.length).toBe(13)
    const [first, second] = hosts.requests
    expect(Object.fromEntries(first?.url.searchParams ?? [])).toMatchObject({
      query: '',
      tags: '(story,comment,poll)',
      attributesToHighlight: 'none',
    })
    const from = /^created_at_i>=(\d+)$/.exec(second?.url.searchParams.get('numericFilters') ?? '')?.[1]
    expect((first?.at ?? 0) / 1000 - Number(from)).toBe(10 * 60 + 60 * 60)
  })

  it('finds what is indexed late: 40 minutes late at the next poll, five hours late on the next day', async () => {
    const { time, put, urls } = await world((given) => given(1, 1))
    const at = Math.floor(time.now() / 1000)
    put(2, 0, { indexedAt: at + 40 * 60 })
    put(3, 0, { indexedAt: at + 5 * 60 * 60 })
    for (let minutes = 10; minutes < 48 * 60; minutes += 30) put(1000 + minutes, -minutes, { text: 'else' })
    await time.advance(45 * minute)
    expect(urls()).toEqual([pageOf(1), pageOf(2)])
    await time.advance(5 * hour)
    expect(urls()).toHaveLength(2)
    await time.advance(19 * hour)
    expect(urls()).toEqual([1, 2, 3].map(pageOf))
  })

  it('changes the mention of an edited comment, and makes no second one', async () => {
    const { time, site, mentions } = await world((put) => put(1, 1))
    site.change(1, { text: '<p>Acme, corrected' })
    await time.advance(5 * minute)
    expect(mentions()).toMatchObject([{ snippet: 'Acme, corrected' }])
  })

  it('looks again after one and three days, for the numbers of stories and for deletions', async () => {
    const { time, site, mentions, hosts } = await world((put) => {
      put(1, 9, { ...story, title: 'Acme', points: 1 })
      for (const id of [2, 3, 4]) put(id, 1)
    })
    expect(mentions()).toHaveLength(4)
    site.change(1, { points: 200, comments: 90 })
    site.change(2, { deleted: true })
    site.change(3, { dead: true })
    await time.advance(25 * hour)
    const shown = () => mentions().map(({ url, reach }) => [url, reach])
    expect(shown()).toEqual([
      [pageOf(1), 8000],
      [pageOf(4), 0],
    ])
    site.change(1, { points: 300 })
    await time.advance(2 * day)
    expect(shown()[0]).toEqual([pageOf(1), 12_000])
    expect(hosts.requestsTo(firebase)).toHaveLength(4 + 2)
  })

  it('keeps a mention if nobody can say whether its item still exists', async () => {
    const answers = ['<html>busy</html>', '{"error":"Permission denied"}', '[]', '"x"']
    const { time, urls, hosts } = await world((put) => put(1, 1))
    hosts.setTrouble(({ url }) => (url.hostname === firebase ? { text: answers.shift() ?? '' } : undefined))
    await time.advance(4 * day)
    expect(answers).toHaveLength(2)
    expect(urls()).toEqual([pageOf(1)])
  })
})

describe('Hacker News after a long time', () => {
  it('reads more items than Algolia gives for one query, each once', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const before = await world((put) => put(1, 1), { file, time })
    await before.close()
    time.jump(20 * hour)
    const write = (put: Put) => {
      for (let id = 2; id <= 1201; id++)
        put(id, Math.floor(id / 100) * 90, id % 4 === 0 ? {} : { text: 'else' })
    }
    const after = await world(write, { file, time })
    expect(after.urls()).toHaveLength(301)
    expect(new Set(after.urls()).size).toBe(301)
    expect(after.state()).toMatchObject({ failures: 0, gaps: [] })
    await time.advance(5 * minute)
    const last = after.hosts.requests.at(-1)
    expect(last?.url.searchParams.get('numericFilters')).toBe(
      `created_at_i>=${Math.floor(time.now() / 1000) - 6 * 60 - 60 * 60}`,
    )
  })

  it('goes on where it was if the alerts change while it catches up', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const before = await world((put) => put(1, 1), { file, time })
    await before.close()
    time.jump(5 * day)
    const write = (put: Put) => {
      put(1, 5 * 24 * 60)
      for (let id = 2; id <= 700; id++) put(id, id * 10, id % 10 === 0 ? {} : { text: 'else' })
    }
    const cut = await world(write, { file, time, isBusy: (requests) => requests > 2 })
    expect(cut.state()?.error).toContain('503')
    await cut.close()
    const alerts = [
      { name: 'Acme', query: 'acme' },
      { name: 'Other', query: 'other' },
    ]
    const after = await world(write, { file, time, settings: { alerts, sources: { 'hacker-news': true } } })
    await time.advance(hour)
    expect(new Set(after.urls()).size).toBe(71)
  })

  it('says what was lost if it was off for more than a month, and reads on past a second with too many items', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const first = await world((put) => put(1, 1), { file, time })
    await first.close()
    const newest = new Date(time.now() - 2 * minute).toISOString()
    time.jump(40 * day)
    const second = await world(
      (put) => {
        put(2, 20 * 24 * 60)
        put(3, 35 * 24 * 60)
        for (let id = 10; id < 300; id++) put(id, 60)
        put(4, 61)
      },
      { file, time },
    )
    expect(second.urls()).toContain(pageOf(4))
    expect(second.urls()).toContain(pageOf(2))
    expect(second.urls()).not.toContain(pageOf(3))
    expect(second.state()?.gaps.map(({ what }) => what)).toEqual([expect.stringContaining(`from ${newest}`)])
  })

  it.each([
    ['three hours back', -3 * hour],
    ['20 hours ahead', 20 * hour],
    ['40 days back', -40 * day],
    ['40 days ahead', 40 * day],
  ])('loses nothing when the clock here jumps %s and is right again later', async (_name, jump) => {
    const time = createVirtualTime()
    let wrongBy = 0
    const wrong = { ...time, now: () => time.now() + wrongBy }
    const site = createFakeHackerNews(time.now)
    const hosts = createFakeHosts(site.hosts, time.now)
    let id = 0
    const write = () =>
      site.put({ id: ++id, type: 'comment', by: 'jo', text: 'acme', time: Math.floor(time.now() / 1000) })
    write()
    const { urls } = await startWorld({ sources: [hackerNews], time: wrong, send: hosts.send })
    for (let step = 0; step < 12; step++) {
      wrongBy = step >= 3 && step < 7 ? jump : 0
      await time.advance(30 * minute)
      write()
    }
    await time.advance(day)
    expect(urls().toSorted()).toEqual(Array.from({ length: id }, (_, n) => pageOf(n + 1)).toSorted())
  })

  it('loses nothing if an item has a time that is yet to come', async () => {
    const { time, put, urls } = await world((given) => given(1, 1))
    put(2, -20 * 24 * 60, { indexedAt: 0 })
    await time.advance(10 * minute)
    put(3, 0)
    await time.advance(10 * minute)
    expect(urls()).toEqual([1, 2, 3].map(pageOf))
  })

  it('loses nothing and gives nothing twice, wherever the process is killed', async () => {
    let kills = 0
    for (let effect = 1; ; effect++) {
      const file = `${emptyFolder()}/mentions.sqlite`
      const time = createVirtualTime()
      const kill = withKills(effect)
      const site = createFakeHackerNews(time.now)
      const { send } = createFakeHosts(site.hosts, time.now)
      const at = Math.floor(time.now() / 1000)
      for (let id = 1; id <= 540; id++) {
        const text = id % 9 === 0 ? 'acme' : 'else'
        site.put({ id, type: 'comment', by: 'jo', text, time: at - Math.floor(id / 5) })
      }
      const sources = [kill.source(hackerNews)]
      const first = await startWorld({ sources, time, file, send: kill.send(send) })
      await time.advance(6 * minute)
      await first.close()
      const second = await startWorld({ sources: [hackerNews], time, file, send })
      await time.advance(6 * minute)
      expect(second.urls()).toHaveLength(60)
      expect(new Set(second.urls()).size).toBe(60)
      await second.close()
      if (!kill.isDead()) break
      kills += 1
    }
    expect(kills).toBeGreaterThan(12)
  })
})

describe('Hacker News in trouble', () => {
  it.each([
    [429, '7200'],
    [503, 'Wed, 18 Nov 2026 14:06:00 GMT'],
  ])(
    'waits as long as it is told with %i and Retry-After %s, and goes on where it was',
    async (status, wait) => {
      const { time, put, urls, hosts } = await world((given) => given(1, 1))
      hosts.setTrouble(() => ({ status, headers: { 'retry-after': wait } }))
      await time.advance(5 * minute)
      const asked = hosts.requests.length
      put(2, 0)
      hosts.setTrouble(undefined)
      await time.advance(110 * minute)
      expect(hosts.requests.length).toBe(asked)
      await time.advance(hour)
      expect(urls()).toEqual([pageOf(1), pageOf(2)])
    },
  )

  it.each([
    ['a page of HTML', { text: '<html>maintenance</html>', headers: { 'content-type': 'text/html' } }],
    ['hits without ids', { json: { hits: [{ created_at_i: 1, author: 'x' }] } }],
    ['no list of hits', { json: { message: 'ok' } }],
    ['status 304, which it never asks for', { status: 304 }],
  ])('stays where it is if it gets %s', async (_name, answer) => {
    const { time, put, urls, hosts, state } = await world((given) => given(1, 1))
    hosts.setTrouble(() => answer)
    put(2, 0)
    await time.advance(3 * hour)
    expect(state()).toMatchObject({ error: expect.stringContaining('hn.algolia.com answers') })
    hosts.setTrouble(undefined)
    await time.advance(12 * hour)
    expect(urls()).toEqual([pageOf(1), pageOf(2)])
  })

  it('shows why Algolia refuses a request', async () => {
    const { time, hosts, state } = await world()
    hosts.setTrouble(() => ({ status: 400, json: { message: 'invalid numericFilters' } }))
    await time.advance(5 * minute)
    expect(state()?.error).toBe('hn.algolia.com answers 400: invalid numericFilters')
  })

  it('says nothing of hits that can all be read', async () => {
    const { time, put, urls, log } = await world()
    put(1, 1)
    await time.advance(5 * minute)
    expect(urls()).toEqual([pageOf(1)])
    expect(log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it('passes over hits that cannot be read, and says so', async () => {
    const { time, put, urls, hosts, site, log } = await world()
    put(1, 1)
    hosts.setTrouble((request) => {
      const { json } = site.hosts[algolia](request)
      const { hits } = json as { hits: object[] }
      return { json: { hits: [null, 7, { objectID: '5' }, ...hits, { objectID: '../x', created_at_i: 1 }] } }
    })
    await time.advance(5 * minute)
    expect(urls()).toEqual([pageOf(1)])
    expect(log).toContainEqual({
      level: 'warn',
      fields: { hits: 4 },
      sentence: 'hits of Hacker News cannot be read',
    })
  })

  it('ends with an error if a list has no end', async () => {
    const { time, hosts, state } = await world()
    let id = 0
    hosts.setTrouble(() => ({
      json: {
        hits: Array.from({ length: 250 }, () => ({
          ...{ objectID: String(++id), author: 'jo', comment_text: 'acme' },
          created_at_i: Math.floor(time.now() / 1000),
        })),
      },
    }))
    await time.advance(5 * minute)
    expect(hosts.requests.length).toBeLessThan(10)
    expect(state()?.error).toContain('cannot be read')
  })

  it('follows a redirect, and ends for good with 410', async () => {
    const { time, put, urls, hosts, site, state } = await world()
    put(1, 1)
    hosts.setTrouble(({ url, ...request }) =>
      url.hostname === algolia
        ? { status: 302, headers: { location: `https://other.example${url.pathname}${url.search}` } }
        : site.hosts[algolia]({ ...request, url }),
    )
    await time.advance(5 * minute)
    expect(urls()).toEqual([pageOf(1)])
    hosts.setTrouble(() => ({ status: 410 }))
    await time.advance(hour)
    expect(state()).toMatchObject({ ended: expect.stringContaining('410') })
  })

  it('understands any answer, or says that it cannot', async () => {
    const hit = fc.record(
      {
        objectID: fc.oneof(fc.nat().map(String), fc.string(), fc.jsonValue()),
        created_at_i: fc.oneof(fc.integer(), fc.constant(Date.UTC(2026, 10, 18, 11) / 1000), fc.jsonValue()),
        author: fc.oneof(fc.string(), fc.jsonValue()),
        title: fc.oneof(fc.string(), fc.constant('&#x110000;&#1;'), fc.jsonValue()),
        comment_text: fc.oneof(fc.string(), fc.jsonValue()),
        points: fc.oneof(fc.integer(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    const answer = fc.oneof(fc.jsonValue(), fc.record({ hits: fc.array(fc.oneof(hit, fc.jsonValue())) }))
    await fc.assert(
      fc.asyncProperty(answer, fc.jsonValue(), async (json, cursor) => {
        const polled = await pollOnce(hackerNews, { json, cursor }).catch((error: unknown) => String(error))
        if (typeof polled === 'string') expect(polled).toMatch(/^Error: hn\.algolia\.com answers/)
        else
          for (const item of polled.items) {
            expect(item.id).toMatch(/^\d+$/)
            expect(new URL(item.url).hostname).toBe('news.ycombinator.com')
          }
      }),
    )
  })

  it('rejects with what the fetch rejected with', async () => {
    const error = new FetchError('timeout', 'too slow')
    await expect(pollOnce(hackerNews, { error })).rejects.toBe(error)
  })
})

it.each([
  [{}, undefined],
  [{ points: 0 }, 0],
  [{ comments: 0 }, 0],
  [{ points: 3 }, 120],
  [{ comments: 3 }, 60],
  [{ points: 1, comments: 3 }, 60],
  [{ points: 2, comments: 3 }, 80],
])('of an item with %j, %s people are assumed to have read it', (counts, reach) => {
  expect(hackerNews.reach?.(counts)).toBe(reach)
})
