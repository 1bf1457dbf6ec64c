import { expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { channel } from '../../tools/e2e/bot-world.ts'
import { acme, complaints, createSharedChannel, press } from '../../tools/e2e/shared-channel.ts'
import { count, startStream } from '../../tools/e2e/torture.ts'
import { triesEverything } from '../../tools/runs.ts'

const kills = triesEverything() ? 8 : 4

it('a bot that is killed at random moments posts each mention once in a channel that subscriptions of two alerts share', async () => {
  const third = { name: 'press', alert: press, channel, schedule: '*/2 * * * * *', burstWithin: '2s' }
  const { world, live, untilRead } = await createSharedChannel([acme, complaints, third])
  const add: typeof world.add = (id, fields, visibleFrom) => {
    world.add(id, fields, visibleFrom)
    world.add(id, fields, visibleFrom, press)
  }
  const flow = { perSecond: 4, burstsPerMinute: 6, late: 0.05, latestMs: 5000 }
  const stream = startStream({ ...world, add }, createRandom(1), flow)
  try {
    for (let kill = 0; kill < kills; kill++) {
      await live()
      await world.end('SIGKILL')
    }
    await world.until('enough mentions', () => stream.made.length > 10)
    stream.stop()
    world.start()
    await world.until('everything is posted', () => new Set(world.ids()).size >= stream.made.length)
    await untilRead()
    await world.end('SIGTERM')
    expect(count(world, stream, kills)).toMatchObject({ lost: [], twice: [] })
  } finally {
    stream.stop()
    await world.close()
  }
})
