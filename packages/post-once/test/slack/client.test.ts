import { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { withoutProxy } from '@overheard/base/http'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackDispatcher, sdkLogger, slackClient, slackFetch } from '../../src/slack/client.ts'
import { createPost } from '../../src/slack/post.ts'

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

const dispatcher = createSlackDispatcher(withoutProxy)
const post = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'größer 東京' }

describe('a request to Slack', () => {
  it('arrives with its body and headers, and its response is returned whole', async () => {
    const url = await serving(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      const [first, rest] = [Buffer.concat(pieces).subarray(0, 3), Buffer.concat(pieces).subarray(3)]
      response.writeHead(202, 'Taken', { 'X-Type': request.headers['content-type'] })
      response.write(first, () => response.end(rest))
    })
    const answer = await slackFetch(5000, dispatcher)(url, post)
    expect(answer).toMatchObject({ ok: true, status: 202, url })
    expect([answer.headers.get('X-Type'), answer.headers.get('absent')]).toEqual(['text/plain', null])
    expect(Object.fromEntries(answer.headers.entries())).toMatchObject({ 'x-type': 'text/plain' })
    expect(await answer.text()).toBe('größer 東京')
  })

  it('reuses the connection of earlier requests', async () => {
    const deps = new Set<number | undefined>()
    const url = await serving((request, response) => {
      deps.add(request.socket.remotePort)
      response.end('{}')
    })
    const send = slackFetch(5000, dispatcher)
    for (let times = 0; times < 10; times++) await (await send(url, post)).json()
    expect(deps.size).toBeLessThanOrEqual(2)
  })

  it('does not follow a redirect, because the token must go nowhere else', async () => {
    const asked: (string | undefined)[] = []
    const url = await serving((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await slackFetch(5000, dispatcher)(url, post)).toMatchObject({ ok: false, status: 307 })
    expect(asked).toEqual(['/'])
  })
})

describe('a failed request to Slack', () => {
  it.each<[string, RequestListener, object]>([
    ['a timeout if no response comes', () => undefined, { name: 'TimedOutError' }],
    [
      'a timeout if a response stops in the middle',
      (_, response) => void response.writeHead(200, { 'content-length': 99 }).write('{'),
      { name: 'TimedOutError' },
    ],
    [
      'ECONNRESET if the connection is reset',
      (request) => void request.socket.resetAndDestroy(),
      { code: 'ECONNRESET' },
    ],
    [
      'ECONNRESET if the connection is reset in the middle of a response',
      (request, response) => {
        response.writeHead(200, { 'content-length': 99 }).write('{')
        setImmediate(() => request.socket.resetAndDestroy())
      },
      { code: 'ECONNRESET' },
    ],
  ])('ends with %s', async (_what, answer, error) => {
    const timeout = 'name' in error ? 200 : 20_000
    await expect(slackFetch(timeout, dispatcher)(await serving(answer), post)).rejects.toMatchObject(error)
  })
})

it('a response of Slack without an end is aborted before it fills the memory', async () => {
  const url = await serving((_, response) => {
    const flood = () => void (response.write(Buffer.alloc(1 << 20)) && setImmediate(flood))
    response.on('drain', flood)
    flood()
  })
  await expect(slackFetch(20_000, dispatcher)(url, post)).rejects.toMatchObject({
    code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  })
})

const noReceipts = { write: () => undefined, read: () => undefined }
const silent = { warn: () => undefined, error: () => undefined }

/** The outcome of a post that gets this answer. */
async function postAnswered(status: number, body: string | Buffer, headers: Record<string, string> = {}) {
  const apiUrl = await serving((_, response) => void response.writeHead(status, headers).end(body))
  const client = slackClient({ apiUrl, token: 'xoxb-1', logger: sdkLogger(silent), dispatcher }, 20_000)
  return createPost<object>(client, noReceipts)({ channel: 'C1', content: { text: 'a', blocks: [] } })
}

const success = '{"ok":true,"ts":"1.2"}'
const delivered = { kind: 'delivered', ts: '1.2', receiptKept: true }

describe('the outcome of a post', () => {
  it.each([
    [400, '<html>Bad request</html>'],
    [401, 'Unauthorized'],
    [403, '{"error":"blocked"}'],
    [404, ''],
    [407, 'null'],
    [413, '[]'],
    [429, 'slow down'],
    [200, 'unavailable'],
    [200, '{}'],
    [200, '{"error":"denied"}'],
    [200, '{"ok":"false","error":"denied"}'],
  ])('is unknown after status %i with %j, because this is no answer of Slack', async (status, body) => {
    expect(await postAnswered(status, body)).toEqual({ kind: 'unknown', reason: `HTTP ${status}` })
  })

  it.each([400, 403, 404])(
    'is that of the error code if Slack itself answers with status %i',
    async (status) => {
      expect(await postAnswered(status, '{"ok":false,"error":"not_in_channel"}')).toEqual({
        kind: 'rejected',
        extent: 'channel',
        reason: 'not_in_channel',
      })
    },
  )

  it('is unknown after a status of 500 and more, even if it has an error code of Slack', async () => {
    expect(await postAnswered(503, '{"ok":false,"error":"not_in_channel"}')).toMatchObject({
      kind: 'unknown',
    })
  })

  it.each([
    ['gzip', gzipSync(success), 'gzip'],
    ['gzip that no header names', gzipSync(success), undefined],
    ['brotli', brotliCompressSync(success), 'br'],
  ])('is read from an answer that is packed with %s', async (_what, body, encoding) => {
    expect(await postAnswered(200, body, encoding ? { 'content-encoding': encoding } : {})).toEqual(delivered)
  })

  it('is a wait of 1 s to 15 minutes after status 429, whatever Retry-After says', async () => {
    const dates = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString())
    const numbers = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.bigInt()).map(String)
    const given = fc.oneof(dates, numbers, fc.string({ unit: 'grapheme-ascii' }))
    let header = ''
    const apiUrl = await serving((_, response) => {
      response.writeHead(429, header === '' ? {} : { 'retry-after': header })
      response.end('{"ok":false,"error":"ratelimited"}')
    })
    const client = slackClient({ apiUrl, token: 'xoxb-1', logger: sdkLogger(silent), dispatcher }, 20_000)
    const post = createPost<object>(client, noReceipts)
    await fc.assert(
      fc.asyncProperty(given, async (value) => {
        header = value
        const outcome = await post({ channel: 'C1', content: { text: 'a', blocks: [] } })
        expect(outcome).toMatchObject({ kind: 'deferred', extent: 'channel', reason: 'ratelimited' })
        const { afterMs } = outcome as { afterMs: number }
        expect(afterMs).toBeGreaterThanOrEqual(1000)
        expect(afterMs).toBeLessThanOrEqual(900_000)
      }),
      { numRuns: 100 },
    )
  })
})

it('a call that Slack asks to wait with tells its method and the wait', async () => {
  const apiUrl = await serving((_, response) => response.writeHead(429, { 'retry-after': '600' }).end())
  const waits: unknown[] = []
  const onWait = (...wait: unknown[]) => void waits.push(wait)
  const client = slackClient(
    { apiUrl, token: 'xoxb-1', logger: sdkLogger(silent), dispatcher, onWait },
    20_000,
  )
  await client.users.list({}).catch(() => undefined)
  expect(waits).toEqual([['users.list', 600_000]])
})
