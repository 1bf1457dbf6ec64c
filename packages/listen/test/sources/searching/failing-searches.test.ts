import { describe, expect, it } from 'vitest'
import { FetchError } from '../../../src/source.ts'
import { github } from '../../../src/sources/networks/github.ts'
import { lemmy } from '../../../src/sources/networks/lemmy.ts'
import { searxng } from '../../../src/sources/networks/searxng.ts'
import { startWorld } from '../../engine-world.ts'
import { createFakeHosts, type PartialAnswer } from '../../fakes/hosts.ts'
import { createVirtualTime } from '../../virtual-time.ts'
import { localNetwork } from '../networks/local-network.ts'

const hour = 3_600_000
const nothing = { json: { posts: [], comments: [] } }

/** A Lemmy server that is searched for `acme` and `rival`, with the words and times of all requests. */
async function lemmyWorld(answer: (words: string) => PartialAnswer) {
  const time = createVirtualTime()
  const asked: { words: string; at: number }[] = []
  const { send } = createFakeHosts(
    {
      'lemmy.world': ({ url }) => {
        const words = url.searchParams.get('q') ?? ''
        asked.push({ words, at: time.now() })
        return answer(words)
      },
    },
    time.now,
  )
  const alerts = ['acme', 'rival'].map((query) => ({ name: query, query }))
  const world = await startWorld({
    sources: [lemmy],
    settings: { alerts, sources: { lemmy: true } },
    time,
    send,
  })
  const timesOf = (words: string) => asked.filter((one) => one.words === words).map(({ at }) => at)
  return { time, asked, timesOf, status: () => world.runner.status()[0] }
}

describe('the plan of an alert', () => {
  it.each<[string, string[], true | undefined]>([
    ['one of its searches fails', ['acme'], true],
    ['all of them fail', ['acme', 'rival'], undefined],
  ])('tells that %s', async (_what, failing, isPartlyAsked) => {
    const network = await localNetwork(({ parameters }) =>
      failing.includes(parameters.get('q') ?? '') ? { status: 504 } : nothing,
    )
    const [channel] = network.listen(lemmy, { instances: [network.url] }, ['acme OR rival'])
    for (let poll = 0; poll < 2; poll++) await channel?.poll().catch(() => network.advance(hour))
    const [plan] = channel?.plan() ?? []
    expect(plan?.error).toContain('answers 504')
    expect(plan?.isPartlyAsked).toBe(isPartlyAsked)
  })
})

describe('a search that always fails', () => {
  it.each<[string, () => PartialAnswer]>([
    ['answers 504', () => ({ status: 504 })],
    ['answers 500 and asks to wait', () => ({ status: 500, headers: { 'retry-after': '30' } })],
    ['answers 503 without a time', () => ({ status: 503 })],
    ['answers 503 and asks to wait', () => ({ status: 503, headers: { 'retry-after': '30' } })],
    [
      'cannot be reached',
      () => {
        throw new FetchError('unreachable', 'lemmy.world cannot be reached')
      },
    ],
    ['answers 403, as walls do for some words', () => ({ status: 403 })],
    ['answers another shape', () => ({ json: 'maintenance' })],
    [
      'sends too much',
      () => {
        throw new FetchError('too-large', 'lemmy.world sends too much')
      },
    ],
    [
      'does not answer in time',
      () => {
        throw new FetchError('timeout', 'lemmy.world did not answer in time')
      },
    ],
  ])('and %s keeps no other from being asked', async (_what, fail) => {
    const { time, timesOf } = await lemmyWorld((words) => (words === 'acme' ? fail() : nothing))
    await time.advance(12 * hour)
    // Usually every 20 minutes, because it finds nothing.
    expect(timesOf('rival').length).toBeGreaterThan(30)
    expect(timesOf('acme').length).toBeGreaterThan(3)
  })

  it('is asked less and less often, and its alert says so', async () => {
    const { time, timesOf, status } = await lemmyWorld((words) =>
      words === 'acme' ? { status: 504 } : nothing,
    )
    await time.advance(4 * 24 * hour)
    const waits = timesOf('acme').map((at, place, all) => at - (all[place - 1] ?? at))
    expect(waits.slice(1).every((wait, place) => wait >= (waits[place] ?? 0))).toBe(true)
    expect(waits.at(-1)).toBeGreaterThan(8 * hour)
    expect(status()?.plan?.map(({ error }) => error)).toEqual(['lemmy.world answers 504', undefined])
  })

  it('is asked again at its usual times when it works again', async () => {
    let isBroken = true
    const { time, timesOf, status } = await lemmyWorld((words) =>
      words === 'acme' && isBroken ? { status: 504 } : nothing,
    )
    await time.advance(hour)
    isBroken = false
    await time.advance(5 * hour)
    expect(timesOf('acme').length).toBeGreaterThan(8)
    expect(status()?.plan?.map(({ error }) => error)).toEqual([undefined, undefined])
  })
})

it('a search that fails again after its host could not be reached takes no turns of the others', async () => {
  const withoutHost: string[] = []
  let phase: 'all fail' | 'no host' | 'one fails' = 'all fail'
  const { time, timesOf } = await lemmyWorld((words) => {
    if (phase === 'no host') {
      withoutHost.push(words)
      // The other one was tried last.
      if (withoutHost.at(-2) === 'acme' && words === 'rival') phase = 'one fails'
      throw new FetchError('unreachable', 'lemmy.world cannot be reached')
    }
    return words === 'acme' || phase === 'all fail' ? { status: 504 } : nothing
  })
  await time.advance(hour)
  phase = 'no host'
  await time.advance(6 * hour)
  expect(phase).toBe('one fails')
  const before = timesOf('rival').length
  await time.advance(24 * hour)
  expect(timesOf('rival').length - before).toBeGreaterThan(5)
})

describe('a network whose searches all fail', () => {
  it('is asked less and less often, by turns, and is shown as failing', async () => {
    const { time, asked, timesOf, status } = await lemmyWorld(() => ({ status: 502 }))
    await time.advance(48 * hour)
    const waits = asked.map(({ at }, place) => at - (asked[place - 1]?.at ?? at)).slice(2)
    expect(waits.every((wait, place) => place === 0 || wait > (waits[place - 1] ?? 0))).toBe(true)
    expect(asked.length).toBeLessThan(20)
    expect(Math.abs(timesOf('acme').length - timesOf('rival').length)).toBeLessThan(2)
    expect(status()).toMatchObject({ error: 'lemmy.world answers 502', failures: asked.length - 1 })
  })

  it('is soon searched for all alerts when it works again', async () => {
    let isBroken = true
    const { time, timesOf } = await lemmyWorld(() => (isBroken ? { status: 502 } : nothing))
    await time.advance(12 * hour)
    isBroken = false
    const mended = time.now()
    await time.advance(13 * hour)
    const first = ['acme', 'rival'].map((words) => timesOf(words).find((at) => at > mended) ?? Infinity)
    expect(Math.max(...first) - Math.min(...first)).toBeLessThan(hour)
  })
})

describe('a search that meets a failure of its host', () => {
  const minute = 60_000
  const failures: [string, () => PartialAnswer][] = [
    ['answers 503 and asks to wait', () => ({ status: 503, headers: { 'retry-after': '30' } })],
    ['answers 429', () => ({ status: 429, headers: { 'retry-after': '30' } })],
    ['lets nobody in', () => ({ status: 401 })],
    [
      'cannot be reached',
      () => {
        throw new FetchError('unreachable', 'lemmy.world cannot be reached')
      },
    ],
  ]

  it.each(failures)(
    'that %s is still due when the host answers again, also if it is new',
    async (_, fail) => {
      let failed: string | undefined
      const { time, asked, timesOf } = await lemmyWorld((words) => {
        if (failed !== undefined) return nothing
        failed = words
        return fail()
      })
      await time.advance(2 * hour)
      const other = asked.find(({ words }) => words !== failed)?.at ?? Infinity
      const [first = Infinity, again = Infinity] = timesOf(failed ?? '')
      expect([first, other, again]).toEqual([first, other, again].toSorted((a, b) => a - b))
      expect(again - other).toBeLessThan(5 * minute)
    },
  )

  it.each(failures)(
    'that %s for hours, as for all, is asked soon after the first one that succeeds',
    async (_, fail) => {
      let isBroken = false
      const { time, timesOf } = await lemmyWorld(() => (isBroken ? fail() : nothing))
      await time.advance(2 * hour)
      isBroken = true
      await time.advance(3 * hour)
      isBroken = false
      const mended = time.now()
      await time.advance(13 * hour)
      const firstTimes = ['acme', 'rival'].map(
        (words) => timesOf(words).find((at) => at > mended) ?? Infinity,
      )
      expect(Math.max(...firstTimes) - Math.min(...firstTimes)).toBeLessThan(5 * minute)
    },
  )

  it.each(failures)(
    'that %s always, and for it alone, is asked no more often than usual',
    async (_, fail) => {
      const { time, timesOf } = await lemmyWorld((words) => (words === 'acme' ? fail() : nothing))
      await time.advance(12 * hour)
      // Usually every 20 minutes, because it finds nothing.
      expect(timesOf('acme').length).toBeLessThan(45)
    },
  )
})

it('a search whose packed answer is broken keeps no other from being asked', async () => {
  const { url, listen, requests } = await localNetwork(({ parameters }) =>
    parameters.get('q') === 'acme' ? { headers: { 'content-encoding': 'br' }, text: 'broken' } : nothing,
  )
  const [channel] = listen(lemmy, { instances: [url] }, ['acme', 'rival'])
  await channel?.poll(6)
  expect(requests.filter(({ parameters }) => parameters.get('q') === 'rival').length).toBeGreaterThan(1)
  expect(channel?.plan()[0]?.error).toBe('127.0.0.1 answers with a packed body that is broken')
})

it('a GraphQL interface that answers with errors does not stop the search of issues', async () => {
  const { url, listen, requests } = await localNetwork(({ path }) =>
    path === '/graphql'
      ? { json: { errors: [{ message: 'Something went wrong while executing your query.' }] } }
      : { json: { incomplete_results: false, items: [] } },
  )
  const [channel] = listen(github, { url, token: 'secret' }, ['acme'])
  await channel?.poll(9)
  expect(requests.filter(({ path }) => path === '/search/issues').length).toBeGreaterThan(3)
})

it('what is there at the first answer is old, also if the request failed before', async () => {
  const { url, listen, requests } = await localNetwork(({ parameters }) => {
    const words = parameters.get('q')
    const isFirstOfRival = requests.filter((one) => one.parameters.get('q') === 'rival').length === 1
    if (words === 'rival' && isFirstOfRival) return { status: 500 }
    return { json: { results: [{ url: `https://${words}.example/`, title: 'acme rival' }] } }
  })
  const [channel] = listen(searxng, { url }, ['acme', 'rival'])
  const { items = [] } = (await channel?.poll(9)) ?? {}
  const ofRival = items.filter((item) => item.url === 'https://rival.example/')
  expect(ofRival[0]).toMatchObject({ isOld: true })
})
