import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The bot in a process of its own, started as in production. */
export type BotProcess = {
  /** `starting` until the log says that the bot is running. */
  state(): { state: 'starting' | 'running' | 'stopped'; pid?: number; restarts: number }
  /** Kills the bot with SIGKILL, like a crash. It is started again. */
  kill(): void
  /** Stops the bot with SIGTERM and waits until it has exited. */
  stop(): Promise<void>
}

type BotOptions = {
  environment: Record<string, string | undefined>
  /** Receives every line of the bot's log. */
  line: (line: string) => void
  changed: () => void
}

/** Ms between the bot's exit and its next start. */
const restartAfter = 1500

/** Starts the bot, and starts it again whenever it exits, until `stop` is called. */
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
