import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  archiveOf,
  idsOf,
  mentionsOf,
  noon,
  startService,
  token,
} from '../../../packages/listen/test/api/start-service.ts'
import { generatedAlerts } from '../../../sandbox/mention-service/generator/alerts.ts'
import { createArrivals } from '../../../sandbox/mention-service/generator/arrivals.ts'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'

const list = '/v1.0/alerts/1/mentions'

async function controlled() {
  const mentionStore = archiveOf([])
  for (const { alert } of generatedAlerts) mentionStore.addAlert(alert)
  const arrivals = createArrivals(mentionStore, createRandom(1), () => noon)
  const service = await startService({ mentionStore, control: { arrivals } })
  async function control(method: string, path: string, body?: unknown) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${service.url}/_control/${path}`, {
      method,
      ...(text !== undefined && { body: text }),
    })
    return { status: response.status, json: z.unknown().parse(await response.json()) }
  }
  return { ...service, mentionStore, control }
}

it('the control interface of the embedded mention service adds mentions with exact ids beyond 2^53', async () => {
  const { control, get } = await controlled()
  const mention = '{"id":9007199254740993,"date":1,"url":"u","author":{"name":"a"},"source":"web"}'
  const added = await control('POST', 'mentions', `{"alert_id":1,"mentions":[${mention}]}`)
  expect(added).toEqual({ status: 200, json: { ids: ['9007199254740993'] } })
  expect(idsOf(await get(list))).toEqual(['9007199254740993'])
})

it('the control interface of the embedded mention service can add a mention whose fields have wrong types', async () => {
  const { control, get } = await controlled()
  const body = { id: 'seven', date: null }
  await control('POST', 'unchecked', { alert_id: 1, place: { id: 7, date: noon, reach: 0 }, body })
  expect(mentionsOf(await get(list))).toEqual([body])
})

it('the control interface of the embedded mention service rejects an incomplete mention, text that is not JSON, and an unknown path', async () => {
  const { control } = await controlled()
  const { status, json } = await control('POST', 'mentions', { alert_id: 1, mentions: [{ id: 1 }] })
  expect(status).toBe(400)
  expect(JSON.stringify(json)).toMatch('mentions.0.date')
  expect((await control('POST', 'mentions', 'not json')).status).toBe(400)
  expect((await control('POST', 'nothing')).status).toBe(404)
})

it.each([
  [{ kind: 'one', alert_id: '1001' }, 1],
  [{ kind: 'burst', count: 9, alert_id: '1001' }, 9],
  [{ kind: 'crisis', alert_id: '1001' }, 60],
])(
  'the control interface of the embedded mention service adds generated mentions for the body %j, and their number is %i',
  async (body, count) => {
    const { control, get } = await controlled()
    await control('POST', 'arrivals', body)
    expect(idsOf(await get('/v1.0/alerts/1001/mentions'))).toHaveLength(count)
  },
)

it('the control interface of the embedded mention service plans a fault of the service and clears it, and works during the fault', async () => {
  const { control, get } = await controlled()
  await control('POST', 'faults', { fault: { kind: 'status', status: 500 } })
  expect((await get(list)).status).toBe(500)
  expect((await control('DELETE', 'faults')).status).toBe(200)
  expect((await get(list)).status).toBe(200)
})

it('the control interface of the embedded mention service adds and deletes alerts and sets the monthly limit as reached', async () => {
  const { control, get } = await controlled()
  await control('POST', 'alerts', { alert_id: 5, alert_name: 'New' })
  expect((await get('/v1.0/alerts/5/mentions')).status).toBe(200)
  expect((await control('DELETE', 'alerts', { alert_id: 5 })).json).toEqual({ deleted: true })
  expect((await get('/v1.0/alerts/5/mentions')).status).toBe(404)
  await control('POST', 'limit', { reached: true, renewsAt: 5 })
  expect((await get('/v1.0/alerts/list')).body.limits).toMatchObject([{ limit_renewal_date: 5 }])
})

it('the control interface of the embedded mention service counts and lists the received requests, and the list does not contain the access token', async () => {
  const { control, get } = await controlled()
  await get(list, { limit: 7 })
  await get('/v1.0/nothing')
  expect((await control('GET', 'counters')).json).toEqual({
    requests: 2,
    faults: 0,
    byStatus: { 200: 1, 404: 1 },
  })
  const { json } = await control('GET', 'requests')
  expect(json).toMatchObject([
    { time: noon, method: 'GET', path: list, parameters: { limit: '7' }, status: 200 },
    { status: 404 },
  ])
  expect(JSON.stringify(json)).not.toMatch(token)
})
