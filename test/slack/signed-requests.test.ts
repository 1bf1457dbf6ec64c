import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import net from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signatureOf } from '../../packages/slack-on-your-desk/src/index.ts'
import { createSignedRequests } from '../../src/slack/signed-requests.ts'
import { urlOf } from '../tools/http-server.ts'

const secret = 'signing-secret'
const noon = Date.UTC(2026, 10, 20, 12)
const wrong = `v0=${'0'.repeat(64)}`

/** A real server. Timers run when the test says so. `passed` are the bodies of the requests that were passed on. */
async function open(ready: Promise<void> = Promise.resolve()) {
  const clock = { now: noon }
  const timers = new Set<() => void>()
  /** The number of bodies that the server began to read. */
  let begun = 0
  const passed: string[] = []
  let fails = false
  const log: { requests?: unknown }[] = []
  const answer: RequestListener = (request, response) => {
    passed.push('rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody.toString() : '')
    if (fails) response.statusCode = 500
    fails = false
    response.end('slack')
  }
  const listener = createSignedRequests({
    signingSecret: secret,
    now: () => clock.now,
    setTimer(run) {
      begun += 1
      timers.add(run)
      return () => void timers.delete(run)
    },
    log: { warn: (fields) => void log.push(fields) },
    ready,
    handle: answer,
  })
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: net.Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const url = urlOf(server)
  const timestamp = () => String(Math.floor(clock.now / 1000))

  async function post(body: string, headers: Record<string, string> = {}) {
    const signed = {
      'x-slack-request-timestamp': timestamp(),
      'x-slack-signature': signatureOf(secret, timestamp(), body),
    }
    const response = await fetch(url, { method: 'POST', body, headers: { ...signed, ...headers } })
    const { status } = response
    return { status, allow: response.headers.get('allow'), text: await response.text() }
  }

  /** Sends a forged request without the last byte of its body. Resolves when the server has begun to read it. */
  async function leaveUnfinished(length: number) {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      answer += data.toString()
    })
    const before = begun
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\nx-slack-request-timestamp: ${timestamp()}\r\nx-slack-signature: ${wrong}\r\n\r\n`,
    )
    await expect.poll(() => begun).toBe(before + 1)
    socket.write('x'.repeat(length - 1))
    return { answer: () => answer, socket }
  }
  const fail = () => {
    fails = true
  }
  return { url, fail, clock, timers, passed, log, post, leaveUnfinished }
}

describe('a request to /slack/events', () => {
  it('is passed on with its body if Slack has signed it', async () => {
    const { post, passed, log, timers } = await open()
    const body = `payload=${encodeURIComponent('{"text":"naïve 👀"}')}`
    expect(await post(body)).toMatchObject({ status: 200, text: 'slack' })
    expect(passed).toEqual([body])
    expect([log, timers.size]).toEqual([[], 0])
  })

  it('is not passed on again within the five minutes in which its signature is accepted', async () => {
    const { url, post, passed, clock } = await open()
    const body = 'payload=1'
    const timestamp = String(noon / 1000)
    const recorded = {
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signatureOf(secret, timestamp, body),
    }
    const replay = async () => (await fetch(url, { method: 'POST', body, headers: recorded })).status
    expect([await replay(), await replay()]).toEqual([200, 200])
    clock.now += 299_000
    expect(await replay()).toBe(200)
    await post('payload=2')
    expect(passed).toEqual(['payload=1', 'payload=2'])
    clock.now += 2_000
    expect(await replay()).toBe(401)
  })

  it('may be repeated if it failed here', async () => {
    const { post, passed, fail } = await open()
    fail()
    expect((await post('payload=1')).status).toBe(500)
    expect((await post('payload=1')).status).toBe(200)
    expect(passed).toEqual(['payload=1', 'payload=1'])
  })

  it('is passed on if its body has 950 kB, because a submitted view may be that long as a form', async () => {
    const { post, passed } = await open()
    const body = 'x'.repeat(950_000)
    expect((await post(body)).status).toBe(200)
    expect(passed.map(({ length }) => length)).toEqual([950_000])
  })

  it('is passed on if fifty of 300 kB come at the same moment', async () => {
    const { post, passed } = await open()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(`${index} `.padEnd(300_000, 'x'))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(passed.map((body) => Number.parseInt(body, 10))).size).toBe(50)
  })

  it('waits for the start of the bot, and is refused with 503 before Slack would give it up', async () => {
    const { promise: ready, resolve: start } = Promise.withResolvers<void>()
    const { post, passed, timers } = await open(ready)
    const early = post('early')
    await expect.poll(() => timers.size).toBe(1)
    for (const run of timers) run()
    expect(await early).toMatchObject({ status: 503, text: expect.stringContaining('The bot is starting.') })
    const late = post('late')
    await expect.poll(() => timers.size).toBe(1)
    start()
    expect((await late).status).toBe(200)
    expect(passed).toEqual(['late'])
    expect(timers.size).toBe(0)
  })

  it.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])(
    'is refused with 405 if it is a %s request, because Bolt would throw',
    async (method) => {
      const { url, passed } = await open()
      const response = await fetch(url, { method })
      expect([response.status, response.headers.get('allow'), passed]).toEqual([405, 'POST', []])
    },
  )

  it.each<[string, string, Record<string, string>, number]>([
    ['is older than five minutes', 'x', { 'x-slack-request-timestamp': String(noon / 1000 - 301) }, 401],
    ['is more than five minutes ahead', 'x', { 'x-slack-request-timestamp': String(noon / 1000 + 301) }, 401],
    ['has a time that is no number', 'x', { 'x-slack-request-timestamp': 'soon' }, 401],
    ['has a short signature', 'x', { 'x-slack-signature': 'v0=00' }, 401],
    ['has a signature of another version', 'x', { 'x-slack-signature': wrong.replace('v0', 'v1') }, 401],
    ['has a signature that is no number', 'x', { 'x-slack-signature': `v0=${'z'.repeat(64)}` }, 401],
    ['has two signatures', 'x', { 'x-slack-signature': `${wrong}, ${wrong}` }, 401],
    ['has more than 1 MB', 'x'.repeat(1_000_001), {}, 413],
  ])(
    'is refused before its body is read, without a line in the log, if it %s',
    async (_what, body, headers, status) => {
      const { post, passed, log, timers } = await open()
      expect((await post(body, headers)).status).toBe(status)
      expect([passed, log, timers.size]).toEqual([[], [], 0])
    },
  )

  it('is refused if it does not say how long it is', async () => {
    const { url, passed } = await open()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('x'))
        controller.close()
      },
    })
    const response = await fetch(url, { method: 'POST', body, duplex: 'half' })
    expect([response.status, passed]).toEqual([411, []])
  })
})

describe('requests with a forged signature', () => {
  it('are refused with 401, with one warning a minute that counts them', async () => {
    const { post, passed, log, clock } = await open()
    const forge = async (count: number) => {
      for (let index = 0; index < count; index++)
        expect((await post('x', { 'x-slack-signature': wrong })).status).toBe(401)
    }
    await forge(50)
    expect(log).toEqual([{ requests: 1 }])
    clock.now += 59_999
    await forge(1)
    expect(log).toHaveLength(1)
    clock.now += 1
    await forge(1)
    expect(log).toEqual([{ requests: 1 }, { requests: 51 }])
    expect(passed).toEqual([])
    // A clock that was set back does not silence the warnings.
    clock.now -= 3_600_000
    await forge(1)
    expect(log).toHaveLength(3)
  })

  it('are given up with 503, the first ones first, if their unfinished bodies exceed 16 MB, and signed requests still get through', async () => {
    const { post, leaveUnfinished, timers } = await open()
    const attacks: Awaited<ReturnType<typeof leaveUnfinished>>[] = []
    for (let count = 0; count < 40; count++) attacks.push(await leaveUnfinished(990_000))
    await expect.poll(() => attacks.filter(({ answer }) => answer() !== '').length).toBe(24)
    expect(timers.size).toBe(16)
    const refused = attacks.slice(0, 24).map(({ answer }) => answer())
    for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1/is)
    expect((await post('x'.repeat(300_000))).status).toBe(200)
    expect((await post('small')).status).toBe(200)
    // The memory of a body is free again when its sender goes away.
    for (const { socket } of attacks) socket.destroy()
    await expect.poll(() => timers.size).toBe(0)
  })

  it('are ended with 408 if their body takes longer than Slack waits for an answer', async () => {
    const { leaveUnfinished, timers } = await open()
    const { answer } = await leaveUnfinished(1000)
    for (const run of timers) run()
    await expect.poll(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(timers.size).toBe(0)
  })
})
