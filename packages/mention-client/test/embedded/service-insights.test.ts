import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Deployment } from '../../../../sandbox/mention-service/deployment.ts'
import { day, mentions, now, plain, setUp } from '../../../../test/tools/embedded-mention-service.ts'
import { errorOf } from '../../../../test/tools/mention-client.ts'
import { type SeriesType, type TotalType, totalTypes } from '../../src/insight.ts'

/** The client against the embedded mention service, over HTTP. */

describe('the insights of the embedded mention service, as the client reads them,', () => {
  const range = { from: '2026-01-01', to: '2026-01-31' }
  const shapes: Partial<Deployment>[] = [{}, { reachShape: 'number', breakdownShape: 'number' }]

  it.each(shapes)('match the mentions of the service with the settings %j', async (deployment) => {
    const { service, addAlert } = await setUp(deployment)
    await fc.assert(
      fc.asyncProperty(mentions, async (all) => {
        const { alert, add } = addAlert()
        for (const [place, mention] of all.entries()) add({ ...mention, date: now - (place % 20) * day })
        const reach = all.reduce((sum, mention) => sum + mention.reach, 0)
        const totalOf = async (type: TotalType) => (await service.total(alert, type, range)).value.total
        expect(await totalOf('mentions')).toBe(all.length)
        expect(await totalOf('sources')).toBe(all.length)
        expect(await totalOf('reach')).toBe(reach)
        const sumOf = async (type: SeriesType) => {
          const { periods } = await service.series(alert, type, { ...range, granularity: 'week' })
          return periods.reduce((sum, { value }) => sum + value.total, 0)
        }
        expect(await sumOf('mentions')).toBe(all.length)
        expect(await sumOf('reach')).toBe(reach)
      }),
      { numRuns: 30 },
    )
  })

  it.each(totalTypes)('include a number as the total of %s', async (type) => {
    const { service, addAlert } = await setUp()
    const { alert, add } = addAlert()
    add(plain)
    expect(await service.total(alert, type, range)).toMatchObject({
      value: { total: expect.any(Number) },
    })
  })

  it('are refused for leads alerts, unknown alerts and invalid dates, each with its own error', async () => {
    const { service, addAlert } = await setUp()
    const { alert } = addAlert()
    const leads = addAlert('leads').alert
    expect(await errorOf(service.total(leads, 'reach', range))).toMatchObject({
      kind: 'leads_alert',
      code: 41,
    })
    expect(await errorOf(service.total('99', 'reach', range))).toMatchObject({
      kind: 'alert_not_found',
      code: 30,
    })
    expect(await errorOf(service.total(alert, 'reach', { ...range, from: 'soon' }))).toMatchObject({
      kind: 'bad_parameter',
      parameter: 'date_from',
    })
  })
})
