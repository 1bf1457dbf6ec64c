import { spawn, spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openWorld, type World } from './setup-world.ts'

const script = spawnSync('script', ['--version']).status === 0
const node = 'node_modules/.bin/node'

/** Starts the setup in a process of its own, at a terminal (util-linux `script` makes one) or at a pipe. */
function start(world: World, at: 'terminal' | 'pipe') {
  const command = [node, 'test/cli/setup/run-at-terminal.ts']
  const [program, ...args] = at === 'pipe' ? command : ['script', '-qec', command.join(' '), '/dev/null']
  const child = spawn(program ?? node, args, {
    env: { ...process.env, ...world.environment, ENV_FILE: world.files.env },
  })
  onTestFinished(() => void child.kill())
  let shown = ''
  let unread = ''
  const answers: string[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    unread += chunk.toString()
    // What is sent before the prompt is there, readline takes for typed ahead.
    if (!stripVTControlCharacters(unread).endsWith(': ') || answers.length === 0) return
    unread = ''
    child.stdin.write(answers.shift() ?? '')
  })
  const code = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    type: (...keys: string[]) => void answers.push(...keys),
    child,
    ended: code.then((status) => ({ status, shown })),
  }
}

describe.skipIf(!script)('npm run setup at a terminal', () => {
  it('echoes typed text, but no secret', async () => {
    const world = await openWorld()
    const { bot, app } = world.workspace.seed.token
    const setup = start(world, 'terminal')
    setup.type(
      `${world.url}\r`,
      'wrong-secret\r',
      '\r',
      `${world.accessToken}\r`,
      `${bot}\r`,
      `${app}\r`,
      'acme brand\r',
      '1\r',
    )
    const { status, shown } = await setup.ended
    expect(shown).toContain(world.url)
    expect(shown).toContain('acme brand')
    for (const secret of ['wrong-secret', world.accessToken, bot, app]) expect(shown).not.toContain(secret)
    expect(status).toBe(0)
    expect(await world.read('env')).toContain(`SLACK_BOT_TOKEN=${bot}`)
  })

  it('does not echo text that is typed while the wizard is busy', async () => {
    const world = await openWorld()
    const setup = start(world, 'terminal')
    setup.type(`${world.url}\r`, `${world.accessToken}\rxoxb-typed-ahead\r\u0003`)
    const { shown } = await setup.ended
    expect(shown).not.toContain('typed-ahead')
  })

  it.each([
    ['presses Ctrl-C at a question', ['\u0003']],
    ['presses Ctrl-C at a question for a secret', ['http://127.0.0.1\r', '\u0003']],
    ['presses Ctrl-D', ['\u0004']],
  ])('ends with code 1 and a clear line if the user %s', async (_name, keys) => {
    const world = await openWorld()
    const setup = start(world, 'terminal')
    setup.type(...keys)
    const { status, shown } = await setup.ended
    expect(shown).toContain('nothing was written')
    expect(status).toBe(1)
    expect(await readdir(dirname(world.files.env))).toEqual([])
  })
})

describe('npm run setup at a pipe', () => {
  it('reads all answers from the pipe at once', async () => {
    const world = await openWorld()
    const { bot, app } = world.workspace.seed.token
    const setup = start(world, 'pipe')
    setup.child.stdin.end([world.url, world.accessToken, bot, app, 'leads', 'general'].join('\n'))
    const { status } = await setup.ended
    expect(status).toBe(0)
    expect(await world.read('configuration')).toContain('alert: Leads')
  })
})
