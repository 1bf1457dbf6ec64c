import type { Cleanup } from '../async/cleanup.ts'
import type { Runtime } from '../async/runtime.ts'
import type { Settings } from '../config/settings.ts'
import type { Log } from '../model/log.ts'

/** What a start has before it opens anything. Each builder gets this and the parts of the builders before it. */
export type Begun = Settings & {
  log: Log
  runtime: Runtime
  /** Releases what the builders have opened, in reverse order. */
  cleanup: Cleanup
  /** Is called if another process takes over the data folder. */
  onFolderLost: () => void
}

export const dayMs = 86_400_000
