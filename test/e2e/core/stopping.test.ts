import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { channel, createWorld, program, type World } from '../../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }

/** Kills the remaining processes of a group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left, as expected.
  }
}

/** A world whose bot is started by npm in its own process group, as in a terminal. */
async function startedByNpm() {
  const started = await createWorld({ configuration: { subscriptions: [subscription] } })
  world = started
  const npm = spawn('npm', ['start'], { env: started.environment, detached: true, stdio: 'pipe' })
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const { pid } = npm
  if (pid === undefined) throw new Error('npm did not start')
  onTestFinished(() => killGroup(pid))
  // The output closes when the last process that holds it ends; if only npm ended, this would wait for ever.
  const ended = once(npm, 'close')
  return { world: started, pid, ended, output: () => output }
}

it.each<{ who: string; target: (pid: number) => number; signal: NodeJS.Signals }>([
  { who: 'npm alone gets SIGTERM, as from a supervisor', target: (pid) => pid, signal: 'SIGTERM' },
  { who: 'npm and the bot both get SIGTERM, as from a platform', target: (pid) => -pid, signal: 'SIGTERM' },
  { who: 'npm and the bot both get SIGINT, as from Ctrl-C', target: (pid) => -pid, signal: 'SIGINT' },
])('a bot started by npm exits with 0 and leaves no process if $who', async ({ target, signal }) => {
  const { world, pid, ended, output } = await startedByNpm()
  await world.until('the initial sync', () => world.watches())
  process.kill(target(pid), signal)
  expect(await ended).toEqual([0, null])
  expect(output()).toContain('the bot is stopping')
})

it('the bot goes on after SIGHUP with the same file; its last line after SIGTERM says that it has stopped', async () => {
  const started = await createWorld({ configuration: { subscriptions: [subscription] } })
  world = started
  const bot = started.start()
  await started.until('the initial sync', () => started.watches())
  bot.kill('SIGHUP')
  await started.until('the reload', () => started.output().includes('the bot has read its settings again'))
  started.add(1)
  await started.until('a post after SIGHUP', () => started.ids().length > 0)
  expect(started.output()).not.toContain('the bot is stopping')
  expect(await started.end('SIGTERM')).toBe(0)
  expect(started.output().trimEnd().split('\n').at(-1)).toContain('"msg":"the bot has stopped"')
})

const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true

it.skipIf(!hasScript)('the bot exits with 0 when its terminal is closed', async () => {
  const started = await createWorld({ configuration: { subscriptions: [subscription] } })
  world = started
  const [log, code] = ['log', 'code'].map((name) => join(started.folder, name))
  // The terminal's end ends the outer shell, and the kernel then signals the other processes. The inner shell notes the exit code.
  const command = `( trap '' HUP; "${process.execPath}" "${program}" > "${log}" 2>&1; echo $? > "${code}" ); :`
  const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
    env: { ...started.environment, SHELL: '/bin/sh' },
    stdio: 'ignore',
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  await started.until('the initial sync', () => started.watches())
  terminal.kill('SIGKILL')
  await started.until(
    'the end of the bot',
    () => existsSync(code ?? '') && readFileSync(code ?? '', 'utf8') !== '',
  )
  expect(readFileSync(code ?? '', 'utf8')).toBe('0\n')
  expect(readFileSync(log ?? '', 'utf8')).toContain('"signal":"SIGHUP"')
})

/** The port of a server that takes connections and says nothing; `called` resolves with the first one. */
async function silentServer() {
  const server = createServer()
  onTestFinished(() => void server.close())
  const called = once(server, 'connection').then(([socket]: Socket[]) => {
    onTestFinished(() => void socket?.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { port: typeof address === 'object' ? address?.port : undefined, called }
}

const hung = { method: '*', act: { do: 'slow', ms: 60_000 } } as const

it.each<[what: string, begin: (started: World) => Promise<unknown>]>([
  [
    'the database does not answer',
    async (started) => {
      const { port, called } = await silentServer()
      started.start({ environment: { DATABASE_URL: `postgres://x:y@127.0.0.1:${port}/z` } })
      await called
    },
  ],
  [
    'the database refuses connections',
    async (started) => {
      started.start({ environment: { DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z' } })
      await started.until('the first try', () => started.output().includes('Retrying for 30 s'))
    },
  ],
  [
    'Slack does not answer',
    async (started) => {
      started.slack.control.fault(hung)
      started.start()
      await started.until('its first line', () => started.output().includes('read the settings'))
    },
  ],
  [
    'it waits for Slack to say who it is',
    async (started) => {
      started.slack.control.fault(hung)
      started.start()
      await started.until('its last line', () => started.output().includes('Overheard is running'))
    },
  ],
])('the bot ends at once with 0 if it gets SIGTERM during its start, while %s', async (_what, begin) => {
  // Without polls, of which the end waits for the calls of Slack that may be posts.
  const started = await createWorld({ configuration: { subscriptions: [] } })
  world = started
  await begin(started)
  expect(await started.end('SIGTERM')).toBe(0)
  expect(started.output()).not.toContain('has not stopped within')
  expect(started.output()).toContain('"msg":"the bot has stopped"')
})
