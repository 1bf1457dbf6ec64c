/** What a process costs at rest, with one alert that is polled every minute, compared with a bare Bolt app. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Workspace } from '../sandbox/slack/src/index.ts'
import type { Row } from './row.ts'

/** The start is over, and its garbage collected. */
const settleMs = 15_000
const measuredMs = 60_000

type Rest = { wakeUps: number; cpuMs: number }

/** Measures the processes side by side for a minute. Linux only. */
export async function restRows(
  starts: Record<'ours' | 'bare', string[]>,
  env: NodeJS.ProcessEnv,
  slack: Workspace,
): Promise<Row[]> {
  const ours = spawn(process.execPath, starts.ours, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const bare = spawn(process.execPath, starts.bare, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (slack.control.sockets() < 2) await wait(10)
  await wait(settleMs)
  const before = [restOf(ours), restOf(bare)] as const
  await wait(measuredMs)
  const [our, bareApp] = [since(restOf(ours), before[0]), since(restOf(bare), before[1])]
  for (const child of [ours, bare]) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const row = (what: string, key: keyof Rest, unit: string, kept: number): Row => ({
    what: `${what} in a minute at rest, against a bare Bolt app`,
    figure: our[key] / bareApp[key],
    unit: 'times',
    ...{ kept, goal: 4 },
    note: `${Math.round(our[key])} ${unit} against ${Math.round(bareApp[key])} ${unit}; one alert, polled every minute`,
  })
  return [row('wake-ups', 'wakeUps', 'times', 2.6), row('CPU time', 'cpuMs', 'ms', 3.2)]
}

const since = (now: Rest, before: Rest): Rest => ({
  wakeUps: now.wakeUps - before.wakeUps,
  cpuMs: now.cpuMs - before.cpuMs,
})

/** A thread wakes up after each time that it gave the core away because it had nothing to do. */
function restOf({ pid }: ChildProcess): Rest {
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => {
      const folder = `/proc/${pid}/task/${thread}`
      const waits = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]
      const nanoseconds = readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]
      return { wakeUps: sum.wakeUps + Number(waits), cpuMs: sum.cpuMs + Number(nanoseconds) / 1e6 }
    },
    { wakeUps: 0, cpuMs: 0 },
  )
}
