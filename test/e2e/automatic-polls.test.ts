import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertId, createWorld, onPostgres, type World } from '../tools/e2e/bot-world.ts'
import { metricsOf } from '../tools/e2e/status.ts'

/** Ten alerts without a schedule share the requests of one process, because `schedule: auto` is the default. */

const alerts = [alertId, ...Array.from({ length: 9 }, (_, index) => String(2001 + index))]
/** Each alert has a channel of its own, because Slack takes only one message a second for a channel. */
const channelOf = (alert: string) => `C000000${alert}`

describe.skipIf(onPostgres)('a bot with ten automatically polled alerts', () => {
  let world: World

  beforeAll(async () => {
    const channels = alerts.map((alert) => ({ id: channelOf(alert), name: `of-${alert}`, botIsMember: true }))
    world = await createWorld({
      slack: { channels },
      configuration: {
        subscriptions: alerts.map((alert) => ({
          name: `of ${alert}`,
          alert,
          channel: channelOf(alert),
          burst: 20,
          spike: 'off',
        })),
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
    await world.until('the initial syncs', () => posted().length === alerts.length)
    const synced = Date.now()
    await world.until('the first planned polls', () =>
      alerts.every((alert) => pollsOf(alert, synced).length > 0),
    )
  })
  afterAll(() => world?.close())

  const posted = () => alerts.flatMap((alert) => world.posted(channelOf(alert)))
  const ids = () => posted().flatMap((message) => message.ids)
  const pollsOf = (alert: string, since: number) =>
    world.service.log
      .requests()
      .filter(({ time, path }) => time >= since && path.endsWith(`/${alert}/mentions`))

  /** The service shows the mentions this long after their publication, in ms. */
  const hiddenMs = 600_000
  let published = 0

  it('says in its first message that it checks every 5 seconds', () => {
    expect(posted().at(-1)?.text).toContain('Checks every 5 seconds')
  })

  it('posts a new mention of each alert once', async () => {
    published = Date.now() - hiddenMs
    for (const [index, alert] of alerts.entries())
      world.add(101 + index, { date: published }, undefined, alert)
    await world.until('the cards', () => ids().length === alerts.length)
    expect(ids().toSorted()).toEqual(alerts.map((_, index) => String(101 + index)).toSorted())
  })

  it('tells in its metrics how long the mentions took from their publication to their post', async () => {
    const key = (name: string, where: string) => `overheard_mention_delay_seconds_${name}{where="${where}"}`
    const told = async (name: string, where: string) => (await metricsOf(world)).get(key(name, where)) ?? 0
    await expect.poll(() => told('count', 'service')).toBe(alerts.length)
    const delay = ((await told('sum', 'ours')) + (await told('sum', 'service'))) / alerts.length
    expect(delay).toBeGreaterThan(hiddenMs / 1000)
    expect(delay).toBeLessThan((Date.now() - published) / 1000)
  })
})
