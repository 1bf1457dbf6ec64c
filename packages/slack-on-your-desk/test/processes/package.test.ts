import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

/**
 * The package as a stranger gets it: what `npm pack` makes, in an empty folder with its own dependencies and Bolt. The dependencies are copies of
 * the installed ones, so the test needs no network. The programs are those of the README and of docs/tests.md.
 */

const own = join(import.meta.dirname, '../..')
const manifestOf = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})

/** The folders of a package and of all that it depends on, by their places in a node_modules folder at the top. */
function installed(name: string, from: string, found = new Map<string, string>()): Map<string, string> {
  const folder = find(name, from)
  if (folder === undefined || found.has(folder)) return found
  found.set(folder, folder.slice(folder.indexOf('node_modules/')))
  const { dependencies, optionalDependencies, peerDependencies } = manifestOf.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    installed(next, folder, found)
  return found
}

/** Finds an installed package as Node does. Undefined if it is not installed, as an optional one may be. */
function find(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (readable(join(folder, 'package.json'))) return folder
  return from === dirname(from) ? undefined : find(name, dirname(from))
}

function readable(file: string): boolean {
  try {
    return readFileSync(file) !== undefined
  } catch {
    return false
  }
}

/** The code block of a page that contains `part`. */
function example(page: string, part: string): string {
  const blocks = [...readFileSync(join(own, page), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(
    ([, code = '']) => code,
  )
  return blocks.find((code) => code.includes(part)) ?? ''
}

let folder: string
let home: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slack-on-your-desk-'))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: own, stdio: 'pipe' })
  home = join(folder, 'node_modules/slack-on-your-desk')
  mkdirSync(home, { recursive: true })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', home], { cwd: folder })
  const { dependencies } = manifestOf.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
  const folders = new Map<string, string>()
  for (const name of [...Object.keys(dependencies), '@slack/bolt']) installed(name, own, folders)
  for (const [from, to] of folders) cpSync(from, join(folder, to), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the package's command in the stranger's folder. */
function command(...args: string[]) {
  const program = join(folder, 'node_modules/slack-on-your-desk/dist/cli.js')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const heard: (() => void)[] = []
  const read = (data: Buffer) => {
    output += data.toString()
    for (const listener of heard) listener()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  /** Resolves with the first group of the pattern when the program has printed it. */
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)
        if (found) resolve(found[1] ?? found[0])
      }
      heard.push(look)
      void ended.then(() => reject(new Error(`It ended without printing ${pattern}:\n${output}`)))
      look()
    })
  return { child, printed, ended, output: () => output }
}

async function control(url: string, action: string, body: object): Promise<unknown> {
  return (await fetch(`${url}/_control/${action}`, { method: 'POST', body: JSON.stringify(body) })).json()
}

/** Resolves when the workspace's state is as the pattern says. */
async function state(url: string, pattern: RegExp): Promise<string> {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const response = await fetch(`${url}/_control/events`, { signal: ending.signal })
  let text = ''
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString()
    const found = pattern.exec(text)
    if (found) return found[1] ?? found[0]
  }
  throw new Error(`The stream ended without ${pattern}.`)
}

describe('the package in a stranger’s folder', () => {
  it('has no problem that publint finds', async () => {
    const { messages, pkg } = await publint({ pkgDir: home, pack: false, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('runs the README’s app, whose command and button work', async () => {
    writeFileSync(join(folder, 'app.mjs'), example('README.md', "app.command('/hello'"))
    const running = command('--', process.execPath, 'app.mjs')
    const url = await running.printed(/The Slack workspace is at (\S+)\. /)
    await state(url, /"sockets":[1-9]|"type":"sockets","open":[1-9]/)
    const greeted = state(url, /"text":"Hello <@U0000000ANA>"/)
    await control(url, 'runCommand', { user: 'U0000000ANA', channel: 'general', line: '/hello' })
    await greeted
    const messages = z
      .array(z.object({ ts: z.string() }))
      .parse(await control(url, 'messages', { channel: 'general' }))
    const waved = state(url, /"text":"<@U0000000BEN> waves"/)
    const ts = messages[0]?.ts
    await control(url, 'press', { user: 'U0000000BEN', channel: 'C000GENERAL', ts, actionId: 'wave' })
    await waved
    expect((await fetch(url)).status).toBe(200)
    running.child.kill('SIGTERM')
    await running.ended
  })

  it('runs the test of docs/tests.md', () => {
    writeFileSync(join(folder, 'greets.test.mjs'), example('docs/tests.md', "test('the app greets"))
    const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'greets.test.mjs'], {
      cwd: folder,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    })
    expect(output.toString()).toMatch(/^# pass 1$/m)
    expect(output.toString()).toMatch(/^# fail 0$/m)
  })

  it('ends with the code of the app’s command', async () => {
    expect(await command('--', process.execPath, '-e', 'process.exit(7)').ended).toBe(7)
  })

  it('says what is wrong with an option, a manifest and a program', async () => {
    const wrong = [
      [['--port', 'many'], '--port many: it must be a number from 0 to 65535.'],
      [['--manifest', 'none.json'], '--manifest none.json: ENOENT'],
      [['--channels', 'a,,b'], '--channels a,,b: give names, separated by commas.'],
      [['--request-url', 'nowhere'], '--request-url nowhere: it must be an address'],
      [['--', 'no-such-program'], 'Could not start no-such-program'],
    ] as const
    for (const [args, message] of wrong) {
      const running = command(...args)
      expect(await running.ended).toBe(1)
      expect(running.output()).toContain(message)
    }
  })

  it('has types for its whole public interface', () => {
    writeFileSync(
      join(folder, 'types.mts'),
      `import { startSlack, type Slack } from 'slack-on-your-desk'
const slack: Slack = await startSlack({ channels: ['general'], people: ['ana'] })
export const text: string = slack.messages('general')[0]?.text ?? ''
export const wrong: number = slack.url
`,
    )
    const compiler = join(find('typescript', own) ?? '', 'bin/tsc')
    const types = join(find('@types/node', own) ?? '', '..')
    const args = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024']
    const compile = () =>
      execFileSync(
        process.execPath,
        [compiler, ...args, '--types', 'node', '--typeRoots', types, 'types.mts'],
        {
          cwd: folder,
          stdio: 'pipe',
          encoding: 'utf8',
        },
      )
    const errors = (() => {
      try {
        return compile()
      } catch (error) {
        return z.object({ stdout: z.string() }).parse(error).stdout
      }
    })()
    expect(errors.trim().split('\n')).toEqual([
      "types.mts(4,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    ])
  })
})
