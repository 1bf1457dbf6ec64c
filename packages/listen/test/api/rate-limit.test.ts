import { expect, it } from 'vitest'
import { documentedLimits } from '../../src/api/routes.ts'
import { archiveOf, noon, startService } from './start-service.ts'

/** A service with the documented rate limits (or others). Tests move its time by hand, and set the clock of its machine `ahead`. */
async function limited(limits = documentedLimits) {
  const clock = { now: noon, ahead: 0 }
  const service = await startService({
    mentionStore: archiveOf([]),
    limits,
    now: () => clock.now + clock.ahead,
    steady: () => clock.now,
  })
  async function ask(times: number): Promise<(number | undefined)[]> {
    const codes: (number | undefined)[] = []
    for (let n = 0; n < times; n += 1) codes.push((await service.get('/v1.0/alerts/list')).body.error?.code)
    return codes
  }
  return { clock, ask, service }
}

it('the mention service returns 403 with code 11 after 300 requests with a token, until a minute has passed', async () => {
  const { clock, ask, service } = await limited()
  for (let second = 0; second < 3; second += 1) {
    expect(new Set(await ask(100))).toEqual(new Set([undefined]))
    clock.now += 2000
  }
  const refused = await service.get('/v1.0/alerts/list')
  expect([refused.status, refused.body.error?.code]).toEqual([403, 11])
  expect(refused.headers.has('retry-after')).toBe(false)
  clock.now = noon + 59_999
  expect(await ask(1)).toEqual([11])
  clock.now = noon + 60_000
  expect(await ask(1)).toEqual([undefined])
})

it('the mention service returns 403 with code 12 after 100 requests from an IP address, until a second has passed', async () => {
  const { clock, ask, service } = await limited()
  expect(new Set(await ask(100))).toEqual(new Set([undefined]))
  const refused = await service.get('/v1.0/alerts/list')
  expect([refused.status, refused.body.error?.code]).toEqual([403, 12])
  clock.now += 999
  expect(await ask(1)).toEqual([12])
  clock.now += 1
  expect(await ask(1)).toEqual([undefined])
})

it('refused requests do not prolong the rate limit of the mention service, and requests with a wrong token count separately', async () => {
  const { clock, ask, service } = await limited({
    ...documentedLimits,
    perToken: { requests: 2, windowMs: 60_000 },
  })
  for (let n = 0; n < 5; n += 1)
    expect((await service.get('/v1.0/alerts/list', { access_token: 'wrong' })).status).toBe(401)
  expect(await ask(2)).toEqual([undefined, undefined])
  clock.now += 30_000
  expect(await ask(2)).toEqual([11, 11])
  clock.now += 30_000
  expect(await ask(1)).toEqual([undefined])
})

it('the rate limits of the mention service end at their time although its clock is set back or ahead', async () => {
  const { clock, ask, service } = await limited()
  expect(new Set(await ask(100))).toEqual(new Set([undefined]))
  clock.ahead = 3_600_000
  expect((await service.get('/v1.0/alerts/list')).body.error?.code).toBe(12)
  clock.ahead = -3_600_000
  clock.now += 1000
  expect(new Set(await ask(100))).toEqual(new Set([undefined]))
})
