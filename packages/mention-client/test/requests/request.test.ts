import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from '../../../../test/tools/http-server.ts'
import { clientOf, errorOf } from '../../../../test/tools/mention-client.ts'
import { limits, wireAlert } from '../../../../test/tools/mention-responses.ts'

const good = { limits, alerts: [wireAlert] }
const refused = (code: number) => ({ error: { code, message: 'no' } })

/** A server that answers with one row after the other, the last one for ever: status, body, headers. */
async function serverOf(...rows: [status: number, body: unknown, headers?: Record<string, string>][]) {
  const server = await startServer((_, response) => {
    const row = rows[Math.min(server.asked.length, rows.length) - 1]
    const [status, body, headers] = row ?? [500, '']
    if (typeof body === 'string') response.writeHead(status, headers).end(body)
    else sendJson(response, body, status, headers)
  })
  return server
}

describe('the retry of a failed request', () => {
  it.each([
    ['HTTP 503 with the error code 10 (busy)', [503, refused(10)], [1_000]],
    ['HTTP 503 with the error code 52 (busy)', [503, refused(52)], [1_000]],
    ['HTTP 500 with the error code 54 (unexpected)', [500, refused(54)], [1_000]],
    ['HTTP 502 with an HTML page', [502, '<html>Bad gateway</html>'], [1_000]],
    ['HTTP 200 with an HTML page', [200, '<html>Maintenance</html>'], [1_000]],
    ['HTTP 200 with an empty body', [200, ''], [1_000]],
    ['truncated JSON', [200, '{"limits": [{"limit_na'], [1_000]],
    ['HTTP 403 with the error code 12 (too many requests) and after a pause', [403, refused(12)], [3_500]],
    ['HTTP 429 with Retry-After', [429, '', { 'retry-after': '7' }], [7_500]],
    ['HTTP 503 with Retry-After', [503, '', { 'retry-after': '7' }], [7_500]],
  ] as const)('is made after %s', async (_, [status, body, headers], waits) => {
    const server = await serverOf([status, body, headers ?? {}], [200, good])
    const { service, clock } = clientOf(server.url)
    expect(await service.listAlerts()).toHaveLength(1)
    expect(server.asked).toHaveLength(2)
    expect(clock.slept).toEqual(waits)
  })

  it('is made twice, after growing pauses, before the error is thrown', async () => {
    const server = await serverOf([503, refused(10)])
    const { service, clock } = clientOf(server.url)
    expect(await errorOf(service.listAlerts())).toMatchObject({ kind: 'busy', retry: 'later' })
    expect(server.asked).toHaveLength(3)
    expect(clock.slept).toEqual([1_000, 2_000])
  })

  it.each([
    [0, [0, 0]],
    [0.999, [1_998, 3_996]],
  ])('comes after random pauses: with the random number %d they are %j ms', async (random, waits) => {
    const server = await serverOf([503, refused(10)])
    const { service, clock } = clientOf(server.url, { random: () => random })
    await errorOf(service.listAlerts())
    expect(clock.slept).toEqual(waits)
  })
})

describe('a failed request is not retried', () => {
  it.each([
    ['HTTP 401 with the error code 20 (unauthorized)', 401, refused(20), 'unauthorized'],
    ['HTTP 503 with the error code 51 (unauthorized)', 503, refused(51), 'unauthorized'],
    ['HTTP 404 with the error code 30 (no such alert)', 404, refused(30), 'alert_not_found'],
    ['HTTP 404 with the error code 1 (no such method)', 404, refused(1), 'no_such_method'],
    ['HTTP 400 with the error code 40 (bad parameter)', 400, refused(40), 'bad_parameter'],
    ['HTTP 400 with the error code 41 (leads alert)', 400, refused(41), 'leads_alert'],
    ['HTTP 200 with an error body', 200, refused(20), 'unauthorized'],
    ['HTTP 403 with the error code 11 (too many requests)', 403, refused(11), 'rate_limited'],
    ['HTTP 429 without Retry-After', 429, '', 'rate_limited'],
    ['a list of alerts that is no list', 200, { limits: [], alerts: {} }, 'malformed'],
    ['JSON that is not an object', 200, [], 'malformed'],
  ] as const)('after %s', async (_, status, body, kind) => {
    const server = await serverOf([status, body])
    const { service } = clientOf(server.url)
    expect(
      (await errorOf(service.total('7', 'mentions', { from: '2026-01-01', to: '2026-01-02' }))).kind,
    ).toBe(kind)
    expect(server.asked).toHaveLength(1)
  })

  it('if it belongs to a command and the wait would be more than 10 s', async () => {
    const server = await serverOf([503, '', { 'retry-after': '20' }])
    const { service } = clientOf(server.url)
    expect(await errorOf(service.listAlerts({ priority: 'command' }))).toMatchObject({
      kind: 'busy',
      afterMs: 20_000,
    })
    expect(server.asked).toHaveLength(1)
  })

  it('if Retry-After asks for two hours; the error names 15 minutes, and other requests pause for as long', async () => {
    const server = await serverOf([429, '', { 'retry-after': '7200' }])
    const { service, budget } = clientOf(server.url)
    expect((await errorOf(service.listAlerts())).message).toContain('Trying again helps in 15 min')
    expect(await budget.left()).toMatchObject({ pausedForMs: 15 * 60_000 })
  })
})

describe('the pause of all requests to the mention service', () => {
  it('lasts a minute after the error code 11 (too many requests), and commands are refused meanwhile', async () => {
    const server = await serverOf([403, refused(11)], [200, good])
    const { service, clock, budget } = clientOf(server.url)
    await errorOf(service.listAlerts())
    expect(await budget.left()).toMatchObject({ pausedForMs: 60_000 })
    expect(await errorOf(service.listAlerts({ priority: 'command' }))).toMatchObject({
      kind: 'rate_limited',
      afterMs: 60_000,
    })
    await service.listAlerts()
    expect(clock.slept).toEqual([60_000])
    expect(server.asked).toHaveLength(2)
  })

  it('does not follow an error that concerns a single request, such as HTTP 503 with Retry-After', async () => {
    const server = await serverOf([503, refused(10), { 'retry-after': '600' }])
    const { service, budget } = clientOf(server.url)
    await errorOf(service.listAlerts())
    expect(await budget.left()).toMatchObject({ pausedForMs: 0 })
  })
})

describe('the error of an invalid response', () => {
  it.each([
    ['alert_data: expected object', { limits }],
    ['alert_data.mentions: expected array', { limits, alert_data: { ...wireAlert, mentions: {} } }],
    ['alert_data.next: expected string', { limits, alert_data: { ...wireAlert, mentions: [], next: 5 } }],
    ['the answer: expected object', 'a text'],
  ])('names the first invalid field: %s', async (field, body) => {
    const server = await startServer((_, response) => sendJson(response, body))
    const { service } = clientOf(server.url)
    const error = await errorOf(service.newest('7', 1))
    expect(error).toMatchObject({ kind: 'malformed', field })
    expect(error.message).toContain(field)
  })
})

it.each([{ limits, alerts: null }, { limits: [] }, { alerts: [] }])(
  'a mention service without alerts may write that as %j',
  async (body) => {
    const server = await startServer((_, response) => sendJson(response, body))
    expect(await clientOf(server.url).service.listAlerts()).toEqual([])
  },
)

it('an answer with neither alerts nor limits is no empty list of alerts', async () => {
  const server = await startServer((_, response) => sendJson(response, { status: 'ok' }))
  expect(await errorOf(clientOf(server.url).service.listAlerts())).toMatchObject({
    kind: 'malformed',
    field: 'alerts: not as documented',
  })
})

it('the client of the mention service logs and skips an alert without a usable id', async () => {
  const alerts = [{ ...wireAlert, alert_id: -1 }, { ...wireAlert, alert_name: null }, 'x', wireAlert]
  const server = await startServer((_, response) => sendJson(response, { limits, alerts }))
  const { service, logged } = clientOf(server.url)
  const acme = { id: '7', type: 'mentions', name: 'Acme brand', projectName: 'Acme' }
  expect(await service.listAlerts()).toEqual([{ ...acme, name: '' }, acme])
  expect(logged.map(({ fields }) => fields)).toEqual([{ skipped: 2 }])
})
