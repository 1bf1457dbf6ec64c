import { afterEach, expect, it } from 'vitest'
import { channel, createWorld, onPostgres, type World } from '../../../tools/e2e/bot-world.ts'
import { otherHostsRecord } from '../../../tools/e2e/other-host.ts'

const owner = 'U0000000ANA'

let world: World | undefined
afterEach(() => world?.close())

it.skipIf(onPostgres)(
  'a bot whose folder another process has taken over tells the owner before it ends',
  async () => {
    const subscriptions = [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }]
    const running = await createWorld({ configuration: { owner, doubtSeconds: 1, subscriptions } })
    world = running
    running.add(1)
    const bot = running.start()
    await running.until('the initial sync', () => running.watches())
    otherHostsRecord(running)
    running.add(11)
    await running.until('its end', () => bot.exitCode !== null)
    expect(bot.exitCode).toBe(1)
    const { state, control } = running.slack
    const letters = [...state.channels.values()].filter(({ user }) => user === owner)
    expect(letters.flatMap(({ id }) => control.messages(id).map(({ text }) => text))).toEqual([
      expect.stringContaining('was taken over by process 77 on second-host. This process posts nothing more'),
    ])
  },
)
