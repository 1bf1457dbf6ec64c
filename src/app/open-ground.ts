import { createChannelRate } from '../deliver/pace.ts'
import { createRequestRateLimiter } from '../mentions/allowance.ts'
import { createCronTicker } from '../schedule/cron-engine.ts'
import { createPollQueue } from '../schedule/due-list.ts'
import type { Environment } from '../settings/environment.ts'
import type { FolderLostError } from '../store/held-folder.ts'
import { openFolder } from '../store/open-store.ts'
import { createProblems } from '../troubles.ts'
import type { Backend } from './ground.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'

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
  const { openPostgresBackend: openCluster } = await import('./cluster.ts')
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
