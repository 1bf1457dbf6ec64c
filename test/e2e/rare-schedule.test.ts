import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
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

/** A world in which three mentions came while the bot was stopped, so that it polls when it starts. */
async function withNews(): Promise<World> {
  const world = await createWorld({ configuration })
  world.start()
  await world.until('the initial sync', () => world.posted().length > 0)
  await world.end('SIGTERM')
  for (const id of ['11', '12', '13']) world.add(id)
  return world
}

describe.concurrent('a subscription with a yearly schedule posts what it missed once, after', () => {
  it.each([
    'Slack: no answer, stored',
    'Slack: no answer, not stored',
    'Slack: ok:false ratelimited',
    'Slack: the bot is removed from the channel, and invited again',
    'service: 401',
  ])(
    '%s',
    async (name) => {
      const world = await withNews()
      try {
        const fault = faultOf(name)
        const end = fault.begin(world)
        world.start()
        await wait(fault.lasts + 1500)
        await end()
        await world.until('all of it', () => world.ids().length >= 3)
        expect(world.ids()).toEqual(['11', '12', '13'])
      } finally {
        await world.close()
      }
    },
    170_000,
  )
})
