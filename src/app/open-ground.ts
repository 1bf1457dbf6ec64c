import { createPace } from '../deliver/pace.ts'
import { createAllowance } from '../mentions/allowance.ts'
import { createCronEngine } from '../schedule/cron-engine.ts'
import { createDueList } from '../schedule/due-list.ts'
import type { Environment } from '../settings/environment.ts'
import type { FolderLostError } from '../store/held-folder.ts'
import { openFolder } from '../store/open-store.ts'
import { createTroubles } from '../troubles.ts'
import type { Ground } from './ground.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'

/**
 * Opens the ground that the environment names: a database for any number of equal processes, or a folder for this one alone. `lost` is
 * called once if another process takes the folder over.
 */
export async function openGround(
  environment: Environment,
  runtime: Runtime,
  log: Log,
  lost: (error: FolderLostError) => void,
): Promise<Ground> {
  const { DATABASE_URL, DATA_DIR } = environment
  if (DATABASE_URL === undefined) return openFolderGround(DATA_DIR, runtime, log, lost)
  const { openCluster } = await import('./cluster.ts')
  return openCluster(DATABASE_URL, environment.MENTIONS_API_TOKEN, runtime, log)
}

async function openFolderGround(
  folder: string,
  { now, setTimer }: Runtime,
  log: Log,
  lost: (error: FolderLostError) => void,
): Promise<Ground> {
  const store = await openFolder(folder, { now, setTimer, log, lost })
  return {
    store,
    allowance: createAllowance(now),
    pace: createPace(now),
    troubles: (tell) => createTroubles(now, tell),
    schedule() {
      const ticks = createCronEngine(log)
      return { engine: ticks, ticks, createDueList: (run) => createDueList({ now, setTimer }, run) }
    },
    close: () => store.close(),
  }
}
