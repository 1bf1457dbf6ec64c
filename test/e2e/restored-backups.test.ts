import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { onPostgres } from '../tools/e2e/bot-world.ts'
import { createFrozenWorld, type FrozenWorld } from '../tools/e2e/frozen-world.ts'
import { ana, brand, peopleIn } from '../tools/e2e/people-world.ts'
import { runCommand } from '../tools/e2e/run-command.ts'
import { createTwoAlerts } from '../tools/e2e/torture.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

describe.each(['data folder', 'database'])('a backup of a %s beside a running bot', (kind) => {
  let server: PostgresServer | undefined
  beforeAll(async () => {
    server = kind === 'database' && !onPostgres ? await startPostgres() : undefined
  })
  afterAll(() => server?.stop())

  it('is restored later under a stream: no mention is lost, none is posted twice, and mutes of before are back', async () => {
    const environment: Record<string, string> = server ? { DATABASE_URL: await server.database() } : {}
    const stream = { seed: 11, perSecond: 6, latestMs: 3000 }
    const alerts = await createTwoAlerts({ ...stream, environment }, { doubtSeconds: 1, burstsPerMinute: 6 })
    const { world } = alerts
    onTestFinished(world.close)
    onTestFinished(alerts.stream.stop)
    const people = peopleIn(world)
    const runs = () => world.output().split('Overheard is running').length - 1
    const start = async () => {
      const before = runs()
      world.start()
      await world.until('the bot to run', () => runs() > before)
      await world.until('the connection', () => world.slack.control.sockets() === 1)
    }
    const untilMore = (count: number) => {
      const before = world.ids().length
      return world.until(`${count} more mentions`, () => world.ids().length >= before + count)
    }
    const told = async (line: string, words: string) => {
      await world.slack.people.runCommand({ user: ana, channel: brand, line })
      await world.until(`“${words}” in the channel`, () =>
        world.slack.control
          .messages(brand)
          .some(({ text }) => text.includes(` ${words} the author Spam King`)),
      )
    }
    const file = (name: string) => join(world.folder, `${name}.gz`)
    const restore = async (name: string) => {
      expect(await runCommand(world, 'restore', file(name))).toMatchObject({ code: 1 })
      expect(await runCommand(world, 'restore', file(name), '--replace')).toMatchObject({
        code: 0,
        complained: '',
        said: expect.stringContaining('The data of before is in '),
      })
    }

    await start()
    await alerts.untilSynced()
    await untilMore(5)
    await told('/mentions mute author "Spam King" 7d', 'muted')
    for (const name of ['first', 'second', 'third']) {
      expect(await runCommand(world, 'backup', file(name))).toMatchObject({ code: 0, complained: '' })
      await untilMore(8)
    }
    const refused = await runCommand(world, 'restore', file('first'), '--replace')
    expect(refused).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/works on the folder|A bot is working/),
    })
    await told('/mentions unmute author "Spam King"', 'unmuted')
    // The newest, the oldest, and one that was taken before another one was restored.
    for (const name of ['third', 'first', 'second']) {
      await world.end('SIGKILL')
      await world.until('the end of the connection', () => world.slack.control.sockets() === 0)
      await restore(name)
      await start()
      await untilMore(8)
    }
    expect(await people.ask(ana, brand, '/mentions mutes')).toContain('Spam King')
    alerts.stream.stop()
    await alerts.untilPosted()
    await world.end('SIGTERM')
    const toll = alerts.toll(3)
    expect(toll.made).toBeGreaterThan(40)
    expect(toll).toMatchObject({ lost: [], twice: [], secrets: [] })
  })
})

describe.each(['data folder', 'database'])('a %s of version 0.2', (kind) => {
  let server: PostgresServer | undefined
  beforeAll(async () => {
    server = kind === 'database' ? await startPostgres() : undefined
  })
  afterAll(() => server?.stop())
  const receipts = (world: FrozenWorld) =>
    [...world.slack.state.channels.keys()].flatMap((where) =>
      world.slack.control.messages(where).flatMap(({ metadata }) => {
        const { subscription, ids } = metadata?.event_payload ?? {}
        return ids
          ? String(ids)
              .split(',')
              .map((id) => `${String(subscription)} ${id}`)
          : []
      }),
    )

  /** The copy that the upgrade made: a file in the folder, or a schema of the database, as the log says. */
  function copyOf(world: FrozenWorld): string {
    if (kind === 'data folder') return join(world.dataDir, 'version-1.copy')
    const [schema = ''] = /overheard_version_\d+/.exec(world.output()) ?? []
    return schema
  }

  it.each(['the backup of before the upgrade', 'the copy that the upgrade made'])(
    'is upgraded, goes on, and %s is restored: no mention is lost, none is posted twice',
    async (what) => {
      const world = await createFrozenWorld(await server?.database())
      onTestFinished(world.close)
      const backup = join(world.folder, 'before.gz')
      expect(await runCommand(world, 'backup', backup)).toMatchObject({ code: 0, complained: '' })
      const expected: string[] = []
      const add = async (id: number) => {
        world.add(id, {}, undefined, '1002')
        expected.push(`falcon ${id}`)
        world.add(id - 1000, {}, undefined, '1001')
        expected.push(`acme ${id - 1000}`)
      }
      const untilPosted = () =>
        world.until('the mentions', () => expected.every((one) => receipts(world).includes(one)))
      const begin = async () => {
        const seen = world.output().length
        world.start()
        await world.until('the start', () => world.output().slice(seen).includes('Overheard is running'))
      }
      await add(2401)
      await begin()
      await untilPosted()
      await add(2402)
      await untilPosted()
      await world.end('SIGKILL')
      await add(2403)
      const from = what.startsWith('the copy') ? copyOf(world) : backup
      const newer = await runCommand(world, 'backup', join(world.folder, 'after.gz'))
      expect(newer).toMatchObject({ code: 0, complained: '' })
      expect(await runCommand(world, 'restore', from, '--replace')).toMatchObject({ code: 0, complained: '' })
      await begin()
      await add(2404)
      await untilPosted()
      await world.end('SIGTERM')
      // And back to what the newer version had.
      const back = await runCommand(world, 'restore', join(world.folder, 'after.gz'), '--replace')
      expect(back).toMatchObject({ code: 0, complained: '' })
      await begin()
      await add(2405)
      await untilPosted()
      await world.end('SIGTERM')
      const all = receipts(world)
      expect(all.filter((one, index) => all.indexOf(one) < index)).toEqual([])
    },
  )
})
