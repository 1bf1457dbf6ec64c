import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createRandom } from '../../sandbox/mention-service/generator/random.ts'
import { channel } from '../tools/e2e/bot-world.ts'
import { acme, complaints, createSharedChannel } from '../tools/e2e/shared-channel.ts'

it('a bot whose store is wiped posts each mention once in a channel that two subscriptions share', async () => {
  const { world, untilRead } = await createSharedChannel([acme, complaints])
  const random = createRandom(3)
  const made: string[] = []
  try {
    world.add(50)
    world.start()
    await world.until('the first messages', () => world.posted().length >= 2)
    made.push('60')
    world.add(60)
    const texts = () => JSON.stringify(world.slack.control.messages(channel).map(({ blocks }) => blocks))
    await world.until('a card of both', () => texts().includes('Also matches the subscription “complaints”'))
    await untilRead()
    await world.end('SIGKILL')
    for (let wipe = 0; wipe < 5; wipe++) {
      world.start()
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
