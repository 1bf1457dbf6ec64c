import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../../../test/tools/folder.ts'
import { createIntake } from '../../../src/sources/intake.ts'
import { startWorld, type WorldOptions } from '../../engine-world.ts'
import { withKills } from '../../fakes/kills.ts'
import { createVirtualTime } from '../../virtual-time.ts'

const path = '/v1.0/intake'
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const newSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const token = 'a-token-of-enough-characters'

type SenderSettings = Record<string, Record<string, unknown>>
type Headers = Record<string, string>

async function world(
  senders: SenderSettings = { shop: { secret, token } },
  options: Partial<WorldOptions> = {},
) {
  const { sources = [createIntake()] } = options
  const started = await startWorld({
    ...options,
    sources,
    settings: { alerts: [{ name: 'Acme', query: 'acme' }], sources: { intake: { senders } } },
  })
  async function send(body: string | Buffer, headers: Headers = {}, parameters: Headers = {}) {
    const request = { method: 'POST', headers, parameters, body: Buffer.from(body) }
    const reply = await started.runner.receive(path, request)
    if (reply === undefined) throw new Error('nobody listens')
    return reply
  }
  let messages = 0
  /** Signs as the specification of Standard Webhooks says. */
  function sign(body: string, options: { id?: string; key?: string; at?: number } = {}): Headers {
    const { id = `msg_${++messages}`, key = secret, at = started.time.now() } = options
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': new Webhook(key).sign(id, new Date(at), body),
    }
  }
  function sendSigned(content: unknown, options = {}) {
    const body = JSON.stringify(content)
    return send(body, { 'content-type': 'application/json', ...sign(body, options) })
  }
  function sendWithToken(content: unknown, headers: Headers = {}) {
    const body = typeof content === 'string' ? content : JSON.stringify(content)
    return send(body, { authorization: `Bearer ${token}`, ...headers })
  }
  return { ...started, send, sign, sendSigned, sendWithToken }
}

const item = (id: number, fields: object = {}) => ({
  id,
  url: `https://shop.example/${id}`,
  title: `Review ${id}`,
  text: 'We use Acme daily',
  ...fields,
})

const taken = (accepted: number, duplicates = 0) => ({
  status: 202,
  body: { accepted, duplicates, rejected: [] },
})

describe('the intake', () => {
  it('takes an item with everything that it says', async () => {
    const { sendSigned, mentions } = await world()
    const reply = await sendSigned({
      ...{ title: 'Nice tool', url: 'https://x.example/p/1', text: 'we use Acme daily', lang: 'en' },
      ...{ published_at: '2026-11-17T10:00:00Z', platform: 'Reddit', views: '1,234', sentiment: 'Positive' },
      author: { name: 'jo', url: 'https://x.example/jo', avatar: 'https://x.example/jo.png', followers: 120 },
      ...{ tags: ['beta', 'beta', 'x'], something: { new: true } },
    })
    expect(reply).toEqual(taken(1))
    expect(mentions()).toMatchObject([
      {
        ...{
          title: 'Nice tool',
          url: 'https://x.example/p/1',
          snippet: 'we use Acme daily',
          source: 'reddit',
        },
        ...{ date: Date.UTC(2026, 10, 17, 10), reach: 1234, sentiment: 'positive', tags: ['beta', 'x'] },
        author: {
          name: 'jo',
          url: 'https://x.example/jo',
          avatar: 'https://x.example/jo.png',
          audience: 120,
        },
      },
    ])
  })

  it.each<[from: string, review: object, read: object]>([
    [
      'Google Business',
      {
        reviewId: 'a',
        reviewer: { displayName: 'Kim' },
        starRating: 'TWO',
        comment: 'Acme',
        createTime: '2026-11-18T10:00:00Z',
      },
      { stars: 2, author: { name: 'Kim' }, date: Date.UTC(2026, 10, 18, 10) },
    ],
    [
      'WooCommerce',
      {
        id: 5,
        reviewer: 'Kim',
        reviewer_email: 'kim@b.example',
        rating: 5,
        review: '<p>Acme</p>',
        date_created_gmt: '2026-11-18T10:00:00',
      },
      { stars: 5, author: { name: 'Kim' }, date: Date.UTC(2026, 10, 18, 10) },
    ],
    [
      'a page with JSON-LD',
      {
        '@type': 'Review',
        author: { name: 'Kim' },
        reviewBody: 'Acme',
        reviewRating: { ratingValue: '1', bestRating: '5' },
        datePublished: '2026-11-18',
      },
      { stars: 1, author: { name: 'Kim' }, date: Date.UTC(2026, 10, 18) },
    ],
    [
      'Trustpilot',
      { id: 'c', stars: 3, text: 'Acme', consumer: { displayName: 'Kim' } },
      { stars: 3, author: { name: 'Kim' } },
    ],
    [
      'Google Play',
      {
        reviewId: 'b',
        authorName: 'Kim',
        comments: [{ userComment: { text: 'Acme', starRating: 4, lastModified: { seconds: '1795000000' } } }],
      },
      { stars: 4, author: { name: 'Kim' } },
    ],
  ])('reads a review as %s gives it', async (_from, review, read) => {
    const { sendSigned, mentions } = await world()
    await sendSigned({ url: 'https://reviews.example/1', ...review })
    expect(mentions()).toMatchObject([{ snippet: 'Acme', ...read }])
  })

  it.each<[fields: object, stars: number, sentiment: string]>([
    [{ stars: 1 }, 1, 'negative'],
    [{ rating: '4/5' }, 4, 'positive'],
    [{ reviewRating: { ratingValue: 5, bestRating: 10 } }, 2.5, 'negative'],
    [{ starRating: 'THREE' }, 3, 'neutral'],
    [{ stars: 1, sentiment: 'positive' }, 1, 'positive'],
  ])('takes the stars of a review, which decide the sentiment: %j', async (fields, stars, sentiment) => {
    const { sendSigned, mentions } = await world()
    expect(
      await sendSigned({ ...item(1), ...fields, text: 'Acme is great, I love it', language: 'en' }),
    ).toEqual(taken(1))
    expect(mentions()).toMatchObject([{ stars, sentiment }])
  })

  it('takes an item once, and changes it if it was edited', async () => {
    const { sendSigned, mentions } = await world()
    expect(await sendSigned(item(1))).toEqual(taken(1))
    expect(await sendSigned([item(1), item(2)])).toEqual(taken(1, 1))
    expect(await sendSigned(item(1, { text: 'Acme, edited' }))).toEqual(taken(1))
    expect(mentions()).toMatchObject([{ snippet: 'Acme, edited' }, { title: 'Review 2' }])
  })

  it('knows a repeated message by its webhook-id, even if its item was edited in between', async () => {
    const { sendSigned, mentions } = await world()
    await sendSigned([item(1), item(2)], { id: 'first' })
    await sendSigned(item(1, { text: 'Acme, edited' }), { id: 'second' })
    expect(await sendSigned([item(1), item(2)], { id: 'first' })).toEqual(taken(0, 2))
    expect(mentions()[0]).toMatchObject({ snippet: 'Acme, edited' })
  })

  it('knows a repeated message by its webhook-id three days later, after a restart and many others', async () => {
    const file = `${emptyFolder()}/mentions.sqlite`
    const time = createVirtualTime()
    const before = await world(undefined, { file, time })
    await before.sendSigned([item(1), item(2)], { id: 'first' })
    await before.sendSigned(item(1, { text: 'Acme, edited' }), { id: 'second' })
    for (let id = 3; id < 30; id++) await before.sendSigned(item(id), { id: `m${id}` })
    await before.close()
    time.jump(3 * 24 * 60 * 60 * 1000)
    const after = await world(undefined, { file, time })
    expect(await after.sendSigned([item(1), item(2)], { id: 'first' })).toEqual(taken(0, 2))
    expect(after.mentions()[0]).toMatchObject({ snippet: 'Acme, edited' })
    await time.advance(2 * 24 * 60 * 60 * 1000)
    expect(await after.sendSigned([item(1), item(2)], { id: 'first' })).toEqual(taken(1, 1))
  })

  it('answers as usual if it cannot remember a message that it has stored', async () => {
    const { sendSigned, store, urls, log } = await world()
    const { writeCursor } = store.channels
    store.channels.writeCursor = () => {
      throw new Error('database or disk is full')
    }
    expect(await sendSigned(item(1), { id: 'm' })).toEqual(taken(1))
    store.channels.writeCursor = writeCursor
    expect(await sendSigned(item(1), { id: 'm' })).toEqual(taken(0, 1))
    expect(urls()).toHaveLength(1)
    expect(log[0]).toMatchObject({ level: 'warn', fields: { reason: 'database or disk is full' } })
  })

  it('looks again at a repeated message of which it took nothing', async () => {
    const { send, sign, sendSigned } = await world()
    expect(await sendSigned({ url: 'https://shop.example/1' }, { id: 'm' })).toMatchObject({ status: 422 })
    const body = JSON.stringify(item(1))
    expect(await send(body, sign(body, { id: 'm' }))).toEqual(taken(1))
  })

  it('stores a message once that arrives twice at the same time', async () => {
    const { sendSigned, urls } = await world()
    const replies = await Promise.all([1, 2, 3].map(() => sendSigned(item(1), { id: 'same' })))
    expect(replies).toEqual([taken(1), taken(0, 1), taken(0, 1)])
    expect(urls()).toHaveLength(1)
  })

  it('removes an item that its sender has deleted, for good', async () => {
    const { sendSigned, urls } = await world()
    await sendSigned(item(1))
    expect(await sendSigned({ id: 1, deleted: true })).toEqual(taken(1))
    expect(urls()).toEqual([])
    expect(await sendSigned(item(1))).toMatchObject({
      status: 422,
      body: { accepted: 0, rejected: [{ index: 0, error: expect.stringContaining('deleted before') }] },
    })
  })

  it('keeps the ids of two senders apart', async () => {
    const { send, sign, urls } = await world({ one: { secret }, two: { secret: newSecret } })
    for (const [key, url] of [
      [secret, 'https://one.example/'],
      [newSecret, 'https://two.example/'],
    ] as const) {
      const body = JSON.stringify(item(1, { url }))
      expect(await send(body, sign(body, { key }))).toEqual(taken(1))
    }
    expect(urls()).toEqual(['https://one.example/', 'https://two.example/'])
  })

  it('says for each item that it cannot take what its sender must do, and takes the others', async () => {
    const { sendSigned, urls } = await world()
    const reply = await sendSigned([
      item(1),
      { title: 'no address' },
      item(2, { url: '/relative' }),
      { url: 'https://x.example/3' },
      'text',
      null,
      item(4, { url: `https://x.example/${'x'.repeat(3000)}` }),
      { deleted: true },
      item(5),
    ])
    expect(reply).toMatchObject({ status: 202, body: { accepted: 2, duplicates: 0 } })
    const { rejected } = reply.body as { rejected: { index: number; error: string }[] }
    expect(rejected.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(rejected.map(({ error }) => error)).toEqual([
      expect.stringContaining('no address. Give one as url, link, permalink, href'),
      expect.stringContaining('"/relative" is no address that begins with http'),
      expect.stringContaining('neither a title nor a text'),
      'This is a string, not an object with url, title and text.',
      'This is null, not an object with url, title and text.',
      expect.stringContaining('longer than 2,000 characters'),
      'An item that was deleted needs its id.',
    ])
    expect(urls()).toHaveLength(2)
  })

  it('answers with an error if it took nothing, because many senders only look at the status', async () => {
    const { sendSigned } = await world()
    expect(await sendSigned([{ title: 'x' }])).toMatchObject({
      status: 422,
      body: {
        error: expect.stringContaining('Nothing was taken: There is no address'),
        rejected: [{ index: 0 }],
      },
    })
    expect(await sendSigned([])).toEqual(taken(0))
  })

  it('takes an item whose date it cannot read, with a warning', async () => {
    const { sendSigned, mentions, time } = await world()
    const reply = await sendSigned(item(1, { date: 'next week' }))
    expect(reply).toMatchObject({
      status: 202,
      body: {
        accepted: 1,
        warnings: [{ index: 0, warning: expect.stringContaining('"next week" cannot be read') }],
      },
    })
    expect(mentions()).toMatchObject([{ date: time.now() }])
  })

  it('takes up to a thousand items at once', async () => {
    const { sendSigned } = await world()
    const many = (count: number) => Array.from({ length: count }, (_, n) => item(n))
    expect(await sendSigned(many(1000))).toEqual(taken(1000))
    expect(await sendSigned(many(1001))).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining('at most 1000') },
    })
  })

  it('only takes POST requests', async () => {
    const { runner } = await world()
    const request = { method: 'GET', headers: {}, parameters: {}, body: Buffer.alloc(0) }
    expect(await runner.receive(path, request)).toMatchObject({ status: 405 })
  })

  it('is closed while no sender is configured', async () => {
    const { send } = await world({})
    await expect(send('{}')).rejects.toThrow('nobody listens')
  })

  it('loses nothing and stores nothing twice, wherever the process is killed', async () => {
    let kills = 0
    for (let effect = 1; ; effect++) {
      const file = `${emptyFolder()}/mentions.sqlite`
      const time = createVirtualTime()
      const kill = withKills(effect)
      const before = await world(undefined, { file, time, sources: [kill.source(createIntake())] })
      const isAnswered: boolean[] = []
      const messages = [[item(1), item(2)], [item(3)], [item(2), item(4)]]
      for (const [n, message] of messages.entries()) {
        const answered = before.sendSigned(message, { id: `m${n}` }).then(() => true)
        isAnswered.push(await Promise.race([answered, time.advance(1).then(() => false)]))
      }
      const isKilled = kill.isDead()
      await before.close()
      const after = await world(undefined, { file, time })
      // A sender repeats what was not answered.
      for (const [n, message] of messages.entries())
        if (!isAnswered[n])
          expect(await after.sendSigned(message, { id: `m${n}` })).toMatchObject({ status: 202 })
      expect(
        after
          .mentions()
          .map(({ title }) => title)
          .toSorted(),
      ).toEqual(['Review 1', 'Review 2', 'Review 3', 'Review 4'])
      await after.close()
      if (!isKilled) break
      kills += 1
    }
    expect(kills).toBe(12)
  })

  it('takes a repeat after it failed to store a message', async () => {
    const { sendSigned, store, urls, log } = await world()
    const { transaction } = store.database
    store.database.transaction = () => {
      throw new Error('database or disk is full')
    }
    const failed = { status: 503, body: { error: 'It could not be stored. Send it again later.' } }
    const replies = await Promise.all([1, 2].map(() => sendSigned(item(1), { id: 'm' })))
    expect(replies).toEqual([failed, failed])
    expect(log[0]).toMatchObject({
      level: 'error',
      fields: { sender: 'shop', reason: 'database or disk is full' },
    })
    store.database.transaction = transaction
    expect(await sendSigned(item(1), { id: 'm' })).toEqual(taken(1))
    expect(urls()).toHaveLength(1)
  })
})

describe('who may send to the intake', () => {
  it('is who signs as the example of Standard Webhooks does', async () => {
    const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { send } = await world({ shop: { secret: key } }, { time: createVirtualTime(1_614_265_330_000) })
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const signed = await send('{"test": 2432232314}', headers)
    expect(signed).toMatchObject({ status: 422, body: { error: expect.stringContaining('no address') } })
    expect(await send('{"test": 2432232315}', headers)).toMatchObject({ status: 401 })
  })

  it('is who signs with one of the secrets, so that a secret can be replaced', async () => {
    const { send, sign } = await world({ shop: { secret: [secret, newSecret] } })
    for (const key of [secret, newSecret]) {
      const body = JSON.stringify(item(key.length))
      expect(await send(body, sign(body, { key }))).toMatchObject({ status: 202 })
    }
    const body = JSON.stringify(item(9))
    const [old, current] = [secret, newSecret].map((key) => sign(body, { id: 'm', key })['webhook-signature'])
    const both = { ...sign(body, { id: 'm' }), 'webhook-signature': `v1a,xyz ${current} ${old}` }
    expect(await send(body, both)).toMatchObject({ status: 202 })
  })

  it.each<
    [string, (given: { body: string; headers: Headers }) => { body?: string; headers?: Headers }, string]
  >([
    ['another body', () => ({ body: JSON.stringify(item(2)) }), 'fits no secret'],
    ['another id', ({ headers }) => ({ headers: { ...headers, 'webhook-id': 'x' } }), 'fits no secret'],
    [
      'a time within the tolerance that was not signed',
      ({ headers }) => ({
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      }),
      'fits no secret',
    ],
    ['no time', ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': 'now' } }), 'whole seconds'],
    [
      'a signature of another version',
      ({ headers }) => ({
        headers: { ...headers, 'webhook-signature': `v2,${headers['webhook-signature']?.slice(3)}` },
      }),
      'fits no secret',
    ],
    [
      'a part of the signature',
      ({ headers }) => ({
        headers: { ...headers, 'webhook-signature': headers['webhook-signature']?.slice(0, -2) ?? '' },
      }),
      'fits no secret',
    ],
    ['a huge id', ({ headers }) => ({ headers: { ...headers, 'webhook-id': 'x'.repeat(600) } }), 'too long'],
    ['nothing', () => ({ headers: {} }), 'Sign the request as Standard Webhooks do'],
    ['another token', () => ({ headers: { authorization: `Bearer ${token}x` } }), 'belongs to no sender'],
    ['no token', () => ({ headers: { authorization: 'Bearer ' } }), 'Sign the request'],
    ['a name and password', () => ({ headers: { authorization: `Basic ${token}` } }), 'Sign the request'],
  ])('is not who sends %s', async (_name, change, error) => {
    const { send, sign, urls } = await world()
    const body = JSON.stringify(item(1))
    const given = { body, headers: sign(body) }
    const wrong = { ...given, ...change(given) }
    expect(await send(wrong.body, wrong.headers)).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining(error) },
    })
    expect(urls()).toEqual([])
  })

  it('is not who repeats a recorded message later than five minutes, or whose clock is off by more', async () => {
    const { send, sign, time } = await world()
    const body = JSON.stringify(item(1))
    const recorded = sign(body)
    await time.advance(299_000)
    expect(await send(body, recorded)).toMatchObject({ status: 202 })
    await time.advance(2000)
    expect(await send(body, recorded)).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('301 s away') },
    })
    expect(await send(body, sign(body, { at: time.now() + 400_000 }))).toMatchObject({ status: 401 })
  })

  it('is who has a token, in the header and never in the address', async () => {
    const { send, sendWithToken } = await world({ n8n: { token: ['another-token-of-24-characters', token] } })
    expect(await sendWithToken(item(1))).toEqual(taken(1))
    for (const name of ['token', 'key', 'access_token'])
      expect(await send(JSON.stringify(item(2)), {}, { [name]: token })).toMatchObject({
        status: 401,
        body: { error: expect.stringContaining('not in the address') },
      })
    const body = JSON.stringify(item(1))
    expect(await send(body, { authorization: `bearer  ${token}`, 'webhook-id': 'm' })).toEqual(taken(0, 1))
  })

  it('does not use the token of one sender as the secret of another', async () => {
    const { send, sign } = await world({ one: { token }, two: { secret } })
    const body = JSON.stringify(item(1))
    expect(await send(body, { authorization: `Bearer ${secret}` })).toMatchObject({ status: 401 })
    const key = `whsec_${Buffer.from(token).toString('base64')}`
    expect(await send(body, sign(body, { key }))).toMatchObject({ status: 401 })
  })

  it.each<[string, SenderSettings]>([
    ['without secret and token', { shop: {} }],
    ['with a short secret', { shop: { secret: 'whsec_AAAA' } }],
    ['with a secret of another form', { shop: { secret: 'x'.repeat(40) } }],
    ['with a short token', { shop: { token: 'secret' } }],
    ['with a token with blanks', { shop: { token: 'a token that has some blanks' } }],
    ['with no token in the list', { shop: { token: [] } }],
    ['with an unknown field', { shop: { token, fields: { colour: 'x' } } }],
    ['with an unknown key', { shop: { token, url: 'x' } }],
    ['with a bad name', { 'My Shop': { token } }],
  ])('is no sender %s', async (_name, senders) => {
    expect(() => createIntake().channels({ senders }, [])).toThrow()
  })

  it('learns nothing of a secret from the error about it', () => {
    const wrong = 'whsec_not-base64-but-secret'
    try {
      createIntake().channels({ senders: { shop: { secret: wrong } } }, [])
    } catch (error) {
      expect(String(error)).toContain('expected whsec_')
      expect(String(error)).not.toContain('not-base64')
    }
    expect.assertions(2)
  })
})

describe('what other programs send to the intake', () => {
  const acme = 'https://x.example/1'
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const expected = { url: acme, title: 'Acme wins', author: { name: 'kim' } }

  it.each<[string, string, Headers, number]>([
    ['an object of n8n', JSON.stringify({ url: acme, title: 'Acme wins', author: 'kim' }), {}, 1],
    ['a list of Make', JSON.stringify([{ link: acme, headline: 'Acme wins', username: 'kim' }]), {}, 1],
    [
      'a list within items',
      JSON.stringify({ items: [{ id: 7, permalink: acme, name: 'Acme wins', user: { name: 'kim' } }] }),
      {},
      1,
    ],
    [
      'a list within data',
      JSON.stringify({ data: [{ href: acme, subject: 'Acme wins', author: { name: 'kim' } }] }),
      {},
      1,
    ],
    [
      'an event of Standard Webhooks',
      JSON.stringify({
        type: 'review.new',
        timestamp: '2026-11-18T10:00:00Z',
        data: { url: acme, title: 'Acme wins', author: 'kim' },
      }),
      {},
      1,
    ],
    [
      'an object that curl declares as a form',
      JSON.stringify({ url: acme, title: 'Acme wins', author: 'kim' }),
      form,
      1,
    ],
    [
      'a list that is declared as a form',
      JSON.stringify([{ url: acme, title: 'Acme wins', author: 'kim' }]),
      form,
      1,
    ],
    [
      'JSON lines that are declared as a form',
      `${JSON.stringify({ url: acme, title: 'Acme wins', author: 'kim' })}\n{"url":"https://x.example/2","title":"Acme again"}`,
      form,
      2,
    ],
    [
      'a form of Zapier',
      `url=${encodeURIComponent(acme)}&title=Acme+wins&author__name=kim&published=Fri%2C+13+Nov+2026+10%3A00%3A00+GMT`,
      form,
      1,
    ],
    ['a form with brackets, of Huginn', `url=${acme}&title=Acme+wins&author[name]=kim`, form, 1],
    ['a form without a type', `url=${encodeURIComponent(acme)}&title=Acme+wins&author=kim`, {}, 1],
    [
      'JSON of IFTTT that is declared as text',
      JSON.stringify({ url: acme, title: 'Acme wins', author: 'kim' }),
      { 'content-type': 'text/plain' },
      1,
    ],
    [
      'JSON with a byte order mark',
      `\ufeff${JSON.stringify({ url: acme, title: 'Acme wins', author: 'kim' })}`,
      {},
      1,
    ],
    [
      'JSON lines',
      `${JSON.stringify({ url: acme, title: 'Acme wins', author: 'kim' })}\r\n\n${JSON.stringify(item(2))}\n`,
      { 'content-type': 'application/x-ndjson' },
      2,
    ],
    [
      'a JSON Feed',
      JSON.stringify({
        ...{
          version: 'https://jsonfeed.org/version/1.1',
          title: 'A blog',
          authors: [{ name: 'kim' }],
          language: 'de',
        },
        items: [
          {
            id: '1',
            external_url: acme,
            title: 'Acme wins',
            content_html: '<p>Acme',
            date_published: '2026-11-18T10:00:00+01:00',
          },
        ],
      }),
      {},
      1,
    ],
  ])('such as %s is understood', async (_name, body, headers, count) => {
    const { sendWithToken, mentions } = await world()
    expect(await sendWithToken(body, headers)).toMatchObject({
      status: 202,
      body: { accepted: count, rejected: [] },
    })
    expect(mentions()[0]).toMatchObject(expected)
  })

  it('and the date that IFTTT writes is read: intake-ifttt-date', async () => {
    const { sendWithToken, mentions, time } = await world()
    time.jump(3 * 24 * 60 * 60 * 1000)
    const file = new URL('./documents/intake-ifttt-date.json', import.meta.url)
    const reply = await sendWithToken(readFileSync(file, 'utf8'))
    expect(reply).toMatchObject({ status: 202, body: { accepted: 1, rejected: [] } })
    expect(JSON.stringify(reply)).not.toContain('warning')
    expect(mentions()).toMatchObject([{ date: Date.UTC(2026, 10, 20, 10) }])
  })

  it('takes the good lines of JSON lines and names the others', async () => {
    const { sendWithToken } = await world()
    const body = [JSON.stringify(item(1)), '{"url": broken', JSON.stringify(item(2))].join('\n')
    expect(await sendWithToken(body)).toMatchObject({
      status: 202,
      body: { accepted: 2, rejected: [{ index: 1, error: expect.stringContaining('This line is no JSON') }] },
    })
  })

  it.each([
    ['', 'is empty'],
    ['{"url": ', 'neither JSON nor a form'],
    ['7', 'neither an object nor a list'],
    [Buffer.from([0x7b, 0xff, 0xfe]), 'not encoded as UTF-8'],
  ])('that is unreadable gets an error (%#)', async (body, error) => {
    const { send } = await world()
    const reply = await send(body, { authorization: `Bearer ${token}` })
    expect(reply).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } })
  })

  it('that is broken JSON is told as such, although curl declares a form', async () => {
    const { sendWithToken } = await world()
    expect(await sendWithToken(`{"url":"${acme}",}`, form)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('neither JSON nor a form') },
    })
  })

  it('may have names of its own', async () => {
    const fields = {
      url: 'post.links.0.href',
      title: ['post.nothing', 'post.heading'],
      text: 'post.body',
      id: 'post.nr',
    }
    const { sendSigned, mentions } = await world({ cms: { secret, fields } })
    const links = [{ href: acme }]
    await sendSigned({ post: { nr: 5, links, heading: 'Acme wins', body: 'text' }, title: 'no' })
    await sendSigned({ post: { nr: 5, links, heading: 'Acme wins again', body: 'text' } })
    expect(mentions()).toMatchObject([{ url: acme, title: 'Acme wins again' }])
  })

  it('may have texts with or without HTML', async () => {
    const { sendSigned, mentions } = await world()
    await sendSigned([
      item(1, { text: '<p>Acme &amp; <b>friends</b></p><script>x</script>' }),
      item(2, { text: 'acme: a < b and c > d, AT&T' }),
      item(3, { text: undefined, content_html: 'Acme&nbsp;3' }),
    ])
    expect(mentions().map(({ snippet }) => snippet)).toEqual([
      'Acme & friends',
      'acme: a < b and c > d, AT&T',
      'Acme 3',
    ])
  })

  it.each([
    ['2026-11-17T10:00:00.5Z', Date.UTC(2026, 10, 17, 10, 0, 0, 500)],
    ['2026-11-17T10:00:00+02:00', Date.UTC(2026, 10, 17, 8)],
    ['2026-11-17 10:00', Date.UTC(2026, 10, 17, 10)],
    ['2026-11-17', Date.UTC(2026, 10, 17)],
    ['Tue, 17 Nov 2026 10:00:00 GMT', Date.UTC(2026, 10, 17, 10)],
    ['Tue, 17 Nov 2026 10:00:00 -0500', Date.UTC(2026, 10, 17, 15)],
    ['17 Nov 2026 10:00:00', Date.UTC(2026, 10, 17, 10)],
    ['November 17, 2026 at 10:00AM', Date.UTC(2026, 10, 17, 10)],
    ['17.11.2026 10:00', Date.UTC(2026, 10, 17, 10)],
    [1_795_000_000, 1_795_000_000_000],
    [1_795_000_000_123, 1_795_000_000_123],
    ['1795000000123', 1_795_000_000_123],
    [1_795_000_000_123_456, 1_795_000_000_123],
  ])('may have the date %s', async (date, expectedTime) => {
    const { sendSigned, mentions } = await world()
    expect(await sendSigned(item(1, { date }))).toEqual(taken(1))
    expect(mentions()).toMatchObject([{ date: expectedTime }])
  })

  it('may be anything: it is taken, or the answer says why not', async () => {
    const { sendWithToken } = await world()
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string(),
      fc.constant('https://x.example/1'),
      fc.constant('<p>&#x110000;'),
    )
    const names =
      'id guid url link title text content date author user followers tags deleted __proto__ constructor items data version'
    const object = fc.dictionary(fc.constantFrom(...names.split(' ')), value)
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      object.map((one) => JSON.stringify(one)),
      fc.array(object).map((some) => JSON.stringify(some)),
      fc.array(object).map((some) => some.map((one) => JSON.stringify(one)).join('\n')),
    )
    const type = fc.constantFrom('', 'application/json', 'application/x-www-form-urlencoded')
    await fc.assert(
      fc.asyncProperty(body, type, async (text, contentType) => {
        const reply = await sendWithToken(text, { 'content-type': contentType })
        expect([202, 400, 422]).toContain(reply.status)
        if (reply.status !== 202)
          expect(reply.body).toMatchObject({ error: expect.stringMatching(/^[A-Z].*[.).]$/s) })
      }),
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
