import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { programOf } from '../program.ts'
import { endOf } from './bot-world.ts'

/** Starts processes of `contender.ts` and talks to them. */

const program = programOf('test/tools/e2e/contender.ts')

export type Contender = Awaited<ReturnType<typeof startContender>>

/** Starts one, as another user if `uid` is given, and waits until it is ready. */
export async function startContender(folder: string, uid?: number) {
  const args = [program, folder, ...(uid === undefined ? [] : [String(uid)])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const said = async () => String((await once(lines, 'line'))[0])
  if ((await said()) !== 'ready') throw new Error('a contender did not start')
  return {
    pid: child.pid,
    /** Sends a line and returns the answer. */
    ask(order: string): Promise<string> {
      const answer = said()
      child.stdin.write(`${order}\n`)
      return answer
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    end: (signal: NodeJS.Signals = 'SIGKILL') => endOf(child, signal),
  }
}
