import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { alertId, channel, createWorld } from '../../tools/e2e/bot-world.ts'
import { count, startStream } from '../../tools/e2e/torture.ts'

const press = '1002'

/** Three subscriptions meet in one channel: two of one alert, and one of another alert that finds the same posts under the same ids. */
async function createMeeting(subscriptions: object[]) {
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

const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', burstWithin: '2s' }
const complaints = { ...acme, name: 'complaints', schedule: '*/3 * * * * *', burst: 20 }

it('a bot that is killed at random moments posts each mention once in a channel in which subscriptions of two alerts meet', async () => {
  const third = { name: 'press', alert: press, channel, schedule: '*/2 * * * * *', burstWithin: '2s' }
  const { world, live, untilRead } = await createMeeting([acme, complaints, third])
  const add: typeof world.add = (id, fields, visibleFrom) => {
    world.add(id, fields, visibleFrom)
    world.add(id, fields, visibleFrom, press)
  }
  const flow = { perSecond: 4, burstsPerMinute: 6, late: 0.05, latestMs: 5000 }
  const stream = startStream({ ...world, add }, createRandom(1), flow)
  try {
    for (let kill = 0; kill < 8; kill++) {
      await live()
      await world.end('SIGKILL')
    }
    stream.stop()
    world.start()
    await world.until('everything is posted', () => new Set(world.ids()).size >= stream.made.length)
    await untilRead()
    await world.end('SIGTERM')
    expect(stream.made.length).toBeGreaterThan(10)
    expect(count(world, stream, 8)).toMatchObject({ lost: [], twice: [] })
  } finally {
    stream.stop()
    await world.close()
  }
})

it('a bot whose store is wiped posts each mention once in a channel in which two subscriptions meet', async () => {
  const { world, untilRead } = await createMeeting([acme, complaints])
  const random = createRandom(3)
  const made: string[] = []
  try {
    world.add(50)
    world.start()
    await world.until('the first messages', () => world.posted().length >= 2)
    made.push('60')
    world.add(60)
    const texts = () => JSON.stringify(world.slack.control.messages(channel).map(({ blocks }) => blocks))
    await world.until('a card of both', () => texts().includes('Also in: complaints'))
    await untilRead()
    await world.end('SIGKILL')
    for (let wipe = 0; wipe < 5; wipe++) {
      world.start()
      await world.until('the first messages', () => world.posted().length >= 2)
      for (let count = 1 + Math.floor(random.next() * 8); count > 0; count--) {
        const id = String(100 + made.length)
        made.push(id)
        world.add(id)
      }
      const some = Math.floor(random.next() * made.length)
      await world.until('some posts', () => new Set(world.ids()).size >= some)
      await world.end('SIGTERM')
      rmSync(world.dataDir, { recursive: true, force: true })
    }
    world.start()
    await world.until('everything is posted', () => new Set(world.ids()).size >= made.length)
    await untilRead()
    await world.end('SIGTERM')
    expect(world.ids().sort()).toEqual(made.sort())
  } finally {
    await world.close()
  }
})
