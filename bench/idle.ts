/**
 * Memory at rest and start time of `npm start` and of the package's command, compared with a bare Bolt app in plain JavaScript, all in Socket
 * Mode with the embedded workspace.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import packageFile from '../package.json' with { type: 'json' }
import { createWorkspace, type Workspace } from '../packages/slack-on-your-desk/src/index.ts'
import { overheardWorkspace } from '../sandbox/demo/configuration.ts'
import { farAlerts } from './far-alerts.ts'
import { alertsOf } from './load-subscriptions.ts'
import { startFarSide } from './processes.ts'
import { restRows } from './rest.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'

const rounds = 5
/** After this time the garbage of the start is collected, in ms. */
const restAfter = 4000

const others = alertsOf({ alerts: 100 })

/** The command as the shell of a person finds it. */
const ofPackage = ['dist/overheard.js', 'start']

type Measured = { start: number; memory: number }

export async function idleRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-idle-'))
  const farSide = await startFarSide('bench/far-side.ts', [String(others.length)])
  const slack = createWorkspace({ now: Date.now, postLimit: 'off', ...overheardWorkspace })
  await slack.listen(0)
  const environment = environmentOf(folder, farSide.url, slack)
  execFileSync(process.execPath, ['build/main.ts'])
  const [sources, built, bare]: [Measured[], Measured[], Measured[]] = [[], [], []]
  for (let round = 0; round <= rounds; round++) {
    bare.push(await measure([process.execPath, 'bench/bare-bolt.js'], environment, slack))
    sources.push(await measure([process.execPath, ...argumentsOfStart()], environment, slack))
    built.push(await measure(ofPackage, environment, slack))
  }
  const rest = await restRows(
    {
      ours: { command: ofPackage, env: environment },
      bare: { command: [process.execPath, 'bench/bare-bolt.js'], env: environment },
      many: { command: ofPackage, env: environmentOf(join(folder, 'many'), farSide.url, slack, others) },
      alerts: others.length,
    },
    slack,
  )
  farSide.end()
  await slack.close()
  rmSync(folder, { recursive: true, force: true })
  return [...rowsOf(sources.slice(1), built.slice(1), bare.slice(1)), ...rest]
}

function environmentOf(
  folder: string,
  url: string,
  { seed, apiUrl }: Workspace,
  alerts: string[] = [farAlerts.empty],
): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'overheard.yaml')
  const entries = alerts.map(
    (alert) =>
      `  - { name: watch ${alert}, alert: '${alert}', channel: C00000BRAND, schedule: '* * * * *' }\n`,
  )
  writeFileSync(file, `subscriptions:\n${entries.join('')}`)
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    MENTIONS_API_URL: url,
    MENTIONS_API_TOKEN: 'token-of-the-bench',
    SLACK_BOT_TOKEN: seed.token.bot,
    SLACK_APP_TOKEN: seed.token.app,
    SLACK_API_URL: apiUrl,
    CONFIG_FILE: file,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'warn',
  }
}

/** The Node flags of `npm start`, without `.env`. */
function argumentsOfStart(): string[] {
  const words = packageFile.scripts.start.split(' ')
  return words.slice(words.indexOf('node') + 1).filter((argument) => !argument.startsWith('--env-file'))
}

/** Starts a process and waits until its Socket Mode connection is open. */
async function measure(
  [command = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  slack: Workspace,
): Promise<Measured> {
  const began = performance.now()
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (slack.control.sockets() === 0) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
    await wait(2)
  }
  const start = performance.now() - began
  await wait(restAfter)
  const memory = residentMegabytes(child)
  child.kill('SIGTERM')
  await once(child, 'exit')
  while (slack.control.sockets() > 0) await wait(5)
  return { start, memory }
}

function residentMegabytes({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function rowsOf(sources: Measured[], built: Measured[], bare: Measured[]): Row[] {
  const of = (list: Measured[], key: keyof Measured) => {
    const figures = list.map((one) => one[key])
    // Other programs on the machine only make a start longer.
    return key === 'start' ? Math.min(...figures) : median(figures)
  }
  const compare = (ours: Measured[], key: keyof Measured, unit: string) =>
    `${Math.round(of(ours, key))} ${unit} against ${Math.round(of(bare, key))} ${unit}`
  const memory = (what: string, ours: Measured[], most: number): Row => ({
    what: `memory at rest of ${what}, above a bare Bolt app`,
    figure: of(ours, 'memory') - of(bare, 'memory'),
    unit: 'MB',
    most,
    note: `${compare(ours, 'memory', 'MB')}; resident, four seconds after the start`,
  })
  const start = (what: string, ours: Measured[], bounds: Pick<Row, 'kept' | 'goal'>): Row => ({
    what: `start of ${what}, against a bare Bolt app`,
    figure: of(ours, 'start') / of(bare, 'start'),
    unit: 'times',
    ...bounds,
    note: `${compare(ours, 'start', 'ms')}; from the process to its Socket Mode connection`,
  })
  return [
    memory('npm start', sources, 48),
    memory('the package', built, 20),
    start('npm start', sources, { kept: 2.5 }),
    start('the package', built, { kept: 1.3, goal: 1.25 }),
  ]
}
