import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Streams tell what has come after each step. */
const longestStepMs = 10_000

/** A request that is never answered does not stop the time. In real ms. */
const longestWaitMs = 2000

type Pace = {
  speed?: number
  /** True if the time must not move on now. */
  isBusy?: () => boolean
  moved?: () => void
}

/**
 * Tells the time to processes with `told-clock.js`. A step is `stepMs` or a little longer, and follows when each process has done the last one and
 * `isBusy` is false, so nothing times out because the machine is slow.
 */
export async function createToldTime({ startsAt, stepMs = 2000 }: { startsAt: number; stepMs?: number }) {
  let now = startsAt
  const processes = new Map<Socket, { cpuUs: number; nextAt: number; answered: (() => void) | undefined }>()
  let usedUs = 0
  const server = createServer((socket) => {
    const process = { cpuUs: 0, nextAt: 0, answered: undefined as (() => void) | undefined }
    processes.set(socket, process)
    let read = ''
    socket.on('data', (piece) => {
      read += String(piece)
      const lines = read.split('\n')
      read = lines.pop() ?? ''
      const last = lines.at(-1)
      if (last === undefined) return
      const [nextAt, cpuUs] = last.split(' ').map(Number)
      Object.assign(process, { nextAt, cpuUs })
      process.answered?.()
    })
    const gone = () => {
      if (processes.delete(socket)) usedUs += process.cpuUs
      process.answered?.()
    }
    socket.on('close', gone)
    socket.on('error', gone)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  /** A step is longer if no process has a timer before. */
  const nextStop = (): number =>
    Math.max(
      now + stepMs,
      Math.min(now + longestStepMs, ...[...processes.values()].map(({ nextAt }) => nextAt)),
    )

  async function step(until: number): Promise<void> {
    now = until
    await Promise.all(
      [...processes].map(
        ([socket, process]) =>
          new Promise<void>((resolve) => {
            process.answered = () => {
              process.answered = undefined
              resolve()
            }
            socket.write(`${until}\n`)
          }),
      ),
    )
  }

  return {
    now: () => now,
    /** Resolves when a process listens. */
    async isConnected(): Promise<void> {
      if (processes.size === 0) await once(server, 'connection')
    },
    /** For a process that is started now. */
    environment: (): Record<string, string> => ({
      NODE_OPTIONS: `--import=${new URL('told-clock.js', import.meta.url).href}`,
      TOLD_CLOCK: `127.0.0.1:${port}`,
      TOLD_CLOCK_START: String(now),
    }),
    /** CPU time of all processes so far, those that have ended, too; in seconds. */
    cpuSeconds: () => [...processes.values()].reduce((sum, { cpuUs }) => sum + cpuUs, usedUs) / 1e6,
    /**
     * Moves the time on to `until`, `speed` times as fast as the real one if the processes are that fast. Calls `moved` after each step.
     */
    async advance(until: number, pace: Pace = {}): Promise<void> {
      const { speed = Number.POSITIVE_INFINITY, isBusy = () => false, moved = () => undefined } = pace
      const [begun, from] = [performance.now(), now]
      let busySince: number | undefined
      while (now < until) {
        const real = performance.now()
        busySince = isBusy() ? (busySince ?? real) : undefined
        const isHeld = busySince !== undefined && real - busySince < longestWaitMs
        if (isHeld || now >= from + (real - begun) * speed) {
          await wait(1)
          continue
        }
        await step(Math.min(until, nextStop()))
        moved()
      }
    },
    close(): void {
      for (const socket of processes.keys()) socket.destroy()
      server.close()
    },
  }
}
