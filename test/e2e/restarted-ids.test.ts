import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createMentionServer } from '../../sandbox/mention-service/server.ts'
import { createMentionStore } from '../../sandbox/mention-service/store.ts'
import { alertId, channel, createWorld, mention, onPostgres } from '../tools/e2e/bot-world.ts'
import { createMovingClock } from '../tools/e2e/moving-clock.ts'
import { runCommand } from '../tools/e2e/run-command.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

const minute = 60_000

let server: PostgresServer | undefined
beforeAll(async () => {
  if (!onPostgres) server = await startPostgres()
})
afterAll(() => server?.stop())

/** A mention service with a new database, at the address of the one before. */
async function withNewDatabase(port: number) {
  const mentionStore = createMentionStore({ now: Date.now })
  mentionStore.addAlert({
    alert_id: alertId,
    alert_type: 'mentions',
    alert_name: 'Acme brand',
    project_id: '1',
    project_name: 'Acme',
  })
  const service = createMentionServer({ mentionStore, now: Date.now })
  onTestFinished(service.close)
  await service.listen(port)
  return {
    add: (id: number) => void mentionStore.add(alertId, mention(String(id)), {}),
    hasBeenAskedAfter: (id: number) =>
      service.log.requests().some(({ parameters }) => parameters.since_id === String(id)),
  }
}

it.each(onPostgres ? ['PostgreSQL'] : ['a folder', 'PostgreSQL'])(
  'ids that start again are told within the hour, and the command lets the subscription start from now, with %s',
  async (where) => {
    const clock = createMovingClock()
    const database =
      where === 'a folder' || server === undefined ? {} : { DATABASE_URL: await server.database() }
    const world = await createWorld({
      configuration: {
        subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
      },
      environment: { ...clock.environment, ...database },
    })
    onTestFinished(world.close)
    world.add('5000')
    world.start()
    await world.until('the initial sync', () => world.watches())
    for (const id of ['5001', '5002', '5003']) world.add(id)
    await world.until('the posts', () => world.ids().length === 3)
    await world.service.close()
    const service = await withNewDatabase(Number(new URL(world.environment.MENTIONS_API_URL ?? '').port))
    for (const id of [1, 2, 3]) service.add(id)
    clock.set(55 * minute)
    await world.until('the problem', () => world.output().includes('has started the ids of Acme brand again'))
    expect(await runCommand(world, 'doctor')).toMatchObject({
      said: expect.stringContaining('acme misses mentions since the mention service has started the ids'),
    })
    if (where === 'a folder') await world.end('SIGTERM')
    expect(await runCommand(world, 'start-again', 'acme')).toMatchObject({
      code: 0,
      said: expect.stringContaining('acme starts again from now'),
    })
    if (where === 'a folder') world.start()
    await world.until('a poll from now on', () => service.hasBeenAskedAfter(3))
    service.add(4)
    await world.until('a new mention', () => world.ids().length > 3)
    expect(world.ids()).toEqual(['5001', '5002', '5003', '4'])
  },
)
