import { expect, it } from 'vitest'
import { archiveOf, idsOf, mention, startService } from '../../../packages/listen/test/api/start-service.ts'
import type { PlannedFault } from '../../../sandbox/mention-service/faults.ts'

const list = '/v1.0/alerts/1/mentions'

async function serviceWith(...plans: PlannedFault[]) {
  const waits: number[] = []
  const service = await startService({
    mentionStore: archiveOf([mention(1)]),
    sleep: async (ms) => waits.push(ms),
  })
  for (const plan of plans) service.server.faults.plan(plan)
  return { ...service, waits }
}

it('a planned fault of the embedded mention service with an error code returns the service’s error body', async () => {
  const { get } = await serviceWith({ fault: { kind: 'status', status: 503, code: 10, message: 'busy' } })
  const { status, body } = await get(list)
  expect([status, body.error]).toEqual([503, { code: 10, message: 'busy' }])
})

it('a planned fault of the embedded mention service without an error code returns an empty body, and a Retry-After header if the fault names one', async () => {
  const { get } = await serviceWith(
    { fault: { kind: 'status', status: 429, retryAfter: '7' }, count: 1 },
    { fault: { kind: 'status', status: 429 } },
  )
  const [first, second] = [await get(list), await get(list)]
  expect([first.status, first.text, first.headers.get('retry-after')]).toEqual([429, '', '7'])
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, null])
})

it('a planned fault of the embedded mention service of the kind “html” returns a proxy’s error page', async () => {
  const { get } = await serviceWith({ fault: { kind: 'html' } })
  const { status, text, headers } = await get(list)
  expect(status).toBe(502)
  expect(headers.get('content-type')).toMatch('text/html')
  expect(text).toMatch('<html>')
})

it('a planned fault of the embedded mention service of the kind “truncated” returns status 200 and only the first part of the JSON', async () => {
  const { get } = await serviceWith({ fault: { kind: 'truncated' }, count: 1 })
  const { status, text } = await get(list)
  expect(status).toBe(200)
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect((await get(list)).text.startsWith(text)).toBe(true)
})

it('a planned fault of the embedded mention service of the kind “json” returns the planned body unchanged', async () => {
  const { get } = await serviceWith({ fault: { kind: 'json', body: { alert_data: null } } })
  expect((await get(list)).text).toBe('{"alert_data":null}')
})

it('a planned fault of the embedded mention service of the kind “reset” breaks the connection', async () => {
  const { get } = await serviceWith({ fault: { kind: 'reset' } })
  await expect(get(list)).rejects.toThrow()
})

it('a planned fault of the embedded mention service of the kind “slow” delays the correct response', async () => {
  const { get, waits } = await serviceWith({ fault: { kind: 'slow', ms: 9000 } })
  expect(idsOf(await get(list))).toEqual(['1'])
  expect(waits).toEqual([9000])
})

it('a planned fault of the embedded mention service of the kind “hang” gives no response, and the request fails when the service closes', async () => {
  const { get, server } = await serviceWith({ fault: { kind: 'hang' } })
  const hanging = expect(get(list)).rejects.toThrow()
  await expect.poll(() => server.log.requests().length).toBe(1)
  await server.close()
  await hanging
})

it('a planned fault of the embedded mention service affects the planned number of requests with a matching path, or all of them until the fault is cleared', async () => {
  const { get, server } = await serviceWith(
    { fault: { kind: 'status', status: 500 }, path: '/v1.0/alerts/*/mentions', count: 2 },
    { fault: { kind: 'status', status: 503 }, path: '*/list' },
  )
  const statuses: number[] = []
  for (const path of [list, list, list, '/v1.0/alerts/list', '/v1.0/alerts/list'])
    statuses.push((await get(path)).status)
  expect(statuses).toEqual([500, 500, 200, 503, 503])
  server.faults.clear()
  expect((await get('/v1.0/alerts/list')).status).toBe(200)
})
