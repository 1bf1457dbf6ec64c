import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { markMoved } from '../../src/store/file/moved-folder.ts'
import { channel, createWorld, endOf, onPostgres, program, type World } from '../tools/e2e/bot-world.ts'
import { type Contender, startContender } from '../tools/e2e/contenders.ts'
import { otherHostsRecord } from '../tools/e2e/other-host.ts'
import { threeBots, threeContenders } from '../tools/e2e/starts.ts'

/** H1: one process owns a folder. */

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}
/** User id of `nobody`. */
const nobody = 65534
const isRoot = process.getuid?.() === 0
const taken = /^FolderTakenError: Another process works on the folder/

let world: World | undefined
afterEach(() => world?.close())

/** A folder that every user may write to. */
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

/** Starts another bot that should end by itself; returns its exit code and its output. */
async function startInVain({ environment }: World): Promise<{ status: number | null; stderr: string }> {
  const bot = spawn(process.execPath, [program], {
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

/** Starts a process that renews an owner record, as its owner on the other host would. */
async function startHeartbeat(path: string) {
  const heartbeat = `
    const { utimesSync } = require('node:fs')
    let beats = 0
    setInterval(() => utimesSync(process.argv[1], ++beats, beats), 1000)
    console.log('ready')`
  const other = spawn(process.execPath, ['-e', heartbeat, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => void (await endOf(other, 'SIGKILL')))
  await once(other.stdout, 'data')
  return other
}

const idOfFile = (path: string) => statSync(path).ino
const idsOf = ({ dataDir }: World) => ['lock', 'owner'].map((name) => idOfFile(join(dataDir, name)))

it.skipIf(onPostgres)(
  'a bot does not start on a folder whose data was moved to a database, and says how to go back',
  async () => {
    world = await createWorld({ configuration })
    mkdirSync(world.dataDir)
    await markMoved(world.dataDir, { database: 'db.example/overheard', at: Date.UTC(2026, 10, 23) })
    const { status, stderr } = await startInVain(world)
    expect(status).toBe(78)
    expect(stderr).toContain('was moved to a database (2026-11-23T00:00:00.000Z to db.example/overheard).')
    expect(stderr).toContain(`then delete the file ${join(world.dataDir, 'moved-to-database')}.`)
    rmSync(join(world.dataDir, 'moved-to-database'))
    world.start()
    await world.until('the initial sync', () => world?.watches() === true)
  },
)

describe.skipIf(onPostgres)('folder lock:', () => {
  it('of three processes that start at once, one owns the folder, and when it is killed, another one owns it', async () => {
    expect(await threeContenders(4)).toEqual({ rounds: 4, wrong: [], lost: [], twice: [] })
  })

  it('of three bots that start at once with one folder, one posts each mention once and the others end', async () => {
    expect(await threeBots(1)).toEqual({ rounds: 1, wrong: [], lost: [], twice: [] })
  })
})

describe.skipIf(!isRoot || onPostgres)('folder lock with another user:', () => {
  it('a user cannot take the folder that root’s process owns', async () => {
    const folder = sharedFolder()
    const [owner, other] = [await contenderFor(folder), await contenderFor(folder, nobody)]
    expect(await owner.ask('take')).toBe('owner')
    expect(await other.ask('take')).toMatch(/^LockUnusableError: The lock file .*lock cannot be used/)
    expect(await owner.ask('holds')).toBe('true')
    // Not even with write permission on everything in it.
    chmodSync(join(folder, 'lock'), 0o666)
    expect(await other.ask('take')).toMatch(taken)
    expect(await (await contenderFor(folder)).ask('take')).toMatch(taken)
    expect(await owner.ask('holds')).toBe('true')
  })

  it('root cannot take the folder that a user’s process owns', async () => {
    const folder = sharedFolder()
    const [owner, root] = [await contenderFor(folder, nobody), await contenderFor(folder)]
    expect(await owner.ask('take')).toBe('owner')
    expect(await root.ask('take')).toMatch(taken)
    expect(await owner.ask('holds')).toBe('true')
    await owner.end()
    expect(await root.ask('take')).toBe('owner')
  })

  it('a user gets a clear error for a folder whose lock files belong to root, and takes none of its locks', async () => {
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

describe.skipIf(onPostgres)('folder lock of a frozen bot:', () => {
  it('a frozen bot keeps its folder against 80 tries to take it, and continues when it wakes up', async () => {
    const running = await createWorld({ configuration })
    world = running
    running.add(1)
    const bot = running.start()
    await running.until('the initial sync', () => running.watches())
    bot.kill('SIGSTOP')
    const contenders = await Promise.all([1, 2, 3, 4].map(() => contenderFor(running.dataDir)))
    expect(await Promise.all(contenders.map(({ ask }) => ask('try 20')))).toEqual(Array(4).fill('20'))
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

describe.skipIf(onPostgres)('folder lock with a second host that shares the disk but no locks:', () => {
  it('a bot does not start while a process on the other host works, and takes over the folder when that process has died', async () => {
    const made = await createWorld({ configuration })
    world = made
    mkdirSync(made.dataDir, { mode: 0o700 })
    const path = otherHostsRecord(made)
    const other = await startHeartbeat(path)
    const { status, stderr } = await startInVain(made)
    expect(status).toBe(1)
    expect(stderr).toContain('(process 77 on second-host): one process a folder. It is on another machine')
    expect(stderr).toContain('End it, name another folder, or set DATABASE_URL to run several.')
    expect(readFileSync(path, 'utf8')).toContain('second-host')
    await endOf(other, 'SIGKILL')
    made.add(1)
    made.start()
    await made.until('the initial sync', () => made.watches())
    made.add(11)
    await made.until('11', () => made.ids().includes('11'))
    expect(made.output()).toContain('was that of process 77 on second-host, on another machine')
    expect(made.ids()).toEqual(['11'])
  })

  it('a running bot ends before its next post if the other host takes over the folder', async () => {
    const running = await createWorld({ configuration })
    world = running
    running.add(1)
    const bot = running.start()
    await running.until('the initial sync', () => running.watches())
    const path = otherHostsRecord(running)
    running.add(11)
    await running.until('its end', () => bot.exitCode !== null)
    expect(bot.exitCode).toBe(1)
    expect(running.ids()).toEqual([])
    expect(running.output()).toContain('was taken over by process 77 on second-host')
    expect(readFileSync(path, 'utf8')).toContain('second-host')
  })
})

describe.skipIf(onPostgres)('folder lock with a removed lock file:', () => {
  it('if the removed lock file let a second bot start, the first one ends before its next post and leaves the folder to the second', async () => {
    const running = await createWorld({ configuration })
    world = running
    running.add(1)
    const first = running.start()
    await running.until('the initial sync', () => running.watches())
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
