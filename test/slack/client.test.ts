import { createServer, type RequestListener } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withoutProxy } from '../../src/async/http.ts'
import { createSlackDispatcher, slackFetch } from '../../src/slack/client.ts'

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
