import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of the bench that answers one message at a time. */
export type Answering = { ask(message: number): Promise<number>; end(): Promise<void> }

/** Starts a script that prints its address, that of the far side by default; resolves with the address. */
export async function startFarSide(
  script = 'bench/far-side.ts',
  args: string[] = [],
): Promise<{ url: string; end(): Promise<void> }> {
  const child = fork(script, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (child.stdout === null) throw new Error('no output to read the address from')
  const [chunk] = await once(child.stdout, 'data')
  return { url: String(chunk).trim(), end: () => endOf(child) }
}

/** Starts a script that sends `ready`, sends it one message, and resolves with its answer. Rejects if the script dies. */
export async function answerOfScript(script: string, order: object): Promise<unknown> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await answerOf(child)
  const answer = answerOf(child)
  child.send(order)
  return answer
}

/** Starts a script and waits for its `ready`. `flags`: flags of Node. */
export async function startAnswering(
  script: string,
  args: string[],
  flags: string[] = [],
): Promise<Answering> {
  const child = fork(script, args, { execArgv: flags, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await answerOf(child)
  return {
    async ask(message) {
      const answer = answerOf(child)
      child.send(message)
      return Number(await answer)
    },
    end: () => endOf(child),
  }
}

/** The next message of a child process; rejects if it dies first. */
function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`))
    child.once('exit', died)
    child.once('message', (answer) => {
      child.off('exit', died)
      resolve(answer)
    })
  })
}

async function endOf(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
