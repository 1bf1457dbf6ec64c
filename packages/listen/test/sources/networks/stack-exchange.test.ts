import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../../../test/tools/folder.ts'
import { searchFor } from '../../../src/alerts.ts'
import { stackExchange } from '../../../src/sources/networks/stack-exchange.ts'
import { startWorld } from '../../engine-world.ts'
import { createFakeHosts } from '../../fakes/hosts.ts'
import { createVirtualTime } from '../../virtual-time.ts'
import { localNetwork } from './local-network.ts'

const created = Date.UTC(2026, 10, 18, 11) / 1000
/** As https://api.stackexchange.com/docs/excerpt-search names the fields. */
const question = {
  ...{
    item_type: 'question',
    question_id: 40332332,
    title: 'CSS - &quot;acme&quot; &amp; menu',
    excerpt: 'my <span class="highlight">acme</span> …',
  },
  ...{
    body: 'my acme menu',
    tags: ['css'],
    score: 2,
    answer_count: 0,
    is_answered: false,
    creation_date: created,
  },
}
const answer = {
  ...{
    item_type: 'answer',
    question_id: 1,
    answer_id: 7,
    title: 'How?',
    excerpt: 'with acme',
    score: 5,
    creation_date: created,
  },
}
const owner = {
  reputation: 82,
  user_id: 7071069,
  profile_image: 'https://www.gravatar.com/avatar/e48d',
  display_name: 'Le&#39;ff',
  link: 'https://stackoverflow.com/users/7071069/leff',
}
const wrapped = (items: object[], more: object = {}) => ({
  json: { items, has_more: false, quota_max: 300, quota_remaining: 299, ...more },
})

describe('Stack Exchange', () => {
  it('gives questions and answers of each site, with their authors', async () => {
    const { url, listen, requests } = await localNetwork(({ path, parameters }) =>
      parameters.get('site') === 'unix'
        ? wrapped([])
        : path.startsWith('/posts/')
          ? wrapped([{ post_id: 40332332, owner }])
          : wrapped([question, answer]),
    )
    const [channel] = listen(stackExchange, { url, sites: ['stackoverflow', 'unix'] }, [
      '"acme menu" OR acme',
    ])
    const { items } = (await channel?.poll(2)) ?? {}
    expect(items).toEqual([
      {
        ...{
          id: 'stackoverflow a7',
          url: 'https://stackoverflow.com/a/7',
          threadTitle: 'How?',
          type: 'comment',
        },
        ...{
          text: { html: 'with acme' },
          publishedAt: created * 1000,
          author: { name: '' },
          metrics: { points: 5 },
        },
      },
      {
        ...{
          id: 'stackoverflow q40332332',
          url: 'https://stackoverflow.com/q/40332332',
          title: 'CSS - "acme" & menu',
          type: 'post',
        },
        ...{
          text: { html: 'my acme menu' },
          publishedAt: created * 1000,
          metrics: { points: 2, answers: 0 },
        },
        author: { name: "Le'ff", id: 'stackoverflow 7071069', url: owner.link, avatar: owner.profile_image },
      },
    ])
    expect(
      requests.map(
        ({ path, parameters }) => `${path} ${parameters.get('site')} ${parameters.get('q') ?? ''}`,
      ),
    ).toEqual([
      '/search/excerpts stackoverflow acme',
      '/posts/40332332;7 stackoverflow ',
      '/search/excerpts unix acme',
    ])
    expect(requests[0]?.parameters.get('fromdate')).toBe(String(Date.UTC(2026, 10, 17, 12) / 1000))
  })

  it('lets the requests of a day last for the day, and asks more often for what finds something', async () => {
    const { url, listen, requests } = await localNetwork(({ path, parameters }) =>
      path.startsWith('/posts/') || parameters.get('q') !== 'acme0'
        ? wrapped([])
        : wrapped([
            {
              ...question,
              question_id: requests.length,
              title: 'acme0',
              creation_date: Math.floor((requests.at(-1)?.at ?? 0) / 1000),
            },
          ]),
    )
    const [channel] = listen(
      stackExchange,
      { url },
      Array.from({ length: 30 }, (_, place) => `acme${place}`),
    )
    const start = requests.length
    await channel?.poll(250)
    const day = requests.filter(({ at }) => at < (requests[start]?.at ?? 0) + 86_400_000)
    expect(day.length).toBeLessThanOrEqual(300)
    expect(day.length).toBeGreaterThan(200)
    const timesOf = (words: string) => day.filter(({ parameters }) => parameters.get('q') === words).length
    expect(timesOf('acme0')).toBeGreaterThan(2 * timesOf('acme1'))
    expect(timesOf('acme29')).toBeGreaterThan(3)
    expect(channel?.plan()[5]).toMatchObject({ asked: ['acme5'], everyMs: expect.any(Number) })
  })

  it('with a key asks every half hour for what finds something, and every hour for the rest', async () => {
    const { url, listen, requests } = await localNetwork(({ parameters }) =>
      wrapped(parameters.get('q') === 'globex' ? [{ ...question, title: 'globex' }] : []),
    )
    const [channel] = listen(stackExchange, { url, key: 'K' }, ['acme', 'globex'])
    await channel?.poll(10)
    const asked = (words: string) => requests.filter(({ parameters }) => parameters.get('q') === words)
    const [first, second] = asked('acme')
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(60 * 60_000)
    const [early, late] = asked('globex')
    expect((late?.at ?? 0) - (early?.at ?? 0)).toBe(30 * 60_000)
    expect(first?.parameters.get('key')).toBe('K')
  })

  it('asks for an address by the parameter for it', async () => {
    const { url, listen, requests } = await localNetwork(() => wrapped([]))
    const [channel] = listen(stackExchange, { url }, ['acme link:docs.acme.example'])
    await channel?.poll()
    expect(Object.fromEntries(requests[0]?.parameters ?? [])).toMatchObject({
      q: 'acme',
      url: '*docs.acme.example*',
    })
  })

  it('waits as long as backoff says, and two seconds more', async () => {
    const { url, listen, now } = await localNetwork(() => wrapped([], { backoff: 1000 }))
    const [channel] = listen(stackExchange, { url, key: 'K' }, ['acme', 'globex'])
    expect((await channel?.poll())?.nextAt).toBe(now() + 1_002_000)
  })

  it('asks no method before its backoff is over, also when it looks again at several sites', async () => {
    const { url, look, requests } = await localNetwork(({ path }) =>
      wrapped([], path.startsWith('/questions/') ? { backoff: 10 } : {}),
    )
    await look(stackExchange, { url }, ['stackoverflow q1', 'unix q2', 'stackoverflow a3', 'unix a4'])
    const [first, second] = requests.filter(({ path }) => path.startsWith('/questions/'))
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(12_000)
    const [third, fourth] = requests.filter(({ path }) => path.startsWith('/answers/'))
    expect((fourth?.at ?? 0) - (third?.at ?? 0)).toBeLessThan(12_000)
  })

  it('does not repeat a request within a minute: neither after a failure of the authors nor for two alerts with one post', async () => {
    let fails = false
    const { url, listen, requests, advance } = await localNetwork(({ path }) =>
      path.startsWith('/posts/') && fails ? { status: 500 } : wrapped([question]),
    )
    const [channel] = listen(stackExchange, { url, key: 'K' }, ['acme', 'menu'])
    await channel?.poll(2)
    advance(60 * 60_000)
    fails = true
    expect((await channel?.poll())?.items).toEqual([])
    expect(channel?.plan()[0]?.error).toContain('answers 500')
    fails = false
    advance(10_000)
    await channel?.poll(2)
    const times = Map.groupBy(requests, ({ path, parameters }) => `${path}?${parameters}`)
    expect([...times.values()].map((some) => some.length)).toEqual([1, 5, 1, 1, 2])
    for (const some of times.values())
      for (const [place, { at }] of some.entries())
        expect(at - (some[place - 1]?.at ?? 0)).toBeGreaterThanOrEqual(60_000)
  })

  it('asks once for the author of a post that two searches find again and again, also after a restart, and never for one that no alert wants', async () => {
    const time = createVirtualTime(created * 1000 + 60_000)
    const asked: string[] = []
    const hosts = createFakeHosts(
      {
        'api.stackexchange.com': ({ url }) => {
          if (!url.pathname.startsWith('/2.3/posts/')) return wrapped([question, { ...answer, body: 'no' }])
          asked.push(url.pathname)
          return wrapped([{ post_id: 40332332, owner }])
        },
      },
      time.now,
    )
    const file = `${emptyFolder()}/mentions.sqlite`
    const alerts = ['acme', 'menu'].map((query) => ({ name: query, query }))
    const settings = { alerts, sources: { 'stack-exchange': true } }
    for (const _start of ['first', 'second']) {
      const world = await startWorld({ sources: [stackExchange], settings, time, file, send: hosts.send })
      await time.advance(4 * 60 * 60_000)
      expect(world.log).toEqual([])
      for (const alert of ['1001', '1002'])
        expect(world.mentions(alert)).toMatchObject([
          { url: 'https://stackoverflow.com/q/40332332', author: { name: "Le'ff" } },
        ])
      await world.close()
    }
    expect(hosts.requests.length).toBeGreaterThan(10)
    expect(asked).toEqual(['/2.3/posts/40332332'])
  })

  it('waits a minute after a failure or a kill', async () => {
    const { url } = await localNetwork(() => wrapped([]))
    const [channel] = stackExchange.channels({ sites: ['unix'], key: 'K', url }, [searchFor('1', 'acme', [])])
    expect(channel).toMatchObject({ everyMs: 60_000 })
  })

  it('waits if it has asked too often, although that has the status of a wrong request', async () => {
    const { url, listen, now } = await localNetwork(() => ({
      status: 400,
      json: {
        error_id: 502,
        error_name: 'throttle_violation',
        error_message: 'too many requests from this IP, more requests available in 300 seconds',
      },
    }))
    const [channel] = listen(stackExchange, { url }, ['acme'])
    await expect(channel?.poll()).rejects.toMatchObject({ kind: 'busy', retryAt: now() + 300_000 })
  })

  it('looks again at the other sites if one fails', async () => {
    const { url, look } = await localNetwork(({ parameters }) =>
      parameters.get('site') === 'unix'
        ? { status: 400, json: { error_name: 'bad_parameter', error_message: 'site' } }
        : wrapped([]),
    )
    const looked = await look(stackExchange, { url }, ['unix q1', 'stackoverflow q2'])
    expect(looked.removals).toEqual([{ item: 'stackoverflow q2' }])
  })

  it('removes questions that are missing when it looks again, and reads the views of the others', async () => {
    const { url, look } = await localNetwork(({ path }) =>
      path === '/questions/1;2'
        ? wrapped([
            {
              question_id: 1,
              title: 'acme',
              body: '<p>x</p>',
              view_count: 20,
              creation_date: created,
              owner,
            },
          ])
        : wrapped([]),
    )
    const looked = await look(stackExchange, { url }, [
      'stackoverflow q1',
      'stackoverflow q2',
      'stackoverflow a3',
    ])
    expect(looked.removals).toEqual([{ item: 'stackoverflow q2' }, { item: 'stackoverflow a3' }])
    expect(looked.items).toMatchObject([{ id: 'stackoverflow q1', metrics: { views: 20 } }])
  })
})
