import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }

/** Ends whatever is left of a process group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left, as it should be.
  }
}

/** A world whose bot is started as README says, by npm, in a process group of its own, as a terminal has one. */
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
  // Its output closes when the last process that holds it has ended: with npm alone gone, this waits for ever.
  const ended = once(npm, 'close')
  return { world: started, pid, ended, output: () => output }
}

it.each<{ who: string; target: (pid: number) => number; signal: NodeJS.Signals }>([
  { who: 'npm alone is asked, as a supervisor does it', target: (pid) => pid, signal: 'SIGTERM' },
  { who: 'npm and the bot are both asked, as a platform does it', target: (pid) => -pid, signal: 'SIGTERM' },
  { who: 'both are asked by Ctrl-C, as a terminal does it', target: (pid) => -pid, signal: 'SIGINT' },
])('ends with 0, and leaves no process, where $who', async ({ target, signal }) => {
  const { world, pid, ended, output } = await startedByNpm()
  await world.until('the first look', () => world.posted().length > 0)
  process.kill(target(pid), signal)
  expect(await ended).toEqual([0, null])
  expect(output()).toContain('"stopping"')
})

it('ends with 0, in order, where its terminal is closed', async () => {
  const started = await createWorld({ configuration: { subscriptions: [subscription] } })
  world = started
  started.start()
  await started.until('the first look', () => started.posted().length > 0)
  expect(await started.end('SIGHUP')).toBe(0)
  expect(started.output()).toContain('"stopping"')
})

it('ends with 0 where it is asked while it is still starting', async () => {
  const started = await createWorld({ configuration: { subscriptions: [subscription] } })
  world = started
  started.slack.control.fault({ method: 'apps.connections.open', act: { do: 'slow', ms: 1500 } })
  started.start()
  await started.until('the first call', () => started.slack.control.calls().length > 0)
  expect(await started.end('SIGTERM')).toBe(0)
})
