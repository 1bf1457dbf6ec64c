import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { runCommandLine } from '../../src/cli/command-line.ts'
import { errorSentence } from '../../src/cli/output.ts'
import { features } from '../../src/features.ts'
import { programOf } from '../tools/program.ts'

/** Runs the program, and returns what it prints and its exit code. */
function overheard(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programOf('src/main.ts'), ...args], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Parses the arguments in this process, and returns what the parser prints and its exit code. */
async function parsed(...args: string[]) {
  let output = ''
  const keep = (text: string | Uint8Array) => {
    output += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  const failure: unknown = await runCommandLine(args).catch((error: unknown) => error)
  vi.restoreAllMocks()
  return { output, failure }
}

describe('the command line of Overheard', () => {
  it('prints the version of the package with --version', async () => {
    const { output, failure } = await parsed('--version')
    expect(output).toBe(`${packageFile.version}\n`)
    expect(failure).toMatchObject({ exitCode: 0 })
  })

  it('describes the command complete like the others', async () => {
    const { output } = await parsed('--help')
    expect(output).toMatch(/complete \[shell\] +print a script/)
  })

  it('refuses a port of the demo that another program uses, because somebody chose it', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void taken.close())
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { failure } = await parsed('demo', '--port', String(port))
    expect(errorSentence(failure)).toContain(`Port ${port} is already in use by another program.`)
  })

  it('lists all commands with --help, but not the one that only developers need', () => {
    const { status, stdout } = overheard('--help')
    const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?= .*)/gm)].map(([, name]) => name)
    expect(commands).toEqual([
      ...'demo setup start check doctor migrate forget backup restore listen service slack'.split(' '),
      ...features.flatMap(({ commands }) => commands.map(({ name }) => name)),
      ...['complete', 'help'],
    ])
    expect(status).toBe(0)
  })

  it('lists the options of a command with --help after its name', async () => {
    expect((await parsed('migrate', '--help')).output).toContain('--from <folder>')
  })

  it.each([
    ['an unknown command', ['strat'], "unknown command 'strat'\n(Did you mean start?)"],
    ['an unknown option', ['slack', '--prot', '3'], "unknown option '--prot'\n(Did you mean --port?)"],
    ['an option without its value', ['slack', '--port'], "option '--port <number>' argument missing"],
    ['a port that is no number', ['slack', '--port', 'x'], 'It must be a number from 0 to 65535.'],
    ['a request URL that is no address', ['slack', '--request-url', 'x'], 'It must be an address'],
    ['a wrong choice', ['demo', '--service', 'x'], 'Allowed choices are embedded, real.'],
    ['a missing option', ['forget'], "required option '--author <name>' not specified"],
    ['an unexpected word', ['check', 'other.yaml'], 'too many arguments'],
    ['an option that start does not have', ['start', '--dayz'], "unknown option '--dayz'"],
  ])('explains %s and exits with 1', async (_what, args, sentence) => {
    const { output, failure } = await parsed(...args)
    expect(output).toContain(sentence)
    expect(failure).toMatchObject({ exitCode: 1 })
  })

  it('writes an error about its arguments to stderr only', () => {
    expect(overheard('strat')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('unknown command'),
    })
  })

  it.each(['bash', 'zsh', 'fish'])('prints a completion script for %s', (shell) => {
    expect(overheard('complete', shell)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('overheard complete --'),
    })
  })

  it('completes options and choices', () => {
    expect(overheard('complete', '--', 'migrate', '--dry').stdout).toContain('--dry-run\t')
    expect(overheard('complete', '--', 'demo', '--service', '').stdout).toContain('embedded')
  })
})
