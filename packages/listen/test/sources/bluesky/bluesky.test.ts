import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../../../test/tools/folder.ts'
import { FetchError } from '../../../src/source.ts'
import { createBluesky, publicServers } from '../../../src/sources/bluesky.ts'
import { startWorld, type WorldOptions } from '../../engine-world.ts'
import { createFakeBlueskyApp, type FakePerson } from '../../fakes/bluesky-app.ts'
import { createFakeHosts } from '../../fakes/hosts.ts'
import { createFakeJetstream } from '../../fakes/jetstream.ts'
import { withKills } from '../../fakes/kills.ts'
import { createVirtualTime } from '../../virtual-time.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const secondUs = 1_000_000

const alice = 'did:plc:alice'
const uriOf = (rkey: string, did = alice) => `at://${did}/app.bsky.feed.post/${rkey}`
const pageOf = (rkey: string, did = alice) => `https://bsky.app/profile/${did}/post/${rkey}`

type Network = ReturnType<typeof network>

/** The servers of Bluesky, which live on while the service is off. */
function network(time = createVirtualTime(), options?: { lookbackUs?: number }) {
  const jetstream = createFakeJetstream(time, options)
  const app = createFakeBlueskyApp()
  const hosts = createFakeHosts(app.hosts, time.now)
  let number = 0
  const person = (did: string, fields: Partial<FakePerson> = {}) =>
    app.putPerson({ did, handle: `${did.split(':')[2]}.example`, displayName: 'Alice', ...fields })
  person(alice)
  return {
    ...{ time, jetstream, app, hosts, person },
    post(
      text: string,
      { did = alice, rkey = `p${++number}`, operation = 'create' as 'create' | 'update', ...record } = {},
    ) {
      const createdAt = new Date(time.now()).toISOString()
      const written = { $type: 'app.bsky.feed.post', text, createdAt, langs: ['en'], ...record }
      app.putPost({ uri: uriOf(rkey, did), record: written })
      jetstream.emit({ kind: 'commit', did, operation, rkey, record: written })
      return rkey
    },
    remove(rkey: string, did = alice) {
      app.removePost(uriOf(rkey, did))
      jetstream.emit({ kind: 'commit', did, operation: 'delete', rkey })
    },
    account: (did: string, active: boolean, status?: string) =>
      jetstream.emit({ kind: 'account', did, active, ...(status && { status }) }),
  }
}

/** The service, connected. */
async function world(net: Network = network(), options: Partial<WorldOptions> = {}) {
  const { time, jetstream, hosts } = net
  const started = await startWorld({
    ...{ sources: [createBluesky()], time, send: hosts.send, openSocket: jetstream.openSocket },
    ...options,
  })
  await time.advance(1)
  return {
    ...net,
    ...started,
    state: () => started.runner.status()[0],
    settle: () => time.advance(5 * second),
  }
}

const settingsWith = (bluesky: Record<string, unknown>) => ({
  alerts: [{ name: 'Acme', query: 'acme' }],
  sources: { bluesky },
})

describe('Bluesky', () => {
  it('gives posts with their authors, languages and times, and connects once for all alerts', async () => {
    const alerts = Array.from({ length: 30 }, (_, n) => ({ name: `${n}`, query: `acme OR word${n}` }))
    const { post, person, mentions, jetstream, settle, store } = await world(undefined, {
      settings: { alerts, sources: { bluesky: true } },
    })
    person(alice, { avatar: 'https://cdn.example/a.jpg', followersCount: 4000, description: 'Engineer' })
    const rkey = post('We moved to Acme, and it is fast')
    post('Nothing to see here')
    await settle()
    expect(mentions()).toMatchObject([
      {
        url: pageOf(rkey),
        title: 'We moved to Acme, and it is fast',
        language: 'en',
        reach: 200,
        author: {
          ...{ name: 'Alice', url: 'https://bsky.app/profile/alice.example', audience: 4000 },
          ...{ avatar: 'https://cdn.example/a.jpg', description: 'Engineer' },
        },
      },
    ])
    expect(JSON.parse(store.items.find('bluesky', uriOf(rkey))?.content ?? '').kind).toBe('web')
    expect(jetstream.connections).toHaveLength(1)
    const { url } = jetstream.connections[0] ?? {}
    expect(url?.pathname).toBe('/subscribe')
    expect(url?.searchParams.getAll('wantedCollections')).toEqual(['app.bsky.feed.post'])
    expect(url?.searchParams.has('cursor')).toBe(false)
  })

  it('does not connect before there is an alert, and connects when there is one', async () => {
    const { jetstream, book, time } = await world(undefined, {
      settings: { alerts: [], sources: { bluesky: true } },
    })
    expect(jetstream.connections).toEqual([])
    await book.add({ name: 'Acme', query: 'acme', languages: [] })
    await time.advance(1)
    expect(jetstream.connections).toHaveLength(1)
  })

  it('cannot be searched without an account, so a preview only knows what the stream gave since the start', async () => {
    const { post, settle, runner, ingest } = await world()
    const rkey = post('globex')
    await settle()
    const [query, languages]: [string, string[]] = ['globex', []]
    const asked = await runner.lately({ alert: 'preview', query, anchors: [query], languages })
    expect(asked).toEqual([])
    const { examples } = await ingest.preview({ query, languages }, asked)
    expect(examples.map(({ url }) => url)).toEqual([pageOf(rkey)])
  })

  it('updates the mention of an edited post and removes that of a deleted one', async () => {
    const { post, remove, mentions, settle } = await world()
    const rkey = post('acme is god')
    const other = post('acme again')
    await settle()
    post('acme is good', { rkey, operation: 'update' })
    remove(other)
    await settle()
    expect(mentions()).toMatchObject([{ url: pageOf(rkey), snippet: 'acme is good' }])
  })

  it('knows no post that was deleted in the same moment', async () => {
    const { post, remove, urls, settle } = await world()
    remove(post('acme, oops'))
    await settle()
    expect(urls()).toEqual([])
  })

  it.each(['deleted', 'takendown', 'suspended', 'deactivated'])(
    'removes all posts of an account that is %s',
    async (status) => {
      const { post, account, urls, settle } = await world()
      post('acme 1')
      const kept = post('acme 2', { did: 'did:plc:bob' })
      await settle()
      account(alice, false, status)
      await settle()
      expect(urls()).toEqual([pageOf(kept, 'did:plc:bob')])
    },
  )

  it.each([
    [true, undefined],
    [false, 'throttled'],
    [false, 'desynchronized'],
    [false, undefined],
  ])('keeps the posts of an account that is active: %s, %s', async (active, status) => {
    const { post, account, urls, settle } = await world()
    post('acme')
    account(alice, active, status)
    await settle()
    expect(urls()).toHaveLength(1)
  })

  it('gives what an account writes after its return, also if all of it comes at once', async () => {
    const { post, account, urls, settle } = await world()
    post('acme 1')
    account(alice, false, 'deactivated')
    account(alice, true)
    const rkey = post('acme 2')
    await settle()
    expect(urls()).toEqual([pageOf(rkey)])
  })

  it('keeps what an account wrote after its return when a new connection goes back to before it, also after a restart', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const net = network()
    const before = await world(net, { file })
    net.post('acme 1')
    await before.settle()
    net.account(alice, false, 'deactivated')
    net.account(alice, true)
    await before.settle()
    const rkey = net.post('acme 2')
    await before.settle()
    net.jetstream.cut()
    await net.time.advance(10 * second)
    expect(before.urls()).toEqual([pageOf(rkey)])
    await before.close()
    const after = await world(net, { file })
    await after.settle()
    expect(after.urls()).toEqual([pageOf(rkey)])
    net.account(alice, false, 'deleted')
    await after.settle()
    expect(after.urls()).toEqual([])
  })

  it('passes over events that it cannot read or does not want, and says how many', async () => {
    const { post, jetstream, urls, log, settle } = await world()
    for (const raw of [
      '{',
      'null',
      '[]',
      '{"kind":"commit"}',
      `{"did":"${alice}","kind":"commit","commit":7}`,
    ])
      jetstream.emitRaw(raw)
    jetstream.emitRaw(
      JSON.stringify({
        did: alice,
        kind: 'commit',
        commit: { operation: 'create', collection: 'app.bsky.feed.post', rkey: 'x', record: { text: 7 } },
      }),
    )
    jetstream.emitRaw(JSON.stringify({ did: alice, kind: 'something new', time_us: 5 }))
    jetstream.emit({ kind: 'identity', did: alice })
    jetstream.emit({
      kind: 'commit',
      did: alice,
      operation: 'create',
      rkey: 'l',
      collection: 'app.bsky.feed.like',
      record: { text: 'acme' },
    })
    post('acme')
    await settle()
    expect(urls()).toHaveLength(1)
    expect(log).toMatchObject([{ level: 'warn', fields: { unreadable: 5 } }])
  })

  it('speaks the new dialect of the servers, too', async () => {
    const servers = ['wss://own.example/xrpc/network.bsky.jetstream.subscribeEvents']
    const net = network()
    const { post, remove, account, jetstream, urls, settle, time, state } = await world(net, {
      settings: settingsWith({ servers }),
    })
    const rkey = post('acme 1')
    const other = post('acme 2')
    post('acme 3', { did: 'did:plc:bob' })
    await settle()
    remove(other)
    account('did:plc:bob', false, 'deleted')
    jetstream.emitRaw(
      '{"$type":"message","payload":{"$type":"network.bsky.jetstream.subscribeEvents#info","name":"OutdatedCursor"}}',
    )
    await settle()
    expect(urls()).toEqual([pageOf(rkey)])
    jetstream.emitRaw('{"$type":"error","error":"ConsumerTooSlow","message":"…"}')
    await settle()
    expect(state()?.error).toBe('own.example ends the stream: ConsumerTooSlow')
    post('acme 4')
    await time.advance(minute)
    expect(urls()).toHaveLength(2)
    expect(jetstream.connections[1]?.url.searchParams.get('cursor')).toMatch(/^\d{16}$/)
  })

  it('names a server in the log without its password', async () => {
    const servers = ['wss://kim:secret@own.example/subscribe']
    const { jetstream, log, settle } = await world(network(), { settings: settingsWith({ servers }) })
    jetstream.emitRaw('{')
    await settle()
    expect(log).toMatchObject([{ fields: { server: 'own.example', unreadable: 1 } }])
    expect(JSON.stringify(log)).not.toContain('secret')
  })

  it('refuses settings that make no sense', async () => {
    for (const servers of [[], ['https://x.example/subscribe'], 'wss://x.example', ['nonsense']])
      expect(() => createBluesky().channels({ servers }, [])).toThrow()
    expect(() => createBluesky().channels({ server: 'wss://x.example' }, [])).toThrow()
  })
})

describe('the authors of posts on Bluesky', () => {
  it('hold back a stream of 2,000 posts a second by two seconds at most', async () => {
    const net = network()
    const { post, person, mentions, time } = await world(net, {
      settings: { alerts: [{ name: 'Acme', query: 'acme' }], sources: { bluesky: true } },
    })
    const steps = 40
    for (let step = 0; step < steps; step++) {
      const did = `did:plc:person${step}`
      person(did, { displayName: `Person ${step}` })
      post('Acme is fast', { did })
      for (let other = 1; other < 200; other++) post('Nothing to see here')
      await time.advance(100)
    }
    await time.advance(2 * second)
    expect(mentions()).toHaveLength(steps)
    const names = mentions().map(({ author }) => JSON.stringify(author))
    expect(names.filter((name) => name.includes('Person ')).length).toBeGreaterThan(0.9 * steps)
  })
  it('are looked up only if an alert may want their posts, many with one request, and are remembered for a day', async () => {
    const { post, person, hosts, settle, time, mentions } = await world()
    for (let n = 0; n < 20; n++) {
      person(`did:plc:b${n}`, { displayName: `Person ${n}` })
      post(n < 10 ? `acme ${n}` : `other ${n}`, { did: `did:plc:b${n}` })
    }
    await settle()
    expect(hosts.requests).toHaveLength(1)
    expect(hosts.requests[0]?.url.searchParams.getAll('actors')).toHaveLength(10)
    post('acme again', { did: 'did:plc:b3' })
    await settle()
    expect(hosts.requests).toHaveLength(1)
    expect(mentions().at(-1)).toMatchObject({ author: { name: 'Person 3' } })
    await time.advance(day)
    post('acme once more', { did: 'did:plc:b3' })
    await settle()
    expect(hosts.requests.filter(({ url }) => url.pathname.endsWith('getProfiles')).length).toBeGreaterThan(1)
  })

  it('are looked up 25 at a time and at most 50 for one batch, so that posts do not wait long', async () => {
    const { post, person, hosts, settle, mentions } = await world()
    for (let n = 0; n < 60; n++) {
      person(`did:plc:b${n}`)
      post(`acme ${n}`, { did: `did:plc:b${n}` })
    }
    await settle()
    expect(hosts.requests.map(({ url }) => url.searchParams.getAll('actors').length)).toEqual([25, 25])
    expect(mentions()).toHaveLength(60)
    expect(mentions().slice(49, 51)).toMatchObject([
      { author: { name: 'Alice' } },
      { author: { name: 'did:plc:b50' } },
    ])
  })

  it('are looked up without making the stream late, although many posts a second match', async () => {
    const { post, time, urls, hosts } = await world()
    const posts = 300
    const seconds = 6
    for (let at = 0; at < seconds; at++) {
      for (let n = 0; n < posts; n++) post('acme', { did: `did:plc:a${at}x${n}` })
      await time.advance(second)
    }
    await time.advance(3 * second)
    expect(urls()).toHaveLength(posts * seconds)
    expect(hosts.requests.length).toBeGreaterThan(seconds / 2)
  })

  it('are looked up for an alert that was added while the stream runs', async () => {
    const { post, settle, book, mentions } = await world()
    await book.add({ name: 'Other', query: '"café monde"', languages: [] })
    post('At Cafe-Monde today')
    await settle()
    expect(mentions('1002')).toMatchObject([{ author: { name: 'Alice' } }])
  })

  it.each([
    ['are unknown', () => ({ json: { profiles: [] } })],
    ['cannot be looked up', () => ({ status: 502 })],
    ['are hidden behind nonsense', () => ({ text: '<html>' })],
  ])(
    'are named by their permanent ids if they %s, and the post comes all the same',
    async (_name, trouble) => {
      const { post, hosts, settle, mentions } = await world()
      hosts.setTrouble(trouble)
      post('acme')
      await settle()
      expect(mentions()).toMatchObject([
        { author: { name: alice, url: `https://bsky.app/profile/${alice}`, audience: 0 }, reach: 0 },
      ])
    },
  )

  it('are not asked for again soon after a failure, so that posts do not wait', async () => {
    const { post, hosts, time } = await world()
    hosts.setTrouble(() => ({ status: 502 }))
    for (let n = 0; n < 20; n++) {
      post(`acme ${n}`, { did: `did:plc:b${n}` })
      await time.advance(10 * second)
    }
    expect(hosts.requests).toHaveLength(1)
    hosts.setTrouble(undefined)
    await time.advance(10 * minute)
    post('acme', { did: alice })
    await time.advance(minute)
    expect(hosts.requests).toHaveLength(2)
  })

  it('with the handle that stands for a broken one are shown without it', async () => {
    const { post, person, settle, mentions } = await world()
    person(alice, { handle: 'handle.invalid', displayName: '' })
    post('acme')
    await settle()
    expect(mentions()).toMatchObject([{ author: { name: alice, url: `https://bsky.app/profile/${alice}` } }])
  })

  it('who ask not to be shown to people who are not signed in are respected', async () => {
    const label = { val: '!no-unauthenticated', src: alice }
    const { post, person, settle, urls } = await world()
    person(alice, { labels: [label] })
    post('acme 1')
    post('acme 2', { did: 'did:plc:bob', labels: { values: [label] } } as object)
    await settle()
    expect(urls()).toEqual([])
  })
})

describe('what became of a post on Bluesky', () => {
  it('is looked up after one, three and thirty days: its numbers, and whether it still exists', async () => {
    const { post, person, app, settle, time, mentions, hosts } = await world()
    person(alice, { followersCount: 1000 })
    const rkey = post('acme 1')
    const gone = post('acme 2')
    await settle()
    expect(mentions()).toMatchObject([{ reach: 50 }, { reach: 50 }])
    const record = {
      text: 'acme 1',
      createdAt: new Date(time.now() - 5 * second).toISOString(),
      langs: ['en'],
    }
    app.putPost({ uri: uriOf(rkey), record, likeCount: 7, repostCount: 5, replyCount: 1 })
    app.removePost(uriOf(gone))
    await time.advance(25 * hour)
    expect(mentions()).toMatchObject([
      { url: pageOf(rkey), reach: 180, author: { name: 'Alice', audience: 1000 } },
    ])
    app.putPost({ uri: uriOf(rkey), record })
    await time.advance(2 * day)
    expect(mentions()).toMatchObject([{ reach: 180 }])
    app.removePost(uriOf(rkey))
    await time.advance(28 * day)
    expect(mentions()).toEqual([])
    expect(hosts.requests.filter(({ url }) => url.pathname.endsWith('getPosts'))).toHaveLength(3)
  })

  it('gives posts that came without a name the name of their author', async () => {
    const { post, hosts, settle, time, mentions } = await world()
    hosts.setTrouble(() => ({ status: 502 }))
    post('acme')
    await settle()
    hosts.setTrouble(undefined)
    await time.advance(25 * hour)
    expect(mentions()).toMatchObject([{ author: { name: 'Alice' } }])
  })

  it('removes posts whose author no longer wants to be shown', async () => {
    const { post, person, settle, time, urls } = await world()
    post('acme')
    await settle()
    person(alice, { labels: [{ val: '!no-unauthenticated' }] })
    await time.advance(25 * hour)
    expect(urls()).toEqual([])
  })

  it('does not count a post as deleted if the answer cannot be read', async () => {
    const { post, hosts, settle, time, urls } = await world()
    post('acme')
    await settle()
    const answers = [{ text: '<html>' }, { json: { posts: [{ uri: 7 }] } }, { status: 403, text: '<html>' }]
    hosts.setTrouble(({ url }) =>
      url.pathname.endsWith('getPosts') ? (answers.shift() ?? { json: {} }) : undefined,
    )
    await time.advance(20 * day)
    expect(answers).toHaveLength(0)
    expect(urls()).toHaveLength(1)
  })
})

describe('the connection to Bluesky', () => {
  it('begins again on another server after it broke, goes back a little, and gives nothing twice', async () => {
    const { post, jetstream, urls, time, settle } = await world()
    const stored = time.now()
    post('acme 1')
    await settle()
    for (let cut = 2; cut <= 8; cut++) {
      const error = cut % 2 === 0 ? undefined : new FetchError('unreachable', 'cut')
      jetstream.cut(error)
      post(`acme ${cut}`)
      await time.advance(2 * minute)
    }
    expect(urls()).toHaveLength(8)
    expect(new Set(urls()).size).toBe(8)
    const hosts = new Set(jetstream.connections.map(({ url }) => url.hostname))
    expect(hosts.size).toBe(6)
    const cursor = Number(jetstream.connections[1]?.url.searchParams.get('cursor'))
    expect(cursor).toBe(stored * 1000 - 30 * secondUs)
  })

  it('begins again after a minute of silence', async () => {
    const { post, jetstream, time, urls, settle, state } = await world()
    post('acme 1')
    await settle()
    jetstream.setSilent(true)
    post('acme 2')
    await time.advance(59 * second)
    expect(jetstream.connections).toHaveLength(1)
    await time.advance(1500)
    jetstream.setSilent(false)
    await time.advance(2 * second)
    expect(jetstream.connections).toHaveLength(2)
    await settle()
    expect(urls()).toHaveLength(2)
    expect(state()).toMatchObject({ failures: 0 })
  })

  it('stores what came before it broke', async () => {
    const { post, jetstream, urls, time } = await world()
    post('acme')
    jetstream.cut()
    await time.advance(1)
    expect(urls()).toHaveLength(1)
  })

  it('waits longer each time while all servers refuse it, and says why', async () => {
    const { jetstream, time, state, post, urls, settle } = await world()
    post('acme 1')
    await settle()
    jetstream.refuse(
      new FetchError('refused', 'jetstream1.us-east.bsky.network answers 503', { status: 503 }),
    )
    jetstream.cut()
    await time.advance(10 * minute)
    expect(state()).toMatchObject({ error: expect.stringContaining('answers 503') })
    expect(jetstream.connections.length).toBeLessThan(20)
    jetstream.refuse(undefined)
    post('acme 2')
    await time.advance(3 * minute)
    expect(urls()).toHaveLength(2)
  })

  it.each([
    ['asks to wait', { kind: 'busy', status: 429, waitMs: 2 * hour }],
    ['is gone for good', { kind: 'gone', status: 410 }],
    ['has moved', { kind: 'refused', status: 302 }],
  ] as const)('goes to another server at once if one %s', async (_name, { kind, status, ...more }) => {
    const net = network()
    const [first = ''] = publicServers.map((server) => new URL(server).hostname)
    const retryAt = 'waitMs' in more ? { retryAt: net.time.now() + more.waitMs } : {}
    const refusal = new FetchError(kind, `${first} answers ${status}`, { status, ...retryAt })
    net.jetstream.refuse((hostname) => (hostname === first ? refusal : undefined))
    const { post, urls, settle, state, time, jetstream } = await world(net)
    expect(state()).toMatchObject({ failures: 1, error: `${first} answers ${status}` })
    await time.advance(1500)
    post('acme 1')
    await settle()
    expect(state()).toMatchObject({ failures: 0 })
    for (let cut = 2; cut <= 14; cut++) {
      jetstream.cut()
      post(`acme ${cut}`)
      await time.advance(5 * second)
    }
    expect(urls()).toHaveLength(14)
    const toFirst = jetstream.connections.filter(({ url }) => url.hostname === first)
    expect(toFirst.length > 1).toBe(kind !== 'gone')
  })

  it('ends for good if all servers are gone', async () => {
    const { jetstream, time, state } = await world()
    jetstream.refuse(new FetchError('gone', 'the server answers 410', { status: 410 }))
    jetstream.cut()
    await time.advance(hour)
    expect(state()).toMatchObject({ ended: expect.stringContaining('410') })
    expect(jetstream.connections).toHaveLength(1 + 6)
  })

  it('waits as long as its only server asks', async () => {
    const net = network()
    const [server = ''] = publicServers
    const retryAt = net.time.now() + hour
    net.jetstream.refuse(new FetchError('busy', 'the server answers 503', { status: 503, retryAt }))
    const { time, jetstream } = await world(net, { settings: settingsWith({ servers: [server] }) })
    await time.advance(59 * minute)
    expect(jetstream.connections).toHaveLength(1)
    await time.advance(2 * minute)
    expect(jetstream.connections.length).toBeGreaterThan(1)
  })

  it('goes on after a restart with what was written in the meantime, and says nothing of a gap', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const net = network()
    const before = await world(net, { file })
    net.post('acme 1')
    await before.settle()
    await before.close()
    await net.time.advance(30 * hour)
    net.post('acme 2')
    const after = await world(net, { file })
    await after.settle()
    expect(after.urls()).toHaveLength(2)
    expect(after.state()).toMatchObject({ gaps: [] })
  })

  it.each([
    ['the old dialect', 'wss://own.example/subscribe'],
    ['the new dialect', 'wss://own.example/xrpc/network.bsky.jetstream.subscribeEvents'],
  ])(
    'says which posts are lost if it was off for longer than a server of %s remembers',
    async (_name, server) => {
      const file = `${emptyFolder()}/mentions.sqlite`
      const net = network()
      const settings = settingsWith({ servers: [server] })
      const before = await world(net, { file, settings })
      net.post('acme 1')
      await before.settle()
      await before.close()
      const off = new Date(net.time.now() - 5 * second).toISOString().slice(0, 16)
      await net.time.advance(hour)
      net.post('acme, lost')
      await net.time.advance(40 * hour)
      const back = new Date(net.time.now()).toISOString().slice(0, 16)
      net.post('acme 2')
      const after = await world(net, { file, settings })
      await after.settle()
      net.post('acme 3')
      await after.settle()
      expect(after.urls()).toHaveLength(3)
      expect(after.state()?.gaps.map(({ what }) => what)).toEqual([
        expect.stringMatching(new RegExp(`from ${off}.* to ${back}.*are lost`)),
      ])
    },
  )

  it('gives events once that come out of order, or again', async () => {
    const { jetstream, time, urls, settle } = await world()
    const emit = (rkey: string, offsetMs: number) =>
      jetstream.emit(
        { kind: 'commit', did: alice, operation: 'create', rkey, record: { text: 'acme' } },
        (time.now() + offsetMs) * 1000,
      )
    emit('a', 0)
    emit('b', -4000)
    emit('a', 0)
    emit('c', -2000)
    await settle()
    emit('b', -9000)
    jetstream.cut()
    emit('d', -20_000)
    await time.advance(minute)
    expect(urls().toSorted()).toEqual(['a', 'b', 'c', 'd'].map((rkey) => pageOf(rkey)))
  })

  it('does not believe a time that is far ahead', async () => {
    const { jetstream, time, post, urls, settle } = await world()
    post('acme 1')
    await settle()
    const event = { kind: 'identity', did: alice } as const
    jetstream.emit(event, (time.now() + 30 * day) * 1000)
    await settle()
    jetstream.cut()
    post('acme 2')
    await time.advance(minute)
    expect(urls()).toHaveLength(2)
  })

  it('loses nothing and gives nothing twice, wherever the process is killed', async () => {
    let kills = 0
    for (let effect = 1; ; effect++) {
      const file = `${emptyFolder()}/mentions.sqlite`
      const kill = withKills(effect)
      const net = network()
      const write = async () => {
        for (let n = 0; n < 6; n++) {
          const did = `did:plc:b${n % 4}`
          net.person(did)
          const rkey = net.post(`acme ${n}`, { did })
          if (n === 2) net.post('acme, edited', { did, rkey, operation: 'update' })
          if (n === 4) net.remove(rkey, did)
          await net.time.advance(700)
        }
      }
      const options = { file, sources: [kill.source(createBluesky())], send: kill.send(net.hosts.send) }
      const before = await world(net, options)
      // A stream begins with its first stored batch, so what is before it is not promised.
      net.post('nothing')
      await net.time.advance(2 * second)
      const isBegun = !kill.isDead()
      await write()
      await net.time.advance(10 * second)
      const isKilled = kill.isDead()
      await before.close()
      const after = await world(net, { file })
      await net.time.advance(10 * second)
      if (isBegun) {
        const found = after.mentions()
        expect(found.map(({ snippet }) => snippet).toSorted()).toEqual([
          ...['acme 0', 'acme 1', 'acme 3', 'acme 5', 'acme, edited'],
        ])
      }
      await after.close()
      if (!isKilled) break
      kills += 1
    }
    expect(kills).toBeGreaterThan(8)
  })
})
