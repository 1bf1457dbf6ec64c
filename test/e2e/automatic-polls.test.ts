import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertId, channel, createWorld, onPostgres, type World } from '../tools/e2e/bot-world.ts'

/** Ten alerts with `schedule: auto` share the requests of one process. */

const alerts = [alertId, ...Array.from({ length: 9 }, (_, index) => String(2001 + index))]

describe.skipIf(onPostgres)('a bot with ten automatically polled alerts', () => {
  let world: World

  beforeAll(async () => {
    world = await createWorld({
      configuration: {
        subscriptions: alerts.map((alert) => ({ name: `of ${alert}`, alert, channel, schedule: 'auto' })),
      },
    })
    for (const alert_id of alerts.slice(1))
      world.mentionStore.addAlert({
        alert_id,
        alert_type: 'mentions',
        alert_name: `Alert ${alert_id}`,
        project_id: '1',
        project_name: 'Acme',
      })
    for (const [index, alert] of alerts.entries()) world.add(1 + index, {}, undefined, alert)
    world.start()
    await world.until('the initial syncs', () => world.posted().length === alerts.length)
  })
  afterAll(() => world?.close())

  const pollsOf = (alert: string) =>
    world.service.log.requests().filter(({ path }) => path.endsWith(`/${alert}/mentions`)).length

  it('says in its first message that it checks every 5 seconds', () => {
    expect(world.posted()[0]?.text).toContain('Checks every 5 seconds')
  })

  it('posts a new mention of each alert once, and after its start makes at most 125 polls a minute', async () => {
    const before = Date.now()
    for (const [index, alert] of alerts.entries()) world.add(101 + index, {}, undefined, alert)
    await world.until('the cards', () => world.ids().length === alerts.length)
    expect(world.ids().toSorted()).toEqual(alerts.map((_, index) => String(101 + index)).toSorted())
    // Within a minute, at most 125 polls: two for each alert come from its start.
    const polls = world.service.log
      .requests()
      .filter(({ time, path }) => time >= before && path.endsWith('/mentions'))
    const minutes = Math.max(1, (Date.now() - before) / 60_000)
    expect(polls.length).toBeLessThanOrEqual(125 * minutes + 2 * alerts.length)
  })

  it('polls no alert more than twice as often as another alert', async () => {
    const start = new Map(alerts.map((alert) => [alert, pollsOf(alert)]))
    const since = (alert: string) => pollsOf(alert) - (start.get(alert) ?? 0)
    await world.until('four polls of each alert', () => alerts.every((alert) => since(alert) >= 4))
    expect(Math.max(...alerts.map(since))).toBeLessThanOrEqual(8)
  })
})
