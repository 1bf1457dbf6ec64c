import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { channel, createWorld, onPostgres, program, type World } from '../tools/e2e/bot-world.ts'

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

let world: World | undefined
afterEach(() => world?.close())

/** A world after the initial sync, with mentions 11 and 12 posted. */
async function runningWorld(): Promise<World> {
  const created = await createWorld({ configuration })
  world = created
  for (let id = 1; id <= 10; id++) created.add(id)
  created.start()
  await created.until('the initial sync', () => created.watches())
  created.add(11)
  created.add(12)
  await created.until('11 and 12', () => created.ids().length === 2)
  return created
}

/** Starts the bot and checks that it has posted `expected`, each mention once, and then posts a new one. */
async function goesOn(world: World, expected: string[], next: string): Promise<void> {
  world.start()
  await world.until(`${expected.join()} posted`, () => world.ids().length >= expected.length)
  world.add(next)
  await world.until(`${next} posted`, () => world.ids().includes(next))
  expect(world.ids()).toEqual([...expected, next])
}

it.skipIf(onPostgres)(
  'a bot posts nothing twice after its folder was replaced by an old copy or wiped, or after its checkpoints were cut off',
  async () => {
    const world = await runningWorld()
    await world.end('SIGTERM')
    cpSync(world.dataDir, `${world.dataDir}-copy`, { recursive: true })
    world.start()
    for (const id of [13, 14, 15]) world.add(id)
    await world.until('15', () => world.ids().includes('15'))
    await world.end('SIGKILL')
    rmSync(world.dataDir, { recursive: true })
    cpSync(`${world.dataDir}-copy`, world.dataDir, { recursive: true })
    await goesOn(world, ['11', '12', '13', '14', '15'], '16')

    await world.end('SIGKILL')
    rmSync(world.dataDir, { recursive: true })
    world.add(17)
    await goesOn(world, ['11', '12', '13', '14', '15', '16', '17'], '18')
    expect(world.posted().filter(({ text }) => text.startsWith('Watching'))).toHaveLength(1)

    await world.end('SIGKILL')
    const checkpoints = join(world.dataDir, 'checkpoints')
    for (const file of readdirSync(checkpoints))
      if (file.endsWith('.json')) truncateSync(join(checkpoints, file), 7)
    world.add(19)
    await goesOn(world, ['11', '12', '13', '14', '15', '16', '17', '18', '19'], '20')
    expect(world.output()).toContain('a checkpoint is damaged')
  },
)

describe.skipIf(onPostgres)('the data folder', () => {
  it('makes the bot answer a command with the error while a file is in the place of the folder, and a later command succeeds when the folder is back', async () => {
    const world = await runningWorld()
    const user = 'U0000000ANA'
    const mute = () =>
      world.slack.people.runCommand({ user, channel, line: '/mentions mute author "Spam King"' })
    const told = () => world.slack.state.ephemerals.map(({ message }) => message.text)
    await world.until('a connection', () => world.slack.control.sockets() > 0)
    renameSync(world.dataDir, `${world.dataDir}-away`)
    // A poll would create a missing folder again.
    writeFileSync(world.dataDir, '')
    await mute()
    await world.until('an answer', () => told().length > 0)
    expect(told()).toEqual([
      expect.stringMatching(/^That didn't fully work: .*this is a file, but a folder is needed\./),
    ])
    rmSync(world.dataDir)
    renameSync(`${world.dataDir}-away`, world.dataDir)
    await mute()
    const line = 'Ana Lima muted the author Spam King'
    await world.until('its line', () => world.posted().some(({ text }) => text.startsWith(line)))
  })

  it('makes the bot exit with 78 if it cannot be written', async () => {
    world = await createWorld({ configuration })
    writeFileSync(join(world.folder, 'file'), '')
    const environment = { ...world.environment, DATA_DIR: join(world.folder, 'file') }
    const started = spawnSync(process.execPath, [program], { env: environment, encoding: 'utf8' })
    expect(started.status).toBe(78)
    expect(started.stderr).toContain('DATA_DIR')
  })
})

describe('SIGTERM', () => {
  it('ends the bot within ten seconds in the middle of a burst, and the next start completes the same thread', async () => {
    const world = await runningWorld()
    for (let id = 20; id < 80; id++) world.add(id)
    await world.until('the burst to begin', () => world.ids().length > 5)
    const asked = Date.now()
    expect(await world.end('SIGTERM')).toBe(0)
    expect(Date.now() - asked).toBeLessThan(10_000)
    const before = world.ids().length
    expect(before).toBeLessThan(62)
    world.start()
    await world.until('the rest', () => world.ids().length >= 62)
    const parents = new Set(world.posted().flatMap(({ thread }) => thread ?? []))
    expect(parents.size).toBe(1)
    expect(new Set(world.ids()).size).toBe(62)
    expect(world.ids()).toHaveLength(62)
  })
})
