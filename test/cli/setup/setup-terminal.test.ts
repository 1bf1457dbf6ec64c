import { spawn, spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { features } from '../../../src/features.ts'
import { programOf } from '../../tools/program.ts'
import { openWorld, type World } from './setup-world.ts'

const script = spawnSync('script', ['--version']).status === 0
const node = 'node_modules/.bin/node'

/** Starts the setup in a process of its own, at a terminal (util-linux `script` makes one) or at a pipe. */
function start(world: World, at: 'terminal' | 'pipe') {
  const command = [node, programOf('test/cli/setup/run-at-terminal.ts')]
  const line = `stty cols 150 rows 40; exec ${command.join(' ')}`
  const [program, ...args] = at === 'pipe' ? command : ['script', '-qec', line, '/dev/null']
  const child = spawn(program ?? node, args, {
    env: { ...process.env, ...world.environment, ENV_FILE: world.files.env },
  })
  onTestFinished(() => void child.kill())
  let shown = ''
  let read = 0
  const steps: Step[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const [text, keys] = steps[0] ?? []
    const at = text === undefined ? -1 : stripVTControlCharacters(shown).indexOf(text, read)
    if (text === undefined || at === -1) return
    steps.shift()
    read = at + text.length
    child.stdin.write(keys ?? '')
  })
  const code = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    type: (...more: Step[]) => void steps.push(...more),
    child,
    ended: code.then((status) => ({ status, shown })),
  }
}

/** Text that the setup shows, and the keys that the person presses then. */
type Step = [shown: string, keys: string]

describe.skipIf(!script)('npm run setup at a terminal', () => {
  it('shows typed text, but no secret', async () => {
    const world = await openWorld()
    const { bot, app } = world.workspace.seed.token
    const setup = start(world, 'terminal')
    setup.type(
      ['Your own site', 'mentions example\r'],
      ['Give the address of your site', `\u0015${world.url}\r`],
      ['Access token', 'wrong-secret\r'],
      ['Your own site', '\r'],
      ['Access token', `${world.accessToken}\r`],
      ['Bot User OAuth Token (xoxb', `${bot}\r`],
      ['App-level token (xapp', `${app}\r`],
      ['Which alert', 'nowhere\r'],
      ['Nothing in the list fits', '\u0015acme brand'],
      ['1 match', '\r'],
      ['Which channel', '#general'],
      ['1 match', '\r'],
      ...features.flatMap(({ setupPerson }): Step[] => (setupPerson ? [[setupPerson.text, '\r']] : [])),
    )
    const { status, shown } = await setup.ended
    expect(shown).toContain(world.url)
    expect(shown).toContain('Acme brand')
    for (const secret of ['wrong-secret', world.accessToken, bot, app]) expect(shown).not.toContain(secret)
    expect(status).toBe(0)
    expect(await world.read('env')).toContain(`SLACK_BOT_TOKEN=${bot}`)
    // Enter names nobody.
    expect(await world.read('configuration')).not.toContain('owner')
  })

  it('does not show text that is typed while the wizard is busy', async () => {
    const world = await openWorld()
    const setup = start(world, 'terminal')
    setup.type(
      ['Your own site', `${world.url}\r`],
      ['Access token', `${world.accessToken}\rxoxb-typed-ahead\r`],
      ['Asking the mention service', 'xoxb-typed-ahead'],
      ['Bot User OAuth Token (xoxb', '\u0003'],
    )
    const { shown } = await setup.ended
    expect(shown).not.toContain('typed-ahead')
  })

  it.each([
    ['presses Ctrl-C at a question', [['Your own site', '\u0003']]],
    [
      'presses Ctrl-C at a question for a secret',
      [
        ['Your own site', 'http://127.0.0.1\r'],
        ['Access token', '\u0003'],
      ],
    ],
    [
      'presses Ctrl-C during the request to the mention service',
      [
        ['Your own site', 'http://127.0.0.1:9\r'],
        ['Access token', 'secret\r'],
        ['Asking', '\u0003'],
      ],
    ],
    ['presses Ctrl-D', [['Your own site', '\u0004']]],
  ] satisfies [string, Step[]][])(
    'ends with exit code 1 and says that nothing was written if the user %s',
    async (_name, steps) => {
      const world = await openWorld()
      const setup = start(world, 'terminal')
      setup.type(...steps)
      const { status, shown } = await setup.ended
      expect(shown).toContain('Nothing was written')
      expect(status).toBe(1)
      expect(await readdir(dirname(world.files.env))).toEqual([])
    },
  )
})

describe('npm run setup with a pipe as input', () => {
  it('accepts all answers that come from the pipe at once', async () => {
    const world = await openWorld()
    const { bot, app } = world.workspace.seed.token
    const setup = start(world, 'pipe')
    setup.child.stdin.end([world.url, world.accessToken, bot, app, 'leads', 'general'].join('\n'))
    const { status } = await setup.ended
    expect(status).toBe(0)
    expect(await world.read('configuration')).toContain('alert: Leads')
  })
})
