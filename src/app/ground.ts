import type { Pace } from '../deliver/pace.ts'
import type { Allowance } from '../mentions/allowance.ts'
import type { DueList, Knows, RunDue } from '../schedule/due-list.ts'
import type { Engine, Ticks } from '../schedule/engine.ts'
import type { Store } from '../store/open-store.ts'
import type { Tell, TroubleBoard } from '../troubles.ts'

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
