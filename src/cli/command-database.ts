import { setTimeout as wait } from 'node:timers/promises'
import type { Ms } from '../async/time.ts'
import { connectWithRetry } from '../store/postgres/database.ts'

/** Opens something in the database for a command, and retries while the database starts. */
export const openWithRetry = <Opened>(open: () => Promise<Opened>): Promise<Opened> =>
  connectWithRetry(open, {
    now: Date.now,
    sleep: (ms: Ms) => wait(ms),
    warn: (what) => void process.stderr.write(`${what}\n`),
  })
