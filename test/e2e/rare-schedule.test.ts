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

/** Faults of one world, one after the other. The bot tries again a minute after the last two, so each of these has its own world. */
const groups = [
  ['Slack: no answer, stored', 'Slack: no answer, not stored', 'Slack: ok:false ratelimited'],
  ['Slack: the bot is removed from the channel, and invited again'],
  ['service: 401'],
]

/** The bot polls at its start, and then by its own retries only. */
async function missAndCatchUp(world: World, name: string): Promise<void> {
  const before = world.ids()
  const missed = [1, 2, 3].map((place) => String(before.length + place))
  await world.end('SIGTERM')
  for (const id of missed) world.add(id)
  const fault = faultOf(name)
  const end = fault.begin(world)
  world.start()
  // The bot needs this long to start and meet the fault.
  await wait(fault.lasts + 1500)
  await end()
  await world.until('all of it', () => world.ids().length >= before.length + missed.length)
  expect(world.ids()).toEqual([...before, ...missed])
}

describe.concurrent('a subscription with a yearly schedule posts each missed mention once, without waiting for the schedule,', () => {
  it.each(groups.map((names) => [names.join('”, “'), names] as const))(
    'after the fault “%s”',
    async (_, names) => {
      const world = await createWorld({ configuration })
      try {
        world.start()
        await world.until('the initial sync', () => world.posted().length === 1)
        for (const name of names) await missAndCatchUp(world, name)
      } finally {
        await world.close()
      }
    },
  )
})
