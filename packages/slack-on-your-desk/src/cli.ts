#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/** The command `slack-on-your-desk`. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readManifest } from './manifest.ts'
import { runSlack } from './run-slack.ts'

const help = `Usage: slack-on-your-desk [options] [-- command …]

Runs a Slack workspace on this machine, for any Slack app. With a command, it starts the command with SLACK_API_URL and the
tokens in its environment, and stops when the command stops.

  --port <number>         port of the workspace; any free port by default
  --manifest <file>       the app's manifest (JSON or YAML); without it, every command, scope and event is allowed
  --channels <names>      the channels, separated by commas
  --people <names>        the people, separated by commas
  --request-url <address> send signed HTTP requests to this address instead of Socket Mode
  --help, --version
`

const options = {
  port: { type: 'string' },
  manifest: { type: 'string' },
  channels: { type: 'string' },
  people: { type: 'string' },
  'request-url': { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

/** Runs until a signal, or until the command stops. Returns the exit code. */
async function run(args: string[]): Promise<number> {
  const end = args.indexOf('--')
  const [own, command] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const { values } = parseArgs({ args: own, options })
  if (values.help) return print(help)
  if (values.version) return print(`${version()}\n`)
  const slack = await runSlack({
    port: portOf(values.port),
    ...(values['request-url'] !== undefined && { requestUrl: addressOf(values['request-url']) }),
    ...(values.manifest !== undefined && { manifest: manifestIn(values.manifest) }),
    ...(values.channels !== undefined && { channels: namesIn('channels', values.channels) }),
    ...(values.people !== undefined && { people: namesIn('people', values.people) }),
    print: (line) => void print(`${line}\n`),
    now: Date.now,
  })
  try {
    return command[0] === undefined ? await signal() : await runCommand(command, slack.env)
  } finally {
    await slack.close()
  }
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function version(): string {
  const file: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof file === 'object' && file !== null && 'version' in file ? String(file.version) : ''
}

function portOf(text = '0'): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`--port ${text}: it must be a number from 0 to 65535.`)
}

function addressOf(text: string): string {
  if (URL.canParse(text)) return text
  throw new Error(`--request-url ${text}: it must be an address, such as http://127.0.0.1:3000/slack/events.`)
}

function manifestIn(file: string): unknown {
  try {
    return readManifest(file)
  } catch (error) {
    throw new Error(`--manifest ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function namesIn(option: string, text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/^[#@]/, ''))
  if (names.every((name) => name !== '')) return names
  throw new Error(`--${option} ${text}: give names, separated by commas.`)
}

/** Resolves when somebody asks this process to stop. */
function signal(): Promise<number> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve(0))
  })
}

/** Starts the command and passes signals on to it. Resolves with its exit code. */
function runCommand([program = '', ...args]: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', (error) => reject(new Error(`Could not start ${program}: ${error.message}`)))
    child.once('exit', (code, name) => resolve(code ?? (name === null ? 1 : 128)))
    // A terminal sends SIGINT to the command, too.
    process.on('SIGINT', () => undefined)
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name))
  })
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
