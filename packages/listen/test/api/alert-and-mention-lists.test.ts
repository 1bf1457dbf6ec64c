import { afterAll, beforeAll, expect, it } from 'vitest'
import { hugeId, sampleArchive } from './sample.ts'
import { idsOf, mentionsOf, type Started, startService } from './start-service.ts'

const { mentionStore, complete } = sampleArchive()
const list = '/v1.0/alerts/1/mentions'
let service: Started
let close = async (): Promise<void> => undefined

beforeAll(async () => {
  service = await startService({ mentionStore }, (undo) => {
    close = undo
  })
})
afterAll(() => close())

const brand = {
  alert_id: 1,
  alert_type: 'mentions',
  alert_name: 'Acme brand',
  project_id: 7,
  project_name: 'Acme',
}

it('the mention service lists alerts of both types with all documented fields (documentation § 4.1 and 2.2)', async () => {
  const { body } = await service.get('/v1.0/alerts/list')
  const leads = { ...brand, alert_id: 2, alert_type: 'leads', alert_name: 'Buyers' }
  expect(body.alerts?.slice(0, 2)).toEqual([brand, leads])
})

it.each([
  '/v1.0/alerts/list',
  list,
  '/v1.0/alerts/1/insights/total/reach',
  '/v1.0/alerts/1/insights/time_series/reach',
])(
  'the response of the mention service to %s has status 200 and JSON with a limits array (documentation § 4)',
  async (path) => {
    const { status, headers, body } = await service.get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch('application/json')
    expect(body.limits).toEqual([{ limit_name: 'monthly_mentions', limit_reached: false }])
  },
)

it('a page of the mention service has the fields of the alert and the number of mentions, and the last page has no “next” (documentation § 2.7)', async () => {
  const { body } = await service.get(list)
  expect(body.alert_data).toMatchObject({ ...brand, mentions_count: 6 })
  expect(body.alert_data).not.toHaveProperty('next')
})

it('the mention service returns one empty page for an alert without mentions (documentation § 2.7)', async () => {
  const { body } = await service.get('/v1.0/alerts/3/mentions')
  expect(body.alert_data).toMatchObject({ mentions_count: 0, mentions: [] })
  expect(body.alert_data).not.toHaveProperty('next')
})

it('the mention service lists the mentions of a leads alert, too (documentation § 4.2)', async () => {
  expect(idsOf(await service.get('/v1.0/alerts/2/mentions'))).toEqual(['20'])
})

it('the mention service returns a mention with all its fields (documentation § 2.3 to 2.6)', async () => {
  expect(mentionsOf(await service.get(list, { source: 'youtube' }))).toEqual([complete])
})

it('the mention service leaves out absent optional fields of a mention and gives defaults to required fields (documentation § 2.3 and 2.4)', async () => {
  const [only] = mentionsOf(await service.get(list, { source: 'news-blogs' }))
  expect(Object.keys(Object(only)).sort()).toEqual(
    'author,date,done,entities,id,language,reach,snippet,source,starred,tags,title,url'.split(','),
  )
  expect(only).toMatchObject({
    author: { name: 'Kim Lee', avatar: '', audience: 0, url: '' },
    entities: { snippet: { highlighted_text: [] } },
  })
})

it('the mention service returns an id beyond 2^53 as an exact integer (documentation § 2.3)', async () => {
  const { text } = await service.get(list, { since_id: 14 })
  expect(text).toContain(`"id":${hugeId}`)
})

it('the mention service returns mentions from Reddit and Instagram without a location (documentation § 4.2)', async () => {
  const mentions = mentionsOf(await service.get(list, { source: 'reddit,instagram' }))
  expect(mentions).toHaveLength(2)
  for (const mention of mentions) expect(mention).not.toHaveProperty('location')
})

it('once the monthly limit of mentions is reached, every response of the mention service names the limit with its renewal date (documentation § 2.1 and 8)', async () => {
  const { mentionStore } = sampleArchive()
  mentionStore.setLimit({ reached: true, renewsAt: 1_798_761_600_000 })
  const { get } = await startService({ mentionStore })
  const limit = { limit_name: 'monthly_mentions', limit_reached: true, limit_renewal_date: 1_798_761_600_000 }
  for (const path of ['/v1.0/alerts/list', list, '/v1.0/alerts/1/insights/total/age'])
    expect((await get(path)).body.limits).toEqual([limit])
})
