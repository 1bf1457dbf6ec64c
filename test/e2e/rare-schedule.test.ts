import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { longFaults, shortFaults } from '../tools/e2e/faults.ts'

/** A subscription whose next scheduled poll is up to a year away: after any failure it must retry by itself. */

const configuration = {
  doubtSeconds: 3,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '0 0 1 1 *' }],
}

const faultOf = (name: string) => {
  const fault = [...shortFaults, ...longFaults].find((one) => one.name === name)
  if (fault === undefined) throw new Error(`no fault is called ${name}`)
  return fault
}

const faults = [
  'Slack: no answer, stored',
  'Slack: no answer, not stored',
  'Slack: ok:false ratelimited',
  'Slack: the bot is removed from the channel, and invited again',
  'service: 401',
]

let world: World | undefined
afterAll(() => world?.close())
beforeAll(async () => {
  world = await createWorld({ configuration })
  world.start()
  await world.until('the initial sync', () => world?.posted().length === 1)
})

// The bot polls at its start, and then by its own retries only.
it.each(faults)(
  'a subscription with a yearly schedule posts the mentions that it missed during the fault “%s” once',
  async (name) => {
    if (world === undefined) throw new Error('no world')
    const before = world.ids()
    const missed = [1, 2, 3].map((place) => String(before.length + place))
    await world.end('SIGTERM')
    for (const id of missed) world.add(id)
    const fault = faultOf(name)
    const end = fault.begin(world)
    world.start()
    await wait(fault.lasts + 1500)
    await end()
    await world.until('all of it', () => (world?.ids().length ?? 0) >= before.length + missed.length)
    expect(world.ids()).toEqual([...before, ...missed])
  },
)
