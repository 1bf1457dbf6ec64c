import type { Clock } from './clock.ts'
import type { Change } from './events.ts'
import type { Seed } from './options.ts'
import type { State } from './state.ts'

/** What every part of the workspace works with. */
export type Context = {
  seed: Seed
  state: State
  clock: Clock
  /** Tells every watcher of a change. Whoever changes the state calls it. */
  emit: (change: Change) => void
  /** The address the server listens on, `http://127.0.0.1:PORT`, without a slash at the end. */
  url: () => string
  log: (line: string) => void
}
