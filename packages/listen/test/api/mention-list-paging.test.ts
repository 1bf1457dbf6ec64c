import { expect, it } from 'vitest'
import {
  type Answer,
  archiveOf,
  idsOf,
  mention,
  nextOf,
  readAnswer,
  type Started,
  startService,
  token,
} from './start-service.ts'

const list = '/v1.0/alerts/1/mentions'
const numbered = (count: number) => Array.from({ length: count }, (_, index) => mention(index + 1))
const start = (count: number) => startService({ mentionStore: archiveOf(numbered(count)) })

/** Puts `next` from an answer into the query string unchanged. */
async function follow({ url }: Started, next: string, more = ''): Promise<Answer> {
  return readAnswer(await fetch(`${url}${list}?access_token=${token}&next=${next}${more}`))
}

it('a page of the mention service has 300 mentions by default, and the rest is on the next page (documentation § 8)', async () => {
  const service = await start(301)
  const first = await service.get(list)
  expect(idsOf(first)).toHaveLength(300)
  const second = await follow(service, nextOf(first))
  expect(idsOf(second)).toEqual(['1'])
  expect(second.body.alert_data).not.toHaveProperty('next')
})

it('the last page of the mention service has no “next” even if the page is full (documentation § 8)', async () => {
  const service = await start(300)
  const { body } = await service.get(list)
  expect(body.alert_data?.mentions).toHaveLength(300)
  expect(body.alert_data).not.toHaveProperty('next')
})

it('the paging token of the mention service keeps filters, sorting and limit for the next pages (documentation § 4.2)', async () => {
  const service = await start(9)
  const first = await service.get(list, { sort_by: 'id', sort_order: 'asc', since_id: 2, limit: 3 })
  const second = await follow(service, nextOf(first))
  const third = await follow(service, nextOf(second))
  expect([first, second, third].map(idsOf)).toEqual([['3', '4', '5'], ['6', '7', '8'], ['9']])
})

it('the mention service ignores filters and sorting beside a paging token, but applies a limit (documentation § 4.2)', async () => {
  const service = await start(9)
  const first = await service.get(list, { sort_by: 'id', sort_order: 'asc', limit: 3 })
  const next = nextOf(first)
  expect(idsOf(await follow(service, next, '&since_id=8&sort_order=desc'))).toEqual(['4', '5', '6'])
  expect(idsOf(await follow(service, next, '&limit=1'))).toEqual(['4'])
})

it('the mention service URL-encodes its paging token, and accepts it unchanged, encoded again or decoded (documentation § 2.7)', async () => {
  const service = await start(3)
  const next = nextOf(await service.get(list, { limit: 2 }))
  expect(next).toBe(encodeURIComponent(decodeURIComponent(next)))
  for (const sent of [next, encodeURIComponent(next), decodeURIComponent(next)])
    expect(idsOf(await follow(service, sent))).toEqual(['1'])
})

it('the mention service accepts a decoded paging token with a plus sign (documentation § 2.7)', async () => {
  const tagged = [1, 2].map((id) => mention(id, { tags: ['~~~~~'] }))
  const service = await startService({ mentionStore: archiveOf(tagged) })
  const next = nextOf(await service.get(list, { limit: 1, tag: '~~~~~' }))
  expect(next).toMatch('%2B')
  expect(idsOf(await follow(service, decodeURIComponent(next)))).toEqual(['1'])
})

/** A token with changed content that is still valid JSON. */
function edited(next: string): string {
  const content = Buffer.from(decodeURIComponent(next), 'base64').toString()
  return encodeURIComponent(Buffer.from(content.replace('"limit":"2"', '"limit":"3"')).toString('base64'))
}

it.each([
  ['changed in its content', edited],
  [
    'changed in one letter',
    (next: string) => `${next.slice(0, 20)}${next[20] === 'A' ? 'B' : 'A'}${next.slice(21)}`,
  ],
  ['cut off', (next: string) => next.slice(0, 40)],
  ['invented', () => 'abc'],
  ['empty', () => ''],
  ['two percent signs', () => '%25%25'],
])(
  'the mention service refuses a paging token that is %s with error 40, which names the parameter next',
  async (_how, damage) => {
    const service = await start(3)
    const next = nextOf(await service.get(list, { limit: 2 }))
    const { status, body } = await follow(service, damage(next))
    expect(status).toBe(400)
    expect(body.error).toEqual({ code: 40, message: expect.stringContaining('"next"') })
  },
)

it('the mention service refuses a paging token of another alert with error 40', async () => {
  const mentionStore = archiveOf(numbered(3))
  mentionStore.addAlert({ alert_id: 2, alert_name: 'Other' })
  const service = await startService({ mentionStore })
  const next = nextOf(await service.get(list, { limit: 2 }))
  const { body } = await service.get('/v1.0/alerts/2/mentions', { next: decodeURIComponent(next) })
  expect(body.error?.code).toBe(40)
})
