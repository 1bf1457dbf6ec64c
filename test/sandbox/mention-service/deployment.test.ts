import { expect, it } from 'vitest'
import {
  archiveOf,
  idsOf,
  mention,
  nextOf,
  noon,
  startService,
} from '../../../packages/listen/test/api/start-service.ts'
import type { Deployment } from '../../../sandbox/mention-service/deployment.ts'

const mentions = [
  mention(1, { date: noon - 1, reach: 5, language: 'en' }),
  mention(2, { date: noon - 3, reach: 4, language: 'en' }),
  mention(3, { date: noon - 2, reach: 6, language: 'de' }),
]
const list = '/v1.0/alerts/1/mentions'
const start = (deployment: Partial<Deployment>) =>
  startService({ mentionStore: archiveOf(mentions), deployment })

it('the embedded mention service can be set to refuse sort_by=id and to accept another sorting', async () => {
  const { get } = await start({ sorting: 'id refused' })
  const { status, body } = await get(list, { sort_by: 'id' })
  expect([status, body.error?.code]).toEqual([400, 40])
  expect(idsOf(await get(list, { sort_by: 'reach' }))).toEqual(['3', '1', '2'])
})

it('the embedded mention service can be set to ignore the sorting and return every page by date, newest first', async () => {
  const { get } = await start({ sorting: 'ignored' })
  const first = await get(list, { sort_by: 'id', sort_order: 'asc', limit: 2 })
  const second = await get(list, { next: decodeURIComponent(nextOf(first)) })
  expect([...idsOf(first), ...idsOf(second)]).toEqual(['1', '3', '2'])
})

it('the embedded mention service can be set to ignore since_id', async () => {
  const { get } = await start({ sinceId: 'ignored' })
  expect(idsOf(await get(list, { since_id: 2 }))).toEqual(['1', '3', '2'])
})

it.each<[deployment: Partial<Deployment>, path: string, value: unknown]>([
  [{ reachShape: 'number' }, 'total/reach', 15],
  [{ reachShape: 'object' }, 'total/reach', { reach: 15 }],
  [{ breakdownShape: 'number' }, 'total/languages', 3],
  [{ breakdownShape: 'number' }, 'total/sources', 3],
  [{ breakdownShape: 'object' }, 'total/languages', { en: 2, de: 1 }],
])(
  'the embedded mention service with the setting %j returns the insight %s in that shape',
  async (deployment, path, value) => {
    const { get } = await start(deployment)
    const { body } = await get(`/v1.0/alerts/1/insights/${path}`)
    expect(body.alert_data?.insights?.value).toEqual(value)
  },
)

it('the embedded mention service can be set to return the reach of a period as a number', async () => {
  const { get } = await start({ reachShape: 'number' })
  const { body } = await get('/v1.0/alerts/1/insights/time_series/reach')
  expect(body.alert_data?.insights?.values).toMatchObject([{ value: 15 }])
})
