import type { Cleanup } from '@overheard/base/cleanup'
import type { Runtime } from '@overheard/base/runtime'
import type { Settings } from '../config/settings.ts'
import type { CheckpointStore } from '../model/checkpoint.ts'
import type { Log } from '../model/log.ts'
import type { OutboxDeps, ReadPage } from '../model/outbox.ts'
import type { StartCron } from '../scheduler/cron-ticker.ts'
import type { Lease } from '../scheduler/leadership.ts'

/** Wraps what a process acts through, so that a test sees the effects of the process in their order (docs/build/proof.md). */
export type Observers = {
  polls<Ports extends Pick<OutboxDeps, 'post' | 'readHistory'>>(ports: Ports): Ports
  /** The pages of channels and threads, which searches share. */
  pages(read: ReadPage): ReadPage
  checkpoints(store: CheckpointStore): CheckpointStore
  lease(lease: Lease): Lease
}

/** What a start has before it opens anything. Each builder takes rooms of this, and of the builders before it. */
export type Launch = {
  settings: Settings
  log: Log
  /** Only tests set `startCron`, to ring by hand. */
  runtime: Runtime & { startCron?: StartCron }
  /** Releases what the builders have opened, in reverse order. */
  cleanup: Cleanup
  /** Is called if another process takes over the data folder. */
  onFolderLost: () => void
  /** Only tests set this. */
  observers?: Observers | undefined
}
