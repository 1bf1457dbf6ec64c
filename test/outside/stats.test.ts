import { afterEach, expect, it } from 'vitest'
import { channel, createWorld, type World } from './world.ts'

let world: World | undefined
afterEach(() => world?.close())

async function running(options: Partial<Parameters<typeof createWorld>[0]> = {}): Promise<World> {
  const started = await createWorld({
    configuration: {
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '0 3 1 1 *' }],
    },
    ...options,
  })
  world = started
  for (let id = 1; id <= 20; id++) started.add(id, { date: Date.now() - id * 3_600_000 })
  started.start()
  await started.until('the first look', () => started.posted().length > 0)
  return started
}

it('answers the asker alone, with the numbers of the alert of the channel', async () => {
  const { slack } = await running()
  const ack = await slack.people.runCommand({ user: slack.seed.users[0]?.id ?? '', channel, line: '/mentions-stats' })
  expect(ack.kind).toBe('acknowledged')
  await world?.until('an answer', () => slack.state.ephemerals.length > 0)
  console.log(JSON.stringify(slack.state.ephemerals, null, 1))
})
