import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleArchive } from './sample.ts'
import { type Started, startService, token } from './start-service.ts'

const list = '/v1.0/alerts/1/mentions'
const total = '/v1.0/alerts/1/insights/total/mentions'
const series = '/v1.0/alerts/1/insights/time_series/mentions'
let service: Started
let close = async (): Promise<void> => undefined

beforeAll(async () => {
  service = await startService({ mentionStore: sampleArchive().mentionStore }, (undo) => {
    close = undo
  })
})
afterAll(() => close())

describe('error 1 (no such method) of the mention service', () => {
  it.each([
    '/',
    '/alerts/list',
    '/v1.0/alerts',
    '/v1.1/alerts/list',
    '/v1.0/alerts/1',
    '/v1.0/alerts/1/mentions/',
    '/v1.0/alerts/1/insights/total/mood',
    '/v1.0/alerts/1/insights/time_series/countries',
    '/_control/counters',
  ])('is the response to GET %s', async (path) => {
    const { status, body } = await service.get(path)
    expect([status, body.error?.code]).toEqual([404, 1])
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    'is the response to a %s request, because only GET is allowed',
    async (method) => {
      const response = await fetch(`${service.url}/v1.0/alerts/list?access_token=${token}`, { method })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ error: { code: 1, message: 'No such method' } })
    },
  )
})

it.each(['/v1.0/alerts/list', list, total, series])(
  'the mention service requires access_token in the query string of %s (documentation § 4 and 5)',
  async (path) => {
    const header = { headers: { authorization: `Bearer ${token}` } }
    const none = await fetch(`${service.url}${path}`, header)
    const wrong = await service.get(path, { access_token: 'wrong' })
    expect([none.status, wrong.status]).toEqual([401, 401])
    expect(await none.json()).toEqual({ error: { code: 20, message: 'Missing or wrong access token' } })
    expect(wrong.body.error?.code).toBe(20)
  },
)

it.each([
  '/v1.0/alerts/99/mentions',
  '/v1.0/alerts/abc/mentions',
  '/v1.0/alerts/99/insights/total/age',
  '/v1.0/alerts/99/insights/time_series/reach',
])('the mention service answers %s with error 30 (alert not found)', async (path) => {
  const { status, body } = await service.get(path)
  expect([status, body.error?.code]).toEqual([404, 30])
})

it.each(['/v1.0/alerts/2/insights/total/age', '/v1.0/alerts/2/insights/time_series/reach'])(
  'the mention service answers %s with error 41, because leads alerts have no insights (documentation § 4.3 and 4.4)',
  async (path) => {
    const { status, body } = await service.get(path)
    expect([status, body.error?.code]).toEqual([400, 41])
  },
)

describe('error 40 of the mention service, with the name of the wrong parameter,', () => {
  it.each<[name: string, value: string, path: string]>([
    ['sort_by', 'title', list],
    ['sort_order', 'up', list],
    ['date_from', '2026-11-18', list],
    ['date_to', 'soon', list],
    ['since_id', '-1', list],
    ['since_id', '1.5', list],
    ['source', '', list],
    ['source', 'web,', list],
    ['lang', 'english language', list],
    ['country', 'USA', list],
    ['reach_from', '-1', list],
    ['reach_to', 'many', list],
    ['tag_match', 'none', list],
    ['limit', '0', list],
    ['limit', '301', list],
    ['limit', '10.5', list],
    ['limit', '', list],
    ['date_from', '2026-02-30', total],
    ['date_to', '1795003200000', total],
    ['date_from', '18.11.2026', series],
    ['source', 'youtube', total],
    ['source', 'web,vimeo', series],
    ['granularity', 'year', series],
  ])('is the response to %s=%s at %s', async (name, value, path) => {
    const { status, body } = await service.get(path, { [name]: value })
    expect(status).toBe(400)
    expect(body.error).toEqual({ code: 40, message: expect.stringContaining(`"${name}"`) })
  })
})
