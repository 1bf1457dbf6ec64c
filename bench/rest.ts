/** What a process costs at rest, with one alert and with 100 that are polled every minute, compared with a bare Bolt app. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Workspace } from '../packages/slack-on-your-desk/src/index.ts'
import type { Row } from './row.ts'

/** The start is over, and its garbage collected. */
const settleMs = 15_000
/** The first polls of many alerts, and reading what they had before, take minutes. */
const settleManyMs = 400_000
const measuredMs = 60_000

type Rest = { wakeUps: number; cpuMs: number; writtenBytes: number }

type Started = { command: string[]; env: NodeJS.ProcessEnv }

/** Measures processes side by side for a minute. Linux only. */
async function measured(started: Started[], slack: Workspace, afterMs = settleMs): Promise<Rest[]> {
  const children = started.map(({ command: [command = '', ...args], env }) =>
    spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  while (slack.control.sockets() < children.length) await wait(10)
  await wait(afterMs)
  const before = children.map(restOf)
  await wait(measuredMs)
  const rests = children.map((child, place) => since(restOf(child), before[place] ?? restOf(child)))
  for (const child of children) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  while (slack.control.sockets() > 0) await wait(5)
  return rests
}

/** `alerts` is the number of alerts of `many`. */
export async function restRows(
  { ours, bare, many, alerts }: Record<'ours' | 'bare' | 'many', Started> & { alerts: number },
  slack: Workspace,
): Promise<Row[]> {
  const nothing: Rest = { wakeUps: 0, cpuMs: 0, writtenBytes: 0 }
  const [our = nothing, bareApp = nothing] = await measured([ours, bare], slack)
  const [ofMany = nothing] = await measured([many], slack, settleManyMs)
  const row = (what: string, key: keyof Rest, unit: string, kept: number): Row => ({
    what: `${what} in a minute at rest, against a bare Bolt app`,
    figure: our[key] / bareApp[key],
    unit: 'times',
    ...{ kept, goal: 4 },
    note: `${Math.round(our[key])} ${unit} against ${Math.round(bareApp[key])} ${unit}; one alert, polled every minute`,
  })
  const written = (what: string, { writtenBytes }: Rest): Row => ({
    ...{ what: `written to the disk in a minute at rest, ${what}`, figure: writtenBytes / 1024, unit: 'kB' },
    ...{
      goal: 0,
      note: 'nothing new in any alert',
    },
  })
  const each = (key: keyof Rest) => (ofMany[key] - our[key]) / (alerts - 1)
  return [
    row('wake-ups', 'wakeUps', 'times', 2.6),
    row('CPU time', 'cpuMs', 'ms', 3.2),
    {
      ...{ what: `CPU time of each further poll, with ${alerts} alerts`, figure: each('cpuMs'), unit: 'ms' },
      note: `${Math.round(ofMany.cpuMs)} ms in a minute; ${each('wakeUps').toFixed(1)} wake-ups each`,
    },
    written('one alert', our),
    written(`${alerts} alerts`, ofMany),
  ]
}

const since = (now: Rest, before: Rest): Rest => ({
  wakeUps: now.wakeUps - before.wakeUps,
  cpuMs: now.cpuMs - before.cpuMs,
  writtenBytes: now.writtenBytes - before.writtenBytes,
})

/** A thread wakes up after each time that it gave the core away because it had nothing to do. */
function restOf({ pid }: ChildProcess): Rest {
  const written = /^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => {
      const folder = `/proc/${pid}/task/${thread}`
      const waits = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]
      const nanoseconds = readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]
      return {
        writtenBytes: sum.writtenBytes,
        wakeUps: sum.wakeUps + Number(waits),
        cpuMs: sum.cpuMs + Number(nanoseconds) / 1e6,
      }
    },
    { wakeUps: 0, cpuMs: 0, writtenBytes: Number(written) },
  )
}
