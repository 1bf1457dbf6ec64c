import type { ChannelRate } from '../deliver/pace.ts'
import type { RequestRateLimiter } from '../mentions/allowance.ts'
import type { IsKnown, PollQueue, RunDue } from '../schedule/due-list.ts'
import type { Scheduler, Ticker } from '../schedule/engine.ts'
import type { Store } from '../store/open-store.ts'
import type { ProblemBoard, ProblemListener } from '../troubles.ts'

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
