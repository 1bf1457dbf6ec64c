import { expect, it, onTestFinished } from 'vitest'
import { channel, createWorld } from '../tools/e2e/bot-world.ts'
import { createMovingClock } from '../tools/e2e/moving-clock.ts'

const hour = 3_600_000

it.each([
  ['a minute ahead at the start, and is corrected', 60_000, 0],
  ['right at the start, and is set back by two days', 0, -48 * hour],
  ['a month behind at the start, and is corrected', -720 * hour, 0],
])(
  'each mention comes once although answers of Slack are lost, if the clock is %s',
  async (_what, before, after) => {
    const clock = createMovingClock()
    clock.set(before)
    const world = await createWorld({
      configuration: {
        doubtSeconds: 1,
        subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
      },
      environment: clock.environment,
    })
    onTestFinished(world.close)
    const postWithLostAnswer = async (id: string) => {
      world.slack.control.fault({ method: 'chat.postMessage', times: 1, act: { do: 'reset', after: true } })
      world.add(id)
      await world.until(`mention ${id}`, () => world.ids().includes(id))
    }
    world.start()
    await world.until('the initial sync', () => world.watches())
    await postWithLostAnswer('1')
    clock.set(after)
    for (const id of ['2', '3', '4', '5', '6']) await postWithLostAnswer(id)
    world.add('7')
    await world.until('a mention whose answer is not lost', () => world.ids().includes('7'))
    expect(world.ids()).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  },
)
