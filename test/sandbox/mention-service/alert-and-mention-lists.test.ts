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

it('documentation § 4.1: the list returns alerts of both types with the fields of 2.2', async () => {
  const { body } = await service.get('/v1.0/alerts/list')
  const leads = { ...brand, alert_id: 2, alert_type: 'leads', alert_name: 'Buyers' }
  expect(body.alerts?.slice(0, 2)).toEqual([brand, leads])
})

it.each([
  '/v1.0/alerts/list',
  list,
  '/v1.0/alerts/1/insights/total/reach',
  '/v1.0/alerts/1/insights/time_series/reach',
])('documentation § 4: the answer of %s is JSON with an HTTP success and a limits array', async (path) => {
  const { status, headers, body } = await service.get(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch('application/json')
  expect(body.limits).toEqual([{ limit_name: 'monthly_mentions', limit_reached: false }])
})

it('documentation § 2.7: a page has the alert summary fields and a count; the last page has no next', async () => {
  const { body } = await service.get(list)
  expect(body.alert_data).toMatchObject({ ...brand, mentions_count: 6 })
  expect(body.alert_data).not.toHaveProperty('next')
})

it('documentation § 2.7: an alert without mentions has one empty page', async () => {
  const { body } = await service.get('/v1.0/alerts/3/mentions')
  expect(body.alert_data).toMatchObject({ mentions_count: 0, mentions: [] })
  expect(body.alert_data).not.toHaveProperty('next')
})

it('documentation § 4.2: a leads alert has mentions, too', async () => {
  expect(idsOf(await service.get('/v1.0/alerts/2/mentions'))).toEqual(['20'])
})

it('documentation § 2.3 to 2.6: a mention is served with all its fields', async () => {
  expect(mentionsOf(await service.get(list, { source: 'youtube' }))).toEqual([complete])
})

it('documentation § 2.3 and 2.4: absent optional fields are left out, required fields have defaults', async () => {
  const [only] = mentionsOf(await service.get(list, { source: 'news-blogs' }))
  expect(Object.keys(Object(only)).sort()).toEqual(
    'author,date,done,entities,id,language,reach,snippet,source,starred,tags,title,url'.split(','),
  )
  expect(only).toMatchObject({
    author: { name: 'Kim Lee', avatar: '', audience: 0, url: '' },
    entities: { snippet: { highlighted_text: [] } },
  })
})

it('documentation § 2.3: an id beyond 2^53 is served as an exact integer', async () => {
  const { text } = await service.get(list, { since_id: 14 })
  expect(text).toContain(`"id":${hugeId}`)
})

it('documentation § 4.2: a mention from Reddit or Instagram is served without a location', async () => {
  const mentions = mentionsOf(await service.get(list, { source: 'reddit,instagram' }))
  expect(mentions).toHaveLength(2)
  for (const mention of mentions) expect(mention).not.toHaveProperty('location')
})

it('documentation § 2.1 and 8: once the limit is reached, every answer has it with its renewal date', async () => {
  const { mentionStore } = sampleArchive()
  mentionStore.setLimit({ reached: true, renewsAt: 1_798_761_600_000 })
  const { get } = await startService({ mentionStore })
  const limit = { limit_name: 'monthly_mentions', limit_reached: true, limit_renewal_date: 1_798_761_600_000 }
  for (const path of ['/v1.0/alerts/list', list, '/v1.0/alerts/1/insights/total/age'])
    expect((await get(path)).body.limits).toEqual([limit])
})
