import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { startServer } from '../../../test/tools/http-server.ts'
import { clientOf, errorOf } from '../../../test/tools/mention-client.ts'
import { token } from '../../../test/tools/secret-token.ts'

/** Responses of a service, a proxy or an attacker; each contains our whole URL. */
const answers: [name: string, status: number, body: (url: string) => string][] = [
  ['an HTML page', 502, (url) => `<html>${url}</html>`],
  ['an HTML page with HTTP 200', 200, (url) => `<html>${url}</html>`],
  ['broken JSON', 200, (url) => `{"${url}`],
  [
    'an error message',
    400,
    (url) => JSON.stringify({ error: { code: 40, message: `bad: ${url} "${token}"` } }),
  ],
  [
    'a quoted name in an error message',
    400,
    () => JSON.stringify({ error: { code: 40, message: `"${token}" is wrong` } }),
  ],
  [
    'an error message with escaped slashes',
    500,
    (url) => JSON.stringify({ error: { code: 54, message: url } }).replaceAll('/', '\\/'),
  ],
  ['an error body that is a text', 401, (url) => JSON.stringify({ error: url })],
  ['an error body with HTTP 200', 200, (url) => JSON.stringify({ error: { code: 20, message: url } })],
  ['a field of a wrong type', 200, (url) => JSON.stringify({ limits: [], alerts: url })],
  [
    'invalid elements of a list',
    200,
    (url) => JSON.stringify({ limits: [url], alerts: [url, { alert_id: url }] }),
  ],
]

it.each(answers)(
  'no error and no log line contains the access token after a response that repeats it in %s',
  async (_, status, body) => {
    const server = await startServer((_url, response, request) => {
      const echoed = `${request.url} ${decodeURIComponent(request.url ?? '')}`
      response.writeHead(status, { location: request.url, 'x-url': request.url }).end(body(echoed))
    })
    const { service, logged } = clientOf(server.url)
    const ending = await service.listAlerts().catch((error: unknown) => error)
    const everything = inspect([ending, logged, service], { depth: null, showHidden: true, getters: true })
    expect(everything).not.toContain(token)
    expect(everything).not.toContain(encodeURIComponent(token))
  },
)

it('the error for a redirect names the address to configure', async () => {
  const server = await startServer((_, response, request) => {
    response.writeHead(308, { location: `https://new.example${request.url}` }).end()
  })
  const error = await errorOf(clientOf(server.url).service.listAlerts())
  expect(error).toMatchObject({ kind: 'unexpected', retry: 'never', status: 308 })
  expect(error.message).toContain('https://new.example; put the final one into MENTIONS_API_URL')
  expect(error.message).not.toContain('access_token')
})
