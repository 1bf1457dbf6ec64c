import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The bot in a process of its own, started as in production. */
export type BotProcess = {
  /** Starts the bot, and starts it again whenever it exits, until `stop` is called. */
  start(environment: Record<string, string | undefined>): void
  /** `starting` until the log says that the bot is running, also before `start`. */
  state(): { state: 'starting' | 'running' | 'stopped'; pid?: number; restarts: number }
  /** Kills the bot with SIGKILL, like a crash. It is started again. */
  kill(): void
  /** Stops the bot with SIGTERM, runs `change` while it is stopped, and starts it again. */
  restart(change: () => void | Promise<void>): void
  /** Stops the bot with SIGTERM and waits until it has exited. */
  stop(): Promise<void>
}

type BotDeps = {
  /** The file that Node runs. */
  program: string
  /** How far the bot's clock is ahead of the machine's, in ms; read at each start. */
  clockOffsetMs: () => number
  /** Receives every line of the bot's log. */
  line: (line: string) => void
  changed: () => void
}

/** Ms between the bot's exit and its next start. */
const restartAfter = 1500

/** Node's options for a bot whose clock is ahead. */
function shiftedClock(offsetMs: number): string[] {
  return offsetMs === 0 ? [] : ['--import', new URL('./shift-clock.js', import.meta.url).href]
}

export function createBot({ program, clockOffsetMs, line, changed }: BotDeps): BotProcess {
  let environment: Record<string, string | undefined> = {}
  let child: ChildProcess | undefined
  let running = false
  let stopping = false
  let restarts = 0
  let again: NodeJS.Timeout | undefined
  let changes: (() => void | Promise<void>)[] = []

  function spawnBot(): void {
    const started = spawn(
      process.execPath,
      [...shiftedClock(clockOffsetMs()), '--disable-warning=ExperimentalWarning', program, 'start'],
      {
        env: { ...environment, DEMO_CLOCK_OFFSET_MS: String(clockOffsetMs()) },
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
      again = setTimeout(() => void startChanged(), restartAfter)
    })
  }

  async function startChanged(): Promise<void> {
    const waiting = changes
    changes = []
    for (const change of waiting) await change()
    if (!stopping) spawnBot()
  }

  const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
  return {
    start(variables) {
      environment = variables
      void startChanged()
    },
    state() {
      if (child === undefined) return { state: 'starting', restarts }
      const { pid } = child
      const ended = hasEnded(child)
      const state = ended ? 'stopped' : running ? 'running' : 'starting'
      return { state, restarts, ...(pid === undefined || ended ? {} : { pid }) }
    },
    kill: () => void child?.kill('SIGKILL'),
    restart(change) {
      changes.push(change)
      child?.kill('SIGTERM')
    },
    async stop() {
      stopping = true
      clearTimeout(again)
      if (child === undefined || hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
