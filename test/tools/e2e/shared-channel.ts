import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { alertId, channel, createWorld } from './bot-world.ts'

export const press = '1002'

/** Three subscriptions share a channel: two of one alert, and one of another alert that finds the same posts under the same ids. */
export async function createSharedChannel(subscriptions: object[]) {
  const world = await createWorld({
    configuration: { doubtSeconds: 1, polling: { fastest: '1s', share: 1 }, subscriptions },
  })
  world.mentionStore.addAlert({
    alert_id: press,
    alert_type: 'mentions',
    alert_name: 'Acme press',
    project_id: '1',
    project_name: 'Acme',
  })
  const random = createRandom(7)
  async function live(): Promise<void> {
    const lives = () => world.output().split('Overheard is running').length
    const before = lives()
    world.start()
    await world.until('the bot to run', () => lives() > before)
    await wait(random.next() * 2000)
  }
  /** Waits until each subscription has polled several times. */
  async function untilRead(): Promise<void> {
    const reads = (alert: string) =>
      world.service.log.requests().filter(({ path }) => path.includes(`/alerts/${alert}/mentions`)).length
    const alerts = subscriptions.some((one) => 'alert' in one && one.alert === press)
      ? [alertId, press]
      : [alertId]
    const before = alerts.map(reads)
    await world.until('more polls', () => alerts.every((alert, at) => reads(alert) >= (before[at] ?? 0) + 12))
  }
  return { world, live, untilRead }
}

export const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', burstWithin: '2s' }
export const complaints = { ...acme, name: 'complaints', schedule: '*/3 * * * * *', burst: 20 }
