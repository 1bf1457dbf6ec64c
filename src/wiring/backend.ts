import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import type { Environment } from '../config/environment.ts'
import { createProblems, type ProblemListener } from '../health/problems.ts'
import { createRequestRateLimiter, type RequestRateLimiter } from '../mention-api/request-budget.ts'
import type { ProblemBoard } from '../model/problem.ts'
import { createCronTicker, type Scheduler, type Ticker } from '../scheduler/cron-ticker.ts'
import { createPollQueue, type IsKnown, type PollQueue, type RunDue } from '../scheduler/poll-queue.ts'
import { type ChannelRate, createChannelRate } from '../slack/channel-rate.ts'
import type { FolderLostError } from '../store/file/folder-lock.ts'
import { openFolder, type Store } from '../store/file/open-folder.ts'

/** What runs when. `engine`: each run once, wherever; `ticks`: in this process, in every one of a cluster. */
export type Schedule = {
  engine: Scheduler
  ticks: Ticker
  createDueList: (run: RunDue, knows: IsKnown) => PollQueue
}

/** What several processes would share: memory, schedule, and what limits requests and posts. */
export type Backend = {
  store: Store
  allowance: RequestRateLimiter
  channelRate: ChannelRate
  /** The board of troubles; in a cluster one of all processes. */
  troubles(tell: ProblemListener): ProblemBoard
  schedule(problems: Pick<ProblemBoard, 'raise' | 'clear'>): Schedule
  /** Gives everything back; the schedule is stopped before. */
  close(): Promise<void>
}

/**
 * Opens the ground that the environment names: a database for any number of equal processes, or a folder for this one alone. `lost` is
 * called once if another process takes the folder over.
 */
export async function openBackend(
  environment: Environment,
  runtime: Runtime,
  log: Log,
  lost: (error: FolderLostError) => void,
): Promise<Backend> {
  const { DATABASE_URL, DATA_DIR } = environment
  if (DATABASE_URL === undefined) return openFileBackend(DATA_DIR, runtime, log, lost)
  const { openPostgresBackend: openCluster } = await import('./postgres-backend.ts')
  return openCluster(DATABASE_URL, environment.MENTIONS_API_TOKEN, runtime, log)
}

async function openFileBackend(
  folder: string,
  { now, setTimer }: Runtime,
  log: Log,
  lost: (error: FolderLostError) => void,
): Promise<Backend> {
  const store = await openFolder(folder, { now, setTimer, log, lost })
  return {
    store,
    allowance: createRequestRateLimiter(now),
    channelRate: createChannelRate(now),
    troubles: (tell) => createProblems(now, tell),
    schedule() {
      const ticks = createCronTicker(log)
      return { engine: ticks, ticks, createDueList: (run) => createPollQueue({ now, setTimer }, run) }
    },
    close: () => store.close(),
  }
}
