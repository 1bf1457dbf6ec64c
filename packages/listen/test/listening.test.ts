import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { withoutProxy } from '@overheard/base/http'
import { createRuntime } from '@overheard/base/runtime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { urlOf } from '../../../test/tools/http-server.ts'
import { type ListeningDeps, startListening } from '../src/listening.ts'
import { maintain } from '../src/maintenance.ts'
import type { Search, Source } from '../src/source.ts'
import { createIntake } from '../src/sources/intake.ts'
import { item, linesSource, settingsFor, sourceOf, type WorldSettings } from './engine-world.ts'

const token = 'listening-token'

async function listen(
  sources: Source[],
  { settings = {}, ...more }: { settings?: WorldSettings } & Partial<Omit<ListeningDeps, 'settings'>> = {},
) {
  const { now, steady, setTimer, sleep } = createRuntime()
  const ignore = () => undefined
  const service = await startListening({
    settings: settingsFor(sources, { allowPrivate: true, contact: 'ops@example.com', ...settings }),
    sources,
    file: ':memory:',
    port: 0,
    token,
    version: '1.2.3',
    proxy: withoutProxy,
    log: { info: ignore, warn: ignore, error: ignore },
    ...{ now, steady, setTimer, sleep, random: Math.random },
    ...more,
  })
  onTestFinished(service.close)
  async function ask(method: string, path: string, body?: unknown, accessToken = token) {
    const response = await fetch(`${service.url}/v1.0/${path}?access_token=${accessToken}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: z.record(z.string(), z.unknown()).parse(await response.json()) }
  }
  return { ...service, ask }
}

const listSchema = z.object({
  alert_data: z.looseObject({ mentions: z.array(z.looseObject({ id: z.number() })) }),
})

describe('the mention service that listens', () => {
  it('hears a feed of a local server and serves its mentions through the interface', async () => {
    const agents: (string | undefined)[] = []
    const server = createServer((request, response) => {
      agents.push(request.headers['user-agent'])
      response.end('1 the acme app\n2 nothing')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { ask } = await listen([linesSource(`${urlOf(server)}/feed`)])
    await expect
      .poll(async () => (await ask('GET', 'alerts/1001/mentions')).json)
      .toMatchObject({ alert_data: { alert_name: 'Acme', mentions_count: 2 } })
    expect(agents).toEqual(['Overheard/1.2.3 (ops@example.com)'])
    const { json } = await ask('GET', 'listening/status')
    expect(json).toMatchObject({
      channels: [{ source: 'lines', kind: 'poll', failures: 0, okAt: expect.any(Number) }],
    })
  })

  it('tells with each list by id that posts were removed at their source, and which when asked, but not what else has gone', async () => {
    const { ask, ingest, store, url } = await listen([])
    const origin = { source: { name: 'bluesky', publishes: 'web' }, channel: 'stream', keepsAll: false }
    const add = (batch: object) => ingest.store({ items: [], ...batch }, origin)
    await add({ items: [1, 2, 3, 4].map((id) => item(id, { author: { name: `Jo ${id}`, id: `a${id}` } })) })
    const list = async (sort: string) => {
      const path = `alerts/1001/mentions?sort_by=${sort}&sort_order=asc&access_token=${token}`
      const answer = await fetch(`${url}/v1.0/${path}`)
      return listSchema.parse(await answer.json()).alert_data
    }
    const ids = (await list('id')).mentions.map(({ id }) => String(id))
    expect(await list('id')).not.toHaveProperty('overheard_removals')
    expect((await ask('GET', 'listening/removed/0')).json).toEqual({ removed: [], last: 0 })
    ingest.forgetAuthor('Jo 4', false)
    const found = expect.closeTo(Date.now(), -5)
    await add({ removals: [{ item: '1' }, { item: 'unknown' }] })
    await add({ removals: [{ author: 'a3' }] })
    expect((await list('id')).overheard_removals).toBe(2)
    expect(await list('date')).not.toHaveProperty('overheard_removals')
    const both = [
      { mention: ids[0], found },
      { mention: ids[2], found },
    ]
    expect((await ask('GET', 'listening/removed/0')).json).toEqual({ removed: both, last: 2 })
    expect((await ask('GET', 'listening/removed/1')).json).toEqual({ removed: [both[1]], last: 2 })
    expect((await ask('GET', 'listening/removed/2')).json).toEqual({ removed: [], last: 2 })
    // An older copy of the file came back.
    expect((await ask('GET', 'listening/removed/77')).json).toEqual({ removed: both, last: 2 })
    expect((await ask('GET', 'listening/removed/x')).status).toBe(400)
    const day = 24 * 60 * 60 * 1000
    maintain({ store, keepMs: 400 * day, now: Date.now() + 89 * day })
    expect((await ask('GET', 'listening/removed/0')).json.removed).toHaveLength(2)
    maintain({ store, keepMs: 400 * day, now: Date.now() + 91 * day })
    expect((await ask('GET', 'listening/removed/0')).json).toEqual({ removed: [], last: 2 })
  })

  it('makes, lists, changes and removes alerts', async () => {
    const { ask } = await listen([])
    const made = await ask('POST', 'listening/alerts', { name: 'Rivals', query: 'rivals', languages: ['en'] })
    expect(made).toMatchObject({
      status: 200,
      json: { alert_id: 1002, alert_name: 'Rivals', origin: 'command' },
    })
    expect((await ask('PUT', 'listening/alerts/1002', { name: 'Rivals', query: 'rival*' })).status).toBe(200)
    expect((await ask('GET', 'listening/alerts')).json).toMatchObject({
      alerts: [{ origin: 'configuration' }, { query: 'rival*', languages: [], mentions: 0 }],
    })
    expect((await ask('GET', 'alerts/list')).json).toMatchObject({
      alerts: [{ alert_id: 1001 }, { alert_id: 1002 }],
    })
    expect((await ask('DELETE', 'listening/alerts/1002')).status).toBe(200)
    expect((await ask('DELETE', 'listening/alerts/1001')).status).toBe(404)
  })

  it('refuses to give an alert a name that another one has', async () => {
    const { ask } = await listen([])
    await ask('POST', 'listening/alerts', { name: 'Rivals', query: 'rivals' })
    expect(await ask('PUT', 'listening/alerts/1002', { name: 'ACME', query: 'rivals' })).toMatchObject({
      status: 400,
      json: { error: { code: 40, message: "name: the name 'ACME' is already taken" } },
    })
  })

  it('lists by each name one alert: the one that searches, or the last one that was taken out of the configuration', async () => {
    const { ask, store } = await listen([])
    // Older versions took other spellings for other names.
    for (const alert_name of ['ACME', 'Rivals', 'RIVALS'])
      store.alerts.add({
        ...{ alert_type: 'mentions', project_id: '1', project_name: 'Overheard' },
        ...{ alert_name, origin: 'configuration' },
      })
    const names = async (path: string) => {
      const { json } = await ask('GET', path)
      return z
        .array(z.looseObject({ alert_name: z.string() }))
        .parse(json.alerts)
        .map((one) => one.alert_name)
    }
    expect(await names('alerts/list')).toEqual(['Acme', 'RIVALS'])
    expect(await names('listening/alerts')).toEqual(['Acme', 'ACME', 'Rivals', 'RIVALS'])
    await ask('POST', 'listening/alerts', { name: 'rivals', query: 'rivals' })
    expect(await names('alerts/list')).toEqual(['Acme', 'rivals'])
  })

  it('learns from corrections of sentiments, and refuses those of mentions that it does not have', async () => {
    const text = { plain: 'The new song by Acme is sick' }
    const polled = sourceOf('polled', [
      { kind: 'poll', key: 'all', everyMs: 1e9, poll: async () => ({ items: [item(1, { text })] }) },
    ])
    const { ask, store } = await listen([polled])
    await expect.poll(() => store.items.recent(1)).toHaveLength(1)
    const path = `listening/corrections/${store.mentions.ofItem(1)[0]?.id}`
    expect((await ask('PUT', path, { sentiment: 'positive' })).status).toBe(200)
    expect((await ask('GET', path)).json).toEqual({ words: [{ word: 'sick', by: 0.5 }] })
    expect((await ask('PUT', path, { sentiment: null })).status).toBe(200)
    expect((await ask('GET', path)).json).toEqual({ words: [] })
    expect((await ask('PUT', path, { sentiment: 'angry' })).status).toBe(400)
    expect((await ask('PUT', 'listening/corrections/77', { sentiment: 'positive' })).status).toBe(404)
  })

  it('warns of an alert that found nothing for seven days while a part of its query occurred', async () => {
    let clock = Date.UTC(2026, 10, 18, 12)
    const polled = sourceOf('polled', [
      { kind: 'poll', key: 'all', everyMs: 1e9, poll: async () => ({ items: [item(1)] }) },
    ])
    const settings = { alerts: [{ name: 'Acme', query: 'fooo acme lang:eng' }] }
    const { ask, store } = await listen([polled], { settings, now: () => clock })
    await expect.poll(() => store.items.recent(1)).toHaveLength(1)
    const warnings = async () => {
      const { json } = await ask('GET', 'listening/alerts')
      return z
        .array(z.looseObject({ warnings: z.array(z.object({ what: z.string() })) }))
        .parse(json.alerts)[0]?.warnings
    }
    const impossible = { what: 'No post can have lang:eng.' }
    expect(await warnings()).toEqual([impossible])
    clock += 8 * 24 * 60 * 60 * 1000
    const unheard = /^Matched nothing in 7 days: of the last 1 posts none has fooo .*while acme is in 1\.$/
    expect(await warnings()).toEqual([impossible, { what: expect.stringMatching(unheard) }])
  })

  it('shows what a query would have found, with three examples', async () => {
    const polled = sourceOf('polled', [
      {
        kind: 'poll',
        key: 'all',
        everyMs: 1e9,
        poll: async () => ({ items: [1, 2, 3, 4].map((id) => item(id)) }),
      },
    ])
    const { ask } = await listen([polled])
    await expect
      .poll(async () => (await ask('POST', 'listening/preview', { query: '"something about"' })).json)
      .toMatchObject({
        ...{ looked: 4, found: 4, bySource: { polled: 4 } },
        inWords: 'Mentions that contain “something about”.',
      })
    const { json } = await ask('POST', 'listening/preview', { query: 'number' })
    expect(json.examples).toHaveLength(3)
    const { json: counted } = await ask('POST', 'listening/preview', { query: 'number -4 -nothing' })
    expect(counted).toMatchObject({
      found: 3,
      parts: [
        { part: 'number', found: 4 },
        { part: '4', found: 1 },
        { part: 'nothing', found: 0 },
      ],
      dropped: [
        { by: '-4', found: 1, examples: [{ url: 'https://news.example/4' }] },
        { by: '-nothing', found: 0, examples: [] },
      ],
      warnings: [],
    })
    const { json: dead } = await ask('POST', 'listening/preview', { query: 'number -number' })
    expect(dead.warnings).toMatchObject([{ what: '-number removes everything that number finds.' }])
  })

  it('asks sources that can search for what a query would have found, and stores nothing of it', async () => {
    const asked: Search[] = []
    const searchable = sourceOf('searchable', [], {
      async lately(search) {
        asked.push(search)
        return [item(1), item(2, { title: 'x', text: { plain: 'only similar' } })]
      },
    })
    const broken = sourceOf('broken', [], { lately: () => Promise.reject(new Error('down')) })
    const { ask, store } = await listen([searchable, broken, sourceOf('stream', [])])
    const { json } = await ask('POST', 'listening/preview', {
      query: 'number "about acme"',
      languages: ['en'],
    })
    expect(json).toMatchObject({
      ...{ looked: 2, found: 1, bySource: { searchable: 1 } },
      ...{ searched: ['searchable'], failed: ['broken'] },
    })
    expect(asked).toEqual([
      { alert: 'preview', query: 'number "about acme"', languages: ['en'], anchors: ['about acme'] },
    ])
    expect(store.database.get('SELECT count(*) AS n FROM items')).toEqual({ n: 0 })
  })

  it('reads a site once, politely, and says what its alerts would have found in the sources that can search', async () => {
    const agents: (string | undefined)[] = []
    const site = createServer((request, response) => {
      agents.push(request.headers['user-agent'])
      response.setHeader('content-type', 'text/html')
      response.end(
        '<!doctype html><title>About Acme</title><meta property="og:site_name" content="About Acme">',
      )
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void site.close())
    const searched: string[] = []
    const searchable = (name: string) =>
      sourceOf(name, [], {
        async lately() {
          searched.push(name)
          return [item(1, { url: `https://${name}.example` })]
        },
      })
    const sources = ['own', 'news', 'hacker-news', 'intake'].map(searchable)
    const { ask, store } = await listen(sources, {
      settings: { sources: { own: true, 'hacker-news': false } },
    })
    const address = urlOf(site)
    expect((await ask('POST', 'listening/site', { address })).json).toMatchObject({
      kind: 'read',
      suggestion: { name: 'About Acme', alerts: [{ name: 'About Acme', found: { looked: 2, found: 2 } }] },
    })
    // What is on, and what is proposed unless somebody has switched it off.
    expect(searched).toEqual(['own', 'news'])
    expect(agents).toEqual(['Overheard/1.2.3 (ops@example.com)'])
    expect(store.database.get('SELECT count(*) AS n FROM items')).toEqual({ n: 0 })
    expect((await ask('POST', 'listening/site', { address: 7 })).status).toBe(400)
    expect((await ask('POST', 'listening/site', { address }, 'wrong')).status).toBe(401)
    expect(agents).toHaveLength(1)
  })

  it('asks no private address for a site, unless its settings allow them', async () => {
    const { ask } = await listen([], { settings: { allowPrivate: false } })
    const { json } = await ask('POST', 'listening/site', { address: 'http://127.0.0.1:9' })
    expect(json).toEqual({ kind: 'failed', sentence: '127.0.0.1 is a private address.' })
  })

  it('refuses a wrong query with its position and an example, a wrong token, and what is no JSON', async () => {
    const { ask, url } = await listen([])
    expect(await ask('POST', 'listening/preview', { query: 'acme OR' })).toMatchObject({
      status: 400,
      json: {
        error: { code: 40, message: expect.stringMatching(/missing after OR.*character 8.*acme OR acmehq/) },
      },
    })
    expect((await ask('GET', 'listening/status', undefined, 'wrong')).status).toBe(401)
    expect((await ask('GET', 'alerts/list', undefined, 'wrong')).status).toBe(401)
    expect((await ask('GET', 'listening/nothing')).status).toBe(404)
    const raw = await fetch(`${url}/v1.0/listening/preview?access_token=${token}`, {
      method: 'POST',
      body: '{',
    })
    expect(raw.status).toBe(400)
  })

  it('forgets an author on request', async () => {
    const polled = sourceOf('polled', [
      {
        kind: 'poll',
        key: 'all',
        everyMs: 1e9,
        poll: async () => ({ items: [item(1), item(2, { author: { name: 'Ann' } })] }),
      },
    ])
    const { ask } = await listen([polled])
    await expect
      .poll(async () => (await ask('GET', 'alerts/1001/mentions')).json.alert_data)
      .toMatchObject({ mentions_count: 2 })
    expect((await ask('POST', 'listening/forget', { name: 'Ann' })).json).toEqual({ items: 1, mentions: 1 })
    expect((await ask('GET', 'alerts/1001/mentions')).json.alert_data).toMatchObject({ mentions_count: 1 })
  })

  it('gives what others push to the source that has the address, up to a megabyte', async () => {
    const pushed = sourceOf('pushed', [
      {
        kind: 'push',
        key: 'intake',
        path: '/v1.0/intake',
        async receive({ body, headers, method }, { store }) {
          const stored = await store({ items: [item(body.toString())] })
          return { status: 202, body: { method, type: headers['content-type'] ?? '', items: stored.items } }
        },
      },
    ])
    const { url, ask } = await listen([pushed])
    const post = (body: string) =>
      fetch(`${url}/v1.0/intake`, { method: 'POST', body, headers: { 'content-type': 'text/x' } })
    const first = await post('7')
    expect([first.status, await first.json()]).toEqual([
      202,
      { method: 'POST', type: 'text/x', items: ['new'] },
    ])
    expect((await post('x'.repeat(1_100_000))).status).toBe(413)
    expect((await ask('POST', 'unknown')).status).toBe(404)
    expect((await ask('GET', 'alerts/1001/mentions')).json).toMatchObject({
      alert_data: { mentions_count: 1 },
    })
  })

  /** Sends the headers of a request with a body of which nothing arrives. Resolves with the answer when the service has closed. */
  async function leaveUnfinished(url: string, path: string, headers = ''): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`POST /v1.0/${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n${headers}\r\n`)
    return text(socket)
  }

  it.each([
    ['listening/alerts', '401'],
    ['listening/alerts?access_token=wrong', '401'],
    ['listening/nothing?access_token=listening-token', '404'],
    ['intake', '401'],
    ['intake?token=a-token-of-24-characters-', '401'],
    ['alerts/list', '404'],
    ['nothing', '404'],
  ])('closes a request of a stranger to %s before its body has arrived', async (path, status) => {
    const intake = { senders: { shop: { token: 'a-token-of-24-characters-' } } }
    const { url } = await listen([createIntake()], { settings: { sources: { intake } } })
    expect(await leaveUnfinished(url, path)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('gives up the oldest of the bodies that a signature could prove, and still reads those with a token', async () => {
    const shop = { token: 'a-token-of-24-characters-', secret: `whsec_${'A'.repeat(44)}` }
    const { url } = await listen([createIntake()], {
      settings: { sources: { intake: { senders: { shop } } } },
    })
    const signed = `webhook-id: 1\r\nwebhook-signature: v1,x\r\nwebhook-timestamp: ${Math.floor(Date.now() / 1000)}\r\n`
    const first = leaveUnfinished(url, 'intake', signed)
    const others = Array.from({ length: 20 }, () => leaveUnfinished(url, 'intake', signed))
    expect(await first).toMatch(/^HTTP\/1.1 503 /)
    const sent = await fetch(`${url}/v1.0/intake`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.token}` },
      body: JSON.stringify({ url: 'https://shop.example/1', text: 'Acme works' }),
    })
    expect(sent.status).toBe(202)
    void others
  })

  it('does not start with a source that nobody knows, or with settings that a source refuses', async () => {
    await expect(listen([], { settings: { sources: { tv: true } } })).rejects.toThrow(
      'There is no source tv.',
    )
    const picky: Source = {
      ...sourceOf('picky', []),
      channels: (settings) => {
        z.strictObject({ tags: z.array(z.string()) }).parse(settings)
        return []
      },
    }
    await expect(listen([picky])).rejects.toThrow(/^picky\.tags: /)
  })
})
