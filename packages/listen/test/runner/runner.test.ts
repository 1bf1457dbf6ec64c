import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import { type Channel, FetchError, type Json, type PollChannel, type StreamTools } from '../../src/source.ts'
import { fakeHost, item, linesSource, sourceOf, startWorld } from '../engine-world.ts'
import { createVirtualTime } from '../virtual-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const pollOf = (key: string, poll: PollChannel['poll'], everyMs = hour): PollChannel => ({
  kind: 'poll',
  key,
  everyMs,
  poll,
})

/** The state of the only channel. */
const stateOf = ({ runner }: { runner: { status: () => object[] } }) => runner.status()[0]

describe('a channel that is polled', () => {
  it('continues from its cursor, also after a restart', async () => {
    const cursors: (Json | undefined)[] = []
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const counting = sourceOf('counting', [
      pollOf('all', async (cursor) => {
        cursors.push(cursor)
        return { items: [item(cursors.length)], cursor: { at: cursors.length } }
      }),
    ])
    const first = await startWorld({ sources: [counting], file, time })
    await time.advance(90 * minute)
    await first.close()
    const second = await startWorld({ sources: [counting], file, time })
    await time.advance(hour)
    expect(cursors).toEqual([undefined, { at: 1 }, { at: 2 }])
    expect(second.urls()).toHaveLength(3)
  })

  it('writes only its next time for an answer without news, its cursor once a minute, and at the end', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const cursors: (Json | undefined)[] = []
    const second = 1000
    const quiet = sourceOf('quiet', [
      pollOf(
        'all',
        async (cursor) => {
          cursors.push(cursor)
          return { items: [], cursor: cursors.length }
        },
        second,
      ),
    ])
    const { store, close } = await startWorld({ sources: [quiet], file, time })
    const { database } = store
    const written = () => database.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0
    await time.advance(5 * second)
    const [before, polls] = [written(), cursors.length]
    await time.advance(40 * second)
    expect(written() - before).toBe(cursors.length - polls)
    await time.advance(2 * minute)
    expect(database.get('SELECT CAST(cursor AS INTEGER) >= 60 AS isWritten FROM channels')).toEqual({
      isWritten: 1,
    })
    await close()
    const last = cursors.length
    await startWorld({ sources: [quiet], file, time })
    await time.advance(minute)
    expect(cursors[last]).toBe(last)
  })

  it('writes a longer wait at once, although there is no news', async () => {
    const waiting = sourceOf('waiting', [
      pollOf('all', async (_cursor, { now }) => ({ items: [], cursor: 1, nextAt: now() + 5 * hour })),
    ])
    const { store, time } = await startWorld({ sources: [waiting] })
    await time.advance(minute)
    const row = store.database.get<{ state: string }>('SELECT state FROM channels')
    expect(JSON.parse(row?.state ?? '{}').nextAt - time.now()).toBeGreaterThan(4 * hour)
  })

  it('reads page after page at once, each stored before the next, and goes on later if there is no end', async () => {
    const endless = sourceOf('endless', [
      pollOf('all', async (cursor, { now }) => {
        const page = Number(cursor ?? 0)
        return { items: [item(page)], cursor: page + 1, more: true, nextAt: now() + hour }
      }),
    ])
    const world = await startWorld({ sources: [endless] })
    await world.time.advance(1)
    const atFirst = world.urls().length
    expect(atFirst).toBeGreaterThanOrEqual(50)
    await world.time.advance(minute)
    expect(world.urls().length).toBeGreaterThan(atFirst)
  })

  it('costs the same beside ten channels and beside a thousand that wait for another day', async () => {
    const readings = async (others: number) => {
      let count = 0
      const clock = createVirtualTime()
      const time = {
        ...clock,
        now() {
          count++
          return clock.now()
        },
      }
      const nothing = async () => ({ items: [] })
      const channels = Array.from({ length: others }, (_, index) => pollOf(`rare ${index}`, nothing, day))
      const source = sourceOf('feeds', [...channels, pollOf('often', nothing, minute)])
      await startWorld({ sources: [source], time })
      await time.advance(minute)
      count = 0
      await time.advance(4 * minute)
      return count
    }
    expect(await readings(1000)).toBeLessThan(2 * (await readings(10)))
  })

  it('searches once for items of channels that are gone, however many new channels look for theirs', async () => {
    const found: object[] = []
    const source = sourceOf('feeds', [
      ...Array.from({ length: 20 }, (_, index) =>
        pollOf(`new ${index}`, async (_cursor, { left }) => {
          found.push(left())
          return { items: [] }
        }),
      ),
    ])
    const { time } = await startWorld({ sources: [source] })
    await time.advance(minute)
    expect(found).toHaveLength(20)
    expect(new Set(found).size).toBe(1)
  })

  it('is asked when it wants to be asked', async () => {
    const asked: number[] = []
    const source = sourceOf('soon', [
      pollOf('all', async (_cursor, { now }) => {
        asked.push(now())
        return { items: [], nextAt: now() + 5 * minute }
      }),
    ])
    const { time } = await startWorld({ sources: [source] })
    await time.advance(11 * minute)
    expect(asked.map((at) => at - (asked[0] ?? 0))).toEqual([0, 5 * minute, 10 * minute])
  })

  it('is asked less and less while it fails, says why, and recovers', async () => {
    let isBroken = true
    let asked = 0
    const source = sourceOf('broken', [
      pollOf('all', async () => {
        asked += 1
        if (isBroken) throw new Error('this is no feed')
        return { items: [item(1)] }
      }),
    ])
    const world = await startWorld({ sources: [source] })
    await world.time.advance(6.5 * hour)
    expect(asked).toBe(3)
    expect(stateOf(world)).toMatchObject({ failures: 3, error: 'this is no feed' })
    expect(world.log).toMatchObject(Array(3).fill({ level: 'warn', fields: { source: 'broken' } }))
    isBroken = false
    await world.time.advance(8 * hour)
    expect(stateOf(world)).toMatchObject({ failures: 0, okAt: expect.any(Number) })
    expect(stateOf(world)).not.toHaveProperty('error')
    expect(world.urls()).toHaveLength(1)
  })

  it('ends with 410, stays ended after a restart, and begins again when it was taken out of the configuration in between', async () => {
    const url = 'https://gone.example/feed'
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const host = fakeHost({ [url]: () => ({ status: 410 }) }, time.now)
    const start = async (isNamed = true) => {
      const sources = [isNamed ? linesSource(url) : sourceOf('lines', [])]
      const world = await startWorld({ sources, file, time, send: host.send })
      await time.advance(3 * day)
      await world.close()
      return world
    }
    const world = await start()
    expect(stateOf(world)).toMatchObject({ ended: 'gone.example answers 410: it is gone for good' })
    await start()
    expect(host.requests).toHaveLength(1)
    await start(false)
    await start()
    expect(host.requests).toHaveLength(2)
  })

  it('that hangs or fails does not delay another', async () => {
    let polls = 0
    const stuck = Array.from({ length: 3 }, (_, index) =>
      pollOf(`stuck ${index}`, () => new Promise<never>(() => undefined)),
    )
    const failing = pollOf('failing', () => Promise.reject(new Error('no')))
    const good = pollOf('good', async () => {
      polls += 1
      return { items: [] }
    })
    const world = await startWorld({ sources: [sourceOf('some', [...stuck, failing, good])] })
    await world.time.advance(3.5 * hour)
    expect(polls).toBe(4)
    expect(world.runner.status().find(({ channel }) => channel === 'stuck 0')).toMatchObject({
      error: 'the source did not end its poll in time',
    })
  })

  it('of another source is asked at its times, although a source hangs with more channels than are asked at once, and one fails', async () => {
    const [polls, asked]: [number[], number[]] = [[], []]
    const hanging = Array.from({ length: 20 }, (_, index) =>
      pollOf(`hangs ${index}`, () => {
        asked.push(index)
        return new Promise<never>(() => undefined)
      }),
    )
    const failing = Array.from({ length: 20 }, (_, index) =>
      pollOf(`fails ${index}`, () => Promise.reject(new Error('no')), minute),
    )
    const time = createVirtualTime()
    const good = pollOf(
      'all',
      async () => {
        polls.push(time.now() - start)
        return { items: [item(polls.length)] }
      },
      5 * minute,
    )
    const start = time.now()
    const sources = [sourceOf('hanging', hanging), sourceOf('failing', failing), sourceOf('good', [good])]
    const world = await startWorld({ sources, time })
    await time.advance(1)
    expect(asked).toHaveLength(8)
    await time.advance(29 * minute)
    expect(polls).toEqual([0, 5, 10, 15, 20, 25].map((at) => at * minute))
    expect(world.urls()).toHaveLength(6)
    expect(new Set(asked).size).toBe(20)
  })

  it('that waits for its turn at a host delays no other host, and its wait is no failure', async () => {
    const time = createVirtualTime()
    const slowHost = Array.from({ length: 12 }, (_, index) => `https://slow.example/${index}`)
    const pages = Object.fromEntries(
      [...slowHost, 'https://quick.example/'].map((url) => [url, () => ({ text: `${url.length} acme` })]),
    )
    const host = fakeHost(pages, time.now)
    const channel = (url: string, hostPauseMs: number) =>
      pollOf(url, async (_cursor, { fetch }) => {
        await fetch(url, { hostPauseMs })
        return { items: [] }
      })
    const channels = [...slowHost.map((url) => channel(url, 90_000)), channel('https://quick.example/', 2000)]
    const world = await startWorld({ sources: [sourceOf('some', channels)], time, send: host.send })
    await time.advance(1)
    expect(host.requests.map(({ url }) => url)).toEqual([slowHost[0], 'https://quick.example/'])
    await time.advance(18 * minute)
    expect(host.requests).toHaveLength(13)
    expect(world.log).toEqual([])
  })

  it('is not forgotten when the clock was ahead for a while, and not hurried when it was set back', async () => {
    const asked: number[] = []
    const time = createVirtualTime()
    const source = sourceOf('steady', [
      pollOf('all', async () => {
        asked.push(time.now())
        return { items: [] }
      }),
    ])
    await startWorld({ sources: [source], time })
    await time.advance(minute)
    time.jump(300 * day)
    await time.advance(2 * minute)
    time.jump(-300 * day)
    await time.advance(3 * hour)
    expect(asked.length).toBeGreaterThanOrEqual(4)
    expect(asked.length).toBeLessThanOrEqual(6)
  })

  it('says what was lost for good', async () => {
    const source = sourceOf('gappy', [
      pollOf('all', async () => ({ items: [], gap: 'posts before Monday are lost' })),
    ])
    const world = await startWorld({ sources: [source] })
    await world.time.advance(1)
    expect(stateOf(world)).toMatchObject({ gaps: [{ what: 'posts before Monday are lost' }] })
  })

  it('shows when it last gave something new, and how late', async () => {
    const source = sourceOf('late', [
      pollOf('all', async (_cursor, { now }) => ({ items: [item(1, { publishedAt: now() - 7 * minute })] })),
    ])
    const world = await startWorld({ sources: [source] })
    await world.time.advance(1)
    expect(stateOf(world)).toMatchObject({ delayMs: 7 * minute, itemAt: expect.any(Number) })
  })

  it('loses nothing on a full disk: it stores nothing, says so, and stores everything when there is space again', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const long = 'acme '.repeat(1000)
    const source = sourceOf('large', [
      pollOf(
        'all',
        async (cursor) => {
          const page = Number(cursor ?? 0)
          return { items: [item(page, { text: { plain: long } })], cursor: page + 1 }
        },
        minute,
      ),
    ])
    const world = await startWorld({ sources: [source], file })
    const pages = world.store.database.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
    world.store.database.get(`PRAGMA max_page_count = ${pages + 12}`)
    await world.time.advance(30 * minute)
    const before = world.urls().length
    expect(before).toBeLessThan(10)
    expect(stateOf(world)).toMatchObject({ error: expect.stringMatching(/full/) })
    world.store.database.get('PRAGMA max_page_count = 100000')
    await world.time.advance(2 * hour)
    const urls = world.urls()
    expect(urls.length).toBeGreaterThan(before + 2)
    expect(urls).toEqual(urls.map((_url, place) => `https://news.example/${place}`))
  })
})

describe('a host', () => {
  const urls = ['https://one.example/a', 'https://one.example/b', 'https://two.example/c']

  it('gets one request at a time, and none within two seconds after the last, whichever channels ask', async () => {
    const time = createVirtualTime()
    const spans: { host: string; from: number; to: number }[] = []
    const send = async ({ url }: { url: URL }) => {
      const from = time.now()
      await time.sleep(700)
      spans.push({ host: url.hostname, from, to: time.now() })
      return { status: 200, headers: {}, body: Buffer.from('') }
    }
    await startWorld({
      sources: urls.map((url, index) => linesSource(url, { name: `feed${index}` })),
      time,
      send,
    })
    await time.advance(minute)
    const [first, second] = spans.filter(({ host }) => host === 'one.example')
    expect(second?.from).toBe((first?.to ?? 0) + 2000)
    expect(spans.find(({ host }) => host === 'two.example')?.from).toBe(first?.from)
  })

  it('that asks to wait gets no request from any channel until then, also after a restart', async () => {
    const time = createVirtualTime()
    const file = `${emptyFolder()}/mentions.sqlite`
    const until = time.now() + 5 * hour
    const host = fakeHost(
      {
        [urls[0] ?? '']: () => ({ status: 429, headers: { 'retry-after': new Date(until).toUTCString() } }),
        [urls[1] ?? '']: () => ({ text: '1 acme' }),
      },
      time.now,
    )
    const start = () =>
      startWorld({
        sources: urls.slice(0, 2).map((url, index) => linesSource(url, { name: `feed${index}` })),
        time,
        file,
        send: host.send,
      })
    const world = await start()
    await time.advance(hour)
    await world.close()
    await start()
    await time.advance(8 * hour)
    const [first, ...later] = host.requests
    expect(first?.at).toBeLessThan(until)
    expect(Math.min(...later.map(({ at }) => at))).toBeGreaterThanOrEqual(until)
    expect(new Set(later.map(({ url }) => url)).size).toBe(2)
  })
})

describe('a page that has moved', () => {
  const old = 'https://old.example/feed'
  const next = 'https://new.example/feed'

  async function moved(status: number, days: number) {
    const time = createVirtualTime()
    let isUp = true
    const host = fakeHost(
      {
        [old]: () => ({ status, headers: { location: next } }),
        [next]: ({ headers }) =>
          !isUp
            ? { status: 404 }
            : headers['if-none-match'] === '"1"'
              ? { status: 304 }
              : { headers: { etag: '"1"' }, text: '1 acme' },
      },
      time.now,
    )
    const world = await startWorld({ sources: [linesSource(old, { everyMs: day })], time, send: host.send })
    await time.advance(days * day - hour)
    return { host, time, world, break: () => (isUp = false) }
  }

  it('for good is asked at its new address after five polls, and at the old one again if that fails', async () => {
    const { host, time, break: breakNew } = await moved(301, 8)
    const count = (url: string) => host.requests.filter((request) => request.url === url).length
    expect([count(old), count(next)]).toEqual([5, 8])
    breakNew()
    await time.advance(day)
    expect(count(old)).toBe(6)
  })

  it('for now is asked at its old address', async () => {
    const { host } = await moved(302, 8)
    expect(host.requests.filter(({ url }) => url === old)).toHaveLength(8)
  })

  it('gets the validators only at the address that gave them', async () => {
    const { host } = await moved(302, 3)
    expect(host.requests.map(({ url, headers }) => [url === next, headers['if-none-match']])).toEqual([
      [false, undefined],
      [true, undefined],
      [false, undefined],
      [true, '"1"'],
      [false, undefined],
      [true, '"1"'],
    ])
  })

  it('in a circle fails after six requests', async () => {
    const time = createVirtualTime()
    const host = fakeHost({ [old]: () => ({ status: 302, headers: { location: old } }) }, time.now)
    const world = await startWorld({ sources: [linesSource(old)], time, send: host.send })
    await time.advance(20_000)
    expect(host.requests).toHaveLength(6)
    expect(stateOf(world)).toMatchObject({ error: `${old} leads to more than 5 other addresses` })
  })
})

describe('a stream', () => {
  /** A stream that gives numbers from its cursor on. `plan` says how each connection goes. */
  function numbers(plan: ((tools: StreamTools, from: number) => Promise<void>)[]) {
    const opened: { at: number; cursor: Json | undefined }[] = []
    const channel: Channel = {
      kind: 'stream',
      key: 'all',
      async open(cursor, tools) {
        opened.push({ at: tools.now(), cursor })
        const next = plan[Math.min(opened.length, plan.length) - 1]
        await next?.(tools, Number(cursor ?? 0))
      },
    }
    return { source: sourceOf('stream', [channel]), opened }
  }
  const give = async ({ store }: StreamTools, from: number, count: number) => {
    for (let id = from; id < from + count; id++) await store({ items: [item(id)], cursor: id + 1 })
  }
  const hang = ({ signal }: StreamTools) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

  it('is opened again from its cursor when it ends or breaks, later each time if it gave nothing', async () => {
    const { source, opened } = numbers([
      (tools, from) => give(tools, from, 3),
      async (tools, from) => {
        await give(tools, from, 2)
        throw new FetchError('unreachable', 'cut')
      },
      () => Promise.reject(new FetchError('unreachable', 'refused')),
      () => Promise.reject(new FetchError('unreachable', 'refused')),
      () => Promise.reject(new FetchError('unreachable', 'refused')),
      hang,
    ])
    const world = await startWorld({ sources: [source] })
    await world.time.advance(minute)
    expect(opened.map(({ cursor }) => cursor)).toEqual([undefined, 3, 5, 5, 5, 5])
    const waits = opened.slice(1).map(({ at }, place) => (at - (opened[place]?.at ?? 0)) / 1000)
    expect(waits).toEqual([1, 1, 2, 4, 8])
    expect(world.urls()).toHaveLength(5)
  })

  it('that its server refuses is asked for more and more seldom', async () => {
    const { source, opened } = numbers([
      () => Promise.reject(new FetchError('refused', 'news.example answers 404', { status: 404 })),
    ])
    const world = await startWorld({ sources: [source] })
    await world.time.advance(24 * hour)
    expect(opened.length).toBeGreaterThan(20)
    expect(opened.length).toBeLessThan(40)
  })

  it('waits as long as its host asks, also after a restart', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const { source, opened } = numbers([
      (tools) => Promise.reject(new FetchError('busy', 'later', { retryAt: tools.now() + 3 * hour })),
      hang,
    ])
    const world = await startWorld({ sources: [source], file, time })
    await time.advance(hour)
    await world.close()
    await startWorld({ sources: [source], file, time })
    await time.advance(3 * hour)
    expect((opened[1]?.at ?? 0) - (opened[0]?.at ?? 0)).toBe(3 * hour)
  })

  it('stores only what matches, and gives the rest to alerts that are made soon after', async () => {
    const { source } = numbers([
      async (tools) => {
        await tools.store({
          items: [item(1), item(2, { title: 'rivals', text: { plain: 'rivals' } })],
          cursor: 2,
        })
        await hang(tools)
      },
    ])
    const world = await startWorld({ sources: [source] })
    await world.time.advance(1)
    expect(world.store.database.get('SELECT count(*) AS n FROM items')).toEqual({ n: 1 })
    await world.book.add({ name: 'Rivals', query: 'rivals', languages: [] })
    expect(world.urls('1002')).toEqual(['https://news.example/2'])
  })
})

describe('the second look at items', () => {
  it('happens once at each age, for items that became mentions, and applies new numbers and removals', async () => {
    const looks: { hours: number; ids: readonly string[] }[] = []
    const time = createVirtualTime()
    const begun = time.now()
    const source = sourceOf(
      'watched',
      [
        pollOf('all', async (cursor) =>
          cursor === undefined
            ? {
                items: [1, 2, 3]
                  .map((id) => item(id, { publishedAt: begun, metrics: { likes: 1 } }))
                  .concat(item(4, { title: 'x', text: { plain: 'x' } })),
                cursor: 1,
              }
            : { items: [] },
        ),
      ],
      {
        reach: ({ likes }) => likes,
        recheck: {
          atAges: [24 * hour, 72 * hour],
          size: 2,
          async look(ids) {
            looks.push({ hours: Math.floor((time.now() - begun) / hour), ids })
            return {
              items: ids
                .filter((id) => id !== '3')
                .map((id) => item(id, { publishedAt: begun, metrics: { likes: 40 } })),
              removals: ids.includes('3') ? [{ item: '3' }] : [],
            }
          },
        },
      },
    )
    const world = await startWorld({ sources: [source], time })
    await time.advance(100 * hour)
    expect(looks).toEqual([
      { hours: 24, ids: ['1', '2'] },
      { hours: 24, ids: ['3'] },
      { hours: 72, ids: ['1', '2'] },
    ])
    expect(world.mentions().map(({ reach }) => reach)).toEqual([40, 40])
  })

  it('goes on after a day with the next items if the oldest ones cannot be looked at', async () => {
    const time = createVirtualTime()
    const begun = time.now()
    const looked: string[] = []
    const items = [1, 2, 3, 4].map((id) => item(id, { publishedAt: begun - (10 - id) * minute }))
    const source = sourceOf(
      'stuck',
      [pollOf('all', async (cursor) => (cursor === undefined ? { items, cursor: 1 } : { items: [] }))],
      {
        recheck: {
          ...{ atAges: [hour], size: 2, everyMs: minute },
          async look(ids) {
            if (ids.includes('1'))
              throw new FetchError('refused', 'news.example answers 403', { status: 403 })
            looked.push(...ids)
            return { items: [], removals: [{ item: '4' }] }
          },
        },
      },
    )
    const world = await startWorld({ sources: [source], time })
    await time.advance(20 * hour)
    expect(looked).toEqual([])
    expect(world.runner.status().find(({ channel }) => channel === 'recheck')?.error).toContain('answers 403')
    await time.advance(60 * hour)
    expect(looked).toEqual(['3', '4'])
    expect(world.urls()).toHaveLength(3)
  })

  /** Items published at these hours, of which only those that `fails` names cannot be looked at. Tells which were looked at. */
  async function watched(hours: number[], fails: (id: string) => boolean) {
    const time = createVirtualTime()
    const begun = time.now()
    const looked: string[] = []
    const items = hours.map((at, place) => {
      const publishedAt = begun + at * hour
      return { ...item(place + 1, { publishedAt }), publishedAt }
    })
    const source = sourceOf(
      'watched',
      [pollOf('all', async () => ({ items: items.filter(({ publishedAt }) => publishedAt <= time.now()) }))],
      {
        recheck: {
          ...{ atAges: [hour], size: 1, everyMs: minute },
          async look([id = '']) {
            if (fails(id)) throw new FetchError('refused', 'news.example answers 403', { status: 403 })
            looked.push(id)
            return { items: [] }
          },
        },
      },
    )
    return { world: await startWorld({ sources: [source], time }), time, looked }
  }

  it('goes on after a day also if alerts are changed each few hours', async () => {
    const { world, time, looked } = await watched([-10, -9], (id) => id === '1')
    for (let turn = 0; turn < 16; turn++) {
      await time.advance(5 * hour)
      await world.book.add({ name: `Rivals ${turn}`, query: `rivals${turn}`, languages: [] })
    }
    expect(looked).toEqual(['2'])
  })

  it('goes on with an item after a short failure, although another one failed days before', async () => {
    let isDown = true
    const { world, time, looked } = await watched([-10, 80], (id) => isDown && ['1', '2'].includes(id))
    await time.advance(hour)
    world.store.database.run('UPDATE items SET content = NULL WHERE id = ?', '1')
    await time.advance(81 * hour)
    isDown = false
    await time.advance(5 * hour)
    expect(looked).toEqual(['2'])
  })
})

describe('a host that asks for a wait', () => {
  it('is told in the status of its sources, with the end', async () => {
    const url = 'https://feeds.example/feed'
    const time = createVirtualTime()
    const until = time.now() + 20 * hour
    const host = fakeHost(
      { [url]: () => ({ status: 429, headers: { 'retry-after': new Date(until).toUTCString() } }) },
      time.now,
    )
    const world = await startWorld({ sources: [linesSource(url)], time, send: host.send })
    await time.advance(hour)
    const [status] = world.runner.status()
    expect(status?.waitsUntil).toBe(until)
    expect(status?.waitMs).toBeGreaterThanOrEqual(20 * hour)
  })
})

describe('old mentions', () => {
  it('go when they have been kept long enough, and do not come back while their feed still has them', async () => {
    const url = 'https://feeds.example/feed'
    const time = createVirtualTime()
    const host = fakeHost({ [url]: () => ({ text: '1 acme' }) }, time.now)
    const world = await startWorld({
      sources: [linesSource(url, { everyMs: day })],
      settings: { keep: '10d', alerts: [{ name: 'Acme', query: 'acme' }], sources: { lines: true } },
      time,
      send: host.send,
    })
    await time.advance(9 * day)
    expect(world.urls()).toHaveLength(1)
    await time.advance(2 * day)
    expect(world.urls()).toEqual([])
    await time.advance(30 * day)
    expect(world.urls()).toEqual([])
  })

  it('stay if our clock is months ahead of those of the sites', async () => {
    const url = 'https://feeds.example/feed'
    const time = createVirtualTime()
    const start = time.now()
    const dated = () => ({ text: '1 acme', headers: { date: new Date(start + 2 * day).toUTCString() } })
    const world = await startWorld({
      sources: [linesSource(url)],
      settings: { keep: '10d', alerts: [{ name: 'Acme', query: 'acme' }], sources: { lines: true } },
      time,
      send: fakeHost({ [url]: dated }, time.now).send,
    })
    await time.advance(day)
    time.jump(90 * day)
    await time.advance(day)
    expect(world.urls()).toHaveLength(1)
  })
})
