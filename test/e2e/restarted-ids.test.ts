import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { alertId, channel, createWorld, onPostgres } from '../tools/e2e/bot-world.ts'
import { createMovingClock } from '../tools/e2e/moving-clock.ts'
import { runCommand } from '../tools/e2e/run-command.ts'
import { problemThat } from '../tools/e2e/status.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

const minute = 60_000
const ana = 'U0000000ANA'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

/** A bot that has posted 5001 to 5003, long enough ago that it asks only for later ids. */
async function worldAbove5003(environment: Record<string, string>) {
  const clock = createMovingClock()
  let ahead = 0
  const now = () => Date.now() + ahead
  const world = await createWorld({
    configuration: {
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
    },
    environment: { ...clock.environment, ...environment },
    clock: { now, offsetMs: () => 0 },
  })
  onTestFinished(world.close)
  /** Moves the clocks of the bot, of Slack and of the mention service. */
  const move = (ms: number) => {
    ahead += ms
    clock.set(ahead)
  }
  world.add('5000')
  world.start()
  await world.until('the initial sync', () => world.watches())
  for (const id of ['5001', '5002', '5003']) world.add(id)
  await world.until('the posts', () => world.ids().length === 3)
  move(20 * minute)
  // An id is old only by Slack's clock, too, which the bot hears with the next answer of Slack.
  await world.slack.people.runCommand({ user: ana, channel, line: '/mentions status' })
  const asked = () => world.service.log.requests().map(({ parameters }) => parameters.since_id)
  await world.until('a request for later ids', () => asked().includes('5003'))
  return { ...world, move }
}

it.each(onPostgres ? ['PostgreSQL'] : ['a folder', 'PostgreSQL'])(
  'ids that start again are told within the hour, and the command lets the subscription start again from now, with %s',
  async (where) => {
    const inFolder = where === 'a folder'
    const world = await worldAbove5003(inFolder ? {} : { DATABASE_URL: await server.database() })
    // The service has a new database.
    world.mentionStore.deleteAlert(alertId)
    world.mentionStore.addAlert({ alert_id: alertId, alert_type: 'mentions', alert_name: 'Acme brand' })
    for (const id of ['1', '2', '3']) world.add(id)
    world.move(59 * minute)
    await problemThat(world, 'the problem', ({ code }) => code === 'ids_restarted')
    expect(world.output()).toContain('the mention service has started its ids again; new mentions are missed')
    const { said: diagnosis } = await runCommand(world, 'doctor')
    expect(diagnosis).toContain(
      'acme posts no new mentions, because the mention service numbers the mentions',
    )
    expect(world.ids()).toEqual(['5001', '5002', '5003'])

    if (inFolder) await world.end('SIGTERM')
    const { code, said } = await runCommand(world, 'start-again', 'acme')
    expect([code, said]).toEqual([0, expect.stringContaining('acme starts again from now')])
    if (inFolder) world.start()
    const starts = () => world.posted().filter(({ text }) => text.startsWith('Watching ')).length
    await world.until('its new start', () => starts() === 2)
    world.add('4')
    await world.until('4', () => world.ids().includes('4'))
    await world.end('SIGKILL')
    world.add('5')
    world.start()
    await world.until('5', () => world.ids().includes('5'))
    expect(world.ids()).toEqual(['5001', '5002', '5003', '4', '5'])
    expect(starts()).toBe(2)
  },
)
