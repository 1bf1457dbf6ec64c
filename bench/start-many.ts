/**
 * What the start costs with many subscriptions: the real process until its Socket Mode connection is open, and its first polls. CPU time, because
 * other programs on the machine only make the start longer. Linux only.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import { createWorkspace } from '../packages/slack-on-your-desk/src/index.ts'
import { overheardWorkspace } from '../sandbox/demo/configuration.ts'
import { alertsOf } from './load-subscriptions.ts'
import { startFarSide } from './processes.ts'
import type { Row } from './row.ts'

const alerts = alertsOf({ alerts: 300 })
const channels = Array.from({ length: 500 }, (_, index) => `watch-${index}`)
type Bounds = Pick<Row, 'kept' | 'goal'>
/** How many times the CPU time and the memory of the start with the fewest. */
const sizes: { subscriptions: number; cpu?: Bounds; memory?: Bounds }[] = [
  { subscriptions: 10 },
  { subscriptions: 1000 },
  { subscriptions: 10_000, cpu: { kept: 1.9, goal: 2 }, memory: { kept: 2.4, goal: 2.5 } },
  { subscriptions: 20_000, cpu: { kept: 2.7, goal: 6 }, memory: { kept: 3.2 } },
]
/** The first polls run for this long, in ms. */
const pollingMs = 15_000

type Measured = { startMs: number; pollingMs: number; peakMb: number }

export async function startRows(): Promise<Row[]> {
  execFileSync(process.execPath, ['build/main.ts'])
  // The first start of a new bundle compiles it for the next ones.
  await startWith(0)
  const rows: Row[] = []
  let fewest: Measured | undefined
  for (const { subscriptions, cpu, memory } of sizes) {
    const measured = await startWith(subscriptions)
    fewest ??= measured
    const what = `start with ${subscriptions} subscriptions`
    const than = (now: number, before: number, unit: string) =>
      `${Math.round(now)} ${unit} against ${Math.round(before)} ${unit} with ${sizes[0]?.subscriptions}`
    rows.push(
      {
        ...{ what: `${what}: CPU time until the connection`, unit: 'times' },
        figure: measured.startMs / fewest.startMs,
        ...cpu,
        note: than(measured.startMs, fewest.startMs, 'ms'),
      },
      {
        ...{ what: `${what}: largest memory`, unit: 'times' },
        figure: measured.peakMb / fewest.peakMb,
        ...memory,
        note: `${than(measured.peakMb, fewest.peakMb, 'MB')}; ${Math.round(measured.pollingMs)} ms of CPU in the first ${pollingMs / 1000} s`,
      },
    )
  }
  return rows
}

async function startWith(subscriptions: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-start-'))
  const farSide = await startFarSide('bench/far-side.ts', [String(alerts.length)])
  const slack = createWorkspace({
    now: Date.now,
    postLimit: 'off',
    ...overheardWorkspace,
    channels: channels.map((name, index) => ({ id: `C${String(index).padStart(9, '0')}`, name })),
  })
  await slack.listen(0)
  const file = join(folder, 'overheard.yaml')
  writeFileSync(file, stringify({ subscriptions: entriesOf(subscriptions) }))
  const child = spawn(process.execPath, ['dist/overheard.js', 'start'], {
    env: {
      PATH: process.env.PATH,
      MENTIONS_API_URL: farSide.url,
      MENTIONS_API_TOKEN: 'token-of-the-bench',
      SLACK_BOT_TOKEN: slack.seed.token.bot,
      SLACK_APP_TOKEN: slack.seed.token.app,
      SLACK_API_URL: slack.apiUrl,
      CONFIG_FILE: file,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (slack.control.sockets() === 0) {
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`)
    await wait(2)
  }
  const start = costOf(child)
  await wait(pollingMs)
  const polling = costOf(child)
  child.kill('SIGTERM')
  await once(child, 'exit')
  await slack.close()
  await farSide.end()
  rmSync(folder, { recursive: true, force: true })
  return { startMs: start.cpuMs, pollingMs: polling.cpuMs - start.cpuMs, peakMb: polling.peakMb }
}

const entriesOf = (subscriptions: number) =>
  Array.from({ length: subscriptions }, (_, index) => ({
    name: `watch ${index}`,
    alert: alerts[index % alerts.length],
    channel: `#${channels[index % channels.length]}`,
  }))

/** The kernel counts CPU time in ticks of 10 ms. */
const tickMs = 10

function costOf({ pid }: ChildProcess): { cpuMs: number; peakMb: number } {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11)
  const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuMs: (Number(user) + Number(system)) * tickMs, peakMb: Number(peak) / 1024 }
}
