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

/** Faults of one world, one after the other. After other failures the bot waits a minute: see test/engine/poll-retries.test.ts. */
const groups = [
  ['Slack: no answer, stored', 'Slack: no answer, not stored', 'Slack: ok:false ratelimited'],
  ['service: 429 with Retry-After'],
]

/** The number of requests that Slack or the mention service has not answered, or has refused. */
function refused({ slack, service }: World): number {
  const calls = slack.control
    .calls()
    .filter((call) => call.ending !== 'answered' || call.answer?.ok === false)
  return calls.length + service.log.requests().filter(({ status = 0 }) => status >= 400).length
}

/** The bot polls at its start, and then by its own retries only. */
async function missAndCatchUp(world: World, name: string): Promise<void> {
  const before = world.ids()
  const missed = [1, 2, 3].map((place) => String(before.length + place))
  await world.end('SIGTERM')
  for (const id of missed) world.add(id)
  const fault = faultOf(name)
  const [end, refusedBefore] = [fault.begin(world), refused(world)]
  world.start()
  await world.until('the bot meets the fault', () => refused(world) > refusedBefore)
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
        await world.until('the initial sync', () => world.watches())
        for (const name of names) await missAndCatchUp(world, name)
      } finally {
        await world.close()
      }
    },
  )
})
