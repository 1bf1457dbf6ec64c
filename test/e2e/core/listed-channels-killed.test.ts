import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { channel as brand } from '../../tools/e2e/bot-world.ts'
import { createAcme } from '../../tools/e2e/listed-channels.ts'
import { count, startStream } from '../../tools/e2e/torture.ts'
import { triesEverything } from '../../tools/runs.ts'

const [support, marketing] = ['C0000SUPPRT', 'C0MARKETING'] as const
const kills = triesEverything() ? 6 : 3

it('a bot that is killed at random moments posts each mention once in each of several channels', async () => {
  const { world, live } = await createAcme([brand, support, marketing])
  await live(brand, support, marketing)
  await world.end('SIGKILL')
  const random = createRandom(5)
  const stream = startStream(world, random, { perSecond: 3, burstsPerMinute: 6, late: 0.05, latestMs: 5000 })
  const channels = [brand, support, marketing]
  try {
    for (let kill = 0; kill < kills; kill++) {
      await live()
      await wait(random.next() * 2000)
      await world.end('SIGKILL')
    }
    await world.until('enough mentions', () => stream.made.length > 10)
    stream.stop()
    await live()
    const isPosted = (where: string) => {
      const there = new Set(world.ids(where))
      return stream.made.every((id) => there.has(id))
    }
    await world.until('everything is posted', () => channels.every(isPosted))
    await world.end('SIGTERM')
    for (const where of channels)
      expect(count(world, stream, kills, where), where).toMatchObject({ lost: [], twice: [] })
  } finally {
    stream.stop()
  }
})
