import { createPace, type Pace } from '../deliver/pace.ts'
import { type Allowance, createAllowance } from '../mentions/allowance.ts'
import { createCronEngine } from '../schedule/cron-engine.ts'
import { createDueList, type DueList, type Knows, type RunDue } from '../schedule/due-list.ts'
import type { Engine, Ticks } from '../schedule/engine.ts'
import type { Environment } from '../settings/environment.ts'
import { openFolder, type Store } from '../store/open-store.ts'
import { createTroubles, type Tell, type TroubleBoard } from '../troubles.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'

/** What runs when. `engine`: each run once, wherever; `ticks`: in this process, in every one of a cluster. */
export type Schedule = { engine: Engine; ticks: Ticks; createDueList: (run: RunDue, knows: Knows) => DueList }

/** What several processes would share: memory, schedule, and what limits requests and posts. */
export type Ground = {
  store: Store
  allowance: Allowance
  pace: Pace
  /** The board of troubles; in a cluster one of all processes. */
  troubles(tell: Tell): TroubleBoard
  schedule(troubles: Pick<TroubleBoard, 'raise' | 'clear'>): Schedule
  /** Gives everything back; the schedule is stopped before. */
  close(): Promise<void>
}

/** Opens the ground that the environment names: a database for any number of equal processes, or a folder for this one alone. */
export async function openGround(environment: Environment, runtime: Runtime, log: Log): Promise<Ground> {
  const { DATABASE_URL, DATA_DIR } = environment
  if (DATABASE_URL === undefined) return openFolderGround(DATA_DIR, runtime, log)
  const { openCluster } = await import('./cluster.ts')
  return openCluster(DATABASE_URL, environment.MENTIONS_API_TOKEN, runtime, log)
}

async function openFolderGround(folder: string, { now, setTimer }: Runtime, log: Log): Promise<Ground> {
  const store = await openFolder(folder, { now, setTimer, log })
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
