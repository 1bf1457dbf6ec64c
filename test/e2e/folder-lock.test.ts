import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { channel, createWorld, endOf, onPostgres, type World } from '../tools/e2e/bot-world.ts'
import { type Contender, startContender } from '../tools/e2e/contenders.ts'
import { threeBots, threeContenders } from '../tools/e2e/starts.ts'

/** H1: one process owns a folder. What is tried here from outside is told in `src/store/folder-lock.ts`. */

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}
/** The user nobody. */
const nobody = 65534
const isRoot = process.getuid?.() === 0
const taken = /^FolderTakenError: Another process works on the folder/

let world: World | undefined
afterEach(() => world?.close())

/** A world whose first look is over. */
async function runningWorld(): Promise<World> {
  const created = await createWorld({ configuration })
  world = created
  created.add(1)
  created.start()
  await created.until('the first look', () => created.posted().length > 0)
  return created
}

/** A folder that every user may write. */
function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-lock-'))
  chmodSync(folder, 0o777)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function contenderFor(folder: string, uid?: number): Promise<Contender> {
  const contender = await startContender(folder, uid)
  onTestFinished(async () => void (await contender.end()))
  return contender
}

/** Starts one more bot, which is expected to end by itself; returns its exit code and what it said. */
async function startInVain({ environment }: World): Promise<{ status: number | null; stderr: string }> {
  const bot = spawn(process.execPath, ['src/main.ts'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => void (await endOf(bot, 'SIGKILL')))
  let stderr = ''
  bot.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  await once(bot, 'close')
  return { status: bot.exitCode, stderr }
}

/** A process that renews a record, as its owner on the other host does. */
async function startHeartbeat(path: string) {
  const program = `
    const { utimesSync } = require('node:fs')
    let beats = 0
    setInterval(() => utimesSync(process.argv[1], ++beats, beats), 1000)
    console.log('ready')`
  const other = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => void (await endOf(other, 'SIGKILL')))
  await once(other.stdout, 'data')
}

/** The record of a process on another machine, as text: its heartbeat is up to the test. */
function otherHostsRecord({ dataDir }: World): string {
  const path = join(dataDir, 'owner')
  const record = { owner: 'another-owner', machine: 'another-boot', host: 'second-host', pid: 77 }
  writeFileSync(`${path}-new`, JSON.stringify(record))
  // As a process on another machine would do it.
  renameSync(`${path}-new`, path)
  return path
}

const idOfFile = (path: string) => statSync(path).ino
const idsOf = ({ dataDir }: World) => ['lock', 'owner'].map((name) => idOfFile(join(dataDir, name)))

describe.skipIf(onPostgres)('H1: processes that start at the same moment', () => {
  it('have one owner among three, also after the owner was killed', async () => {
    expect(await threeContenders(15)).toEqual({ rounds: 15, wrong: [], lost: [], twice: [] })
  })

  it('post each mention once if they are whole bots', async () => {
    expect(await threeBots(4)).toEqual({ rounds: 4, wrong: [], lost: [], twice: [] })
  })
})

describe.skipIf(!isRoot || onPostgres)('H1: another user', () => {
  it('does not get the folder that root works on', async () => {
    const folder = sharedFolder()
    const [owner, other] = [await contenderFor(folder), await contenderFor(folder, nobody)]
    expect(await owner.ask('take')).toBe('owner')
    expect(await other.ask('take')).toMatch(/^LockUnusableError: The lock file .*lock cannot be used/)
    expect(await owner.ask('holds')).toBe('true')
    // Not even if this user may write everything in it.
    chmodSync(join(folder, 'lock'), 0o666)
    expect(await other.ask('take')).toMatch(taken)
    expect(await (await contenderFor(folder)).ask('take')).toMatch(taken)
    expect(await owner.ask('holds')).toBe('true')
  })

  it('keeps its folder from root', async () => {
    const folder = sharedFolder()
    const [owner, root] = [await contenderFor(folder, nobody), await contenderFor(folder)]
    expect(await owner.ask('take')).toBe('owner')
    expect(await root.ask('take')).toMatch(taken)
    expect(await owner.ask('holds')).toBe('true')
    await owner.end()
    expect(await root.ask('take')).toBe('owner')
  })

  it('is told that it may not lock a folder that root has left, rather than getting half a lock', async () => {
    const folder = sharedFolder()
    const [owner, one, two] = [
      await contenderFor(folder),
      await contenderFor(folder, nobody),
      await contenderFor(folder, nobody),
    ]
    expect(await owner.ask('take')).toBe('owner')
    await owner.end()
    const answers = [await one.ask('take'), await two.ask('take')]
    expect(answers).toEqual(
      Array(2).fill(expect.stringMatching(/^LockUnusableError: The lock file .*lock cannot be used/)),
    )
  })
})

describe.skipIf(onPostgres)('H1: a frozen bot', () => {
  it('keeps its folder through 640 tries, and goes on when it wakes up', async () => {
    const running = await createWorld({ configuration })
    world = running
    running.add(1)
    const bot = running.start()
    await running.until('the first look', () => running.posted().length > 0)
    bot.kill('SIGSTOP')
    const contenders = await Promise.all([1, 2, 3, 4].map(() => contenderFor(running.dataDir)))
    expect(await Promise.all(contenders.map(({ ask }) => ask('try 160')))).toEqual(Array(4).fill('160'))
    const refused = await startInVain(running)
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        `Another process works on the folder ${running.dataDir} (process ${bot.pid} on `,
      ),
    ])
    bot.kill('SIGCONT')
    running.add(11)
    await running.until('11', () => running.ids().includes('11'))
    expect(bot.exitCode).toBe(null)
  })
})

describe.skipIf(onPostgres)('H1: a second host that shares the disk, but no locks', () => {
  it('is named to whoever starts while it works', async () => {
    const running = await runningWorld()
    await running.end('SIGTERM')
    const path = otherHostsRecord(running)
    await startHeartbeat(path)
    const { status, stderr } = await startInVain(running)
    expect(status).toBe(1)
    expect(stderr).toContain('(process 77 on second-host): one process a folder. It is on another machine')
    expect(stderr).toContain('End it, name another folder, or set DATABASE_URL to run several.')
    expect(readFileSync(path, 'utf8')).toContain('second-host')
  })

  it('is followed if it has died', async () => {
    const running = await runningWorld()
    await running.end('SIGKILL')
    otherHostsRecord(running)
    running.add(11)
    running.start()
    await running.until('11', () => running.ids().includes('11'))
    expect(running.output()).toContain('was that of process 77 on second-host, on another machine')
    expect(running.ids()).toEqual(['11'])
  })

  it('that takes the folder over ends the bot that works there, before it posts', async () => {
    const owner = 'U0000000ANA'
    const running = await createWorld({ configuration: { ...configuration, owner } })
    world = running
    running.add(1)
    const bot = running.start()
    await running.until('the first look', () => running.posted().length > 0)
    const path = otherHostsRecord(running)
    running.add(11)
    await running.until('its end', () => bot.exitCode !== null)
    expect(bot.exitCode).toBe(1)
    expect(running.ids()).toEqual([])
    expect(running.output()).toContain('was taken over by process 77 on second-host')
    expect(readFileSync(path, 'utf8')).toContain('second-host')
    const { state, control } = running.slack
    const letters = [...state.channels.values()].filter(({ user }) => user === owner)
    expect(letters.flatMap(({ id }) => control.messages(id).map(({ text }) => text))).toEqual([
      expect.stringContaining('was taken over by process 77 on second-host. This process posts nothing more'),
    ])
  })
})

describe.skipIf(onPostgres)('H1: a bot whose lock file was removed, so that another one could start', () => {
  it('ends before it posts, and takes nothing from the other one', async () => {
    const running = await createWorld({ configuration })
    world = running
    running.add(1)
    const first = running.start()
    await running.until('the first look', () => running.posted().length > 0)
    rmSync(join(running.dataDir, 'lock'))
    const second = running.start()
    const lives = () => running.output().split('Overheard is running').length - 1
    await running.until('the second one', () => lives() === 2)
    for (const id of [11, 12, 13]) running.add(id)
    await running.until('13', () => running.ids().includes('13'))
    await running.until('the end of the first one', () => first.exitCode !== null)
    expect([first.exitCode, second.exitCode]).toEqual([1, null])
    expect(running.ids()).toEqual(['11', '12', '13'])

    const files = idsOf(running)
    const third = await startInVain(running)
    expect([third.status, third.stderr]).toEqual([1, expect.stringContaining(`(process ${second.pid} on `)])
    expect(idsOf(running)).toEqual(files)
    running.add(14)
    await running.until('14', () => running.ids().includes('14'))
    expect(running.ids()).toEqual(['11', '12', '13', '14'])
  })
})
