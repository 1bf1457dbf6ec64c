import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The bot as a process of its own, exactly as it runs in production. */
export type BotProcess = {
  /** `starting` until it says that it runs. */
  state(): { state: 'starting' | 'running' | 'stopped'; pid?: number; restarts: number }
  /** Kills it with SIGKILL, as a crash would; it comes back by itself. */
  kill(): void
  /** Stops it as SIGTERM does, and waits for its end. */
  stop(): Promise<void>
}

type BotOptions = {
  environment: Record<string, string | undefined>
  /** Hears every line of its log. */
  line: (line: string) => void
  changed: () => void
}

/** A bot that ended comes back after so many ms. */
const restartAfter = 1500

/** Starts the bot, and starts it again whenever it ends, until it is stopped. */
export function startBot({ environment, line, changed }: BotOptions): BotProcess {
  let child: ChildProcess
  let running = false
  let stopping = false
  let restarts = 0
  let again: NodeJS.Timeout | undefined

  function start(): void {
    const started = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'start'],
      {
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    child = started
    createInterface(started.stdout).on('line', (text) => {
      if (text.includes('Overheard is running')) running = true
      line(text)
      changed()
    })
    started.once('exit', () => {
      running = false
      changed()
      if (stopping) return
      restarts += 1
      again = setTimeout(start, restartAfter)
    })
  }

  start()
  return {
    state() {
      const { exitCode, signalCode, pid } = child
      const ended = exitCode !== null || signalCode !== null
      const state = ended ? 'stopped' : running ? 'running' : 'starting'
      return { state, restarts, ...(pid === undefined || ended ? {} : { pid }) }
    },
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      stopping = true
      clearTimeout(again)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
