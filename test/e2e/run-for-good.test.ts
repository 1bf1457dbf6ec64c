import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, program, type World } from '../tools/e2e/bot-world.ts'
import { programOf } from '../tools/program.ts'

/** Runs the start commands of the Procfile, the systemd unit and the Dockerfile. */

/** The command in a file. It runs the test's build, with the test's Node, on the loopback address. */
function written(file: string, line: RegExp): string {
  const [, found = ''] = line.exec(readFileSync(file, 'utf8')) ?? []
  return found
    .replace('0.0.0.0', '127.0.0.1')
    .replace('/usr/bin/node', 'node')
    .replace(/[^\s"]*dist\/overheard\.js/, programOf('src/overheard.ts'))
}

const json = (text: string) => z.array(z.string()).parse(JSON.parse(text))

const ways: [name: string, words: string[]][] = [
  ['the Procfile', ['sh', '-c', written('Procfile', /^web: (.*)$/m)]],
  ['the systemd unit', written('deploy/overheard.service', /^ExecStart=(.*)$/m).split(' ')],
  ['the Dockerfile', json(written('deploy/Dockerfile', /^CMD (.*)$/m))],
]

let world: World | undefined
afterEach(() => world?.close())

/** Kills the remaining processes of a group. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left, as expected.
  }
}

/** Starts the bot with a command and waits until it is in the middle of a post. */
async function posting([command = '', ...args]: string[]): Promise<{ world: World; bot: ChildProcess }> {
  const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
  const started = await createWorld({ configuration: { subscriptions: [subscription] } })
  world = started
  const child = spawn(command, args, { env: started.environment, stdio: 'ignore', detached: true })
  onTestFinished(() => killGroup(child))
  await started.until('the initial sync', () => started.watches())
  started.slack.control.fault({ method: 'chat.postMessage', act: { do: 'slow', ms: 2000, after: true } })
  started.add(101)
  await started.until('the post', () => started.ids().includes('101'))
  return { world: started, bot: child }
}

it.each(ways)(
  'the command in %s starts a bot that finishes its post and exits with 0 when it gets two signals at once',
  async (_name, words) => {
    const running = await posting(words)
    const ended = once(running.bot, 'exit')
    running.bot.kill('SIGTERM')
    // The system sends the second signal a moment later.
    await wait(50)
    running.bot.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(running.world.ids()).toEqual(['101'])
  },
)

it('a second SIGTERM that comes a second after the first ends the bot at once, with exit code 1', async () => {
  const running = await posting([process.execPath, program])
  const ended = once(running.bot, 'exit')
  running.bot.kill('SIGTERM')
  // Within a second, a signal counts as the same one.
  await wait(1100)
  running.bot.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
})
