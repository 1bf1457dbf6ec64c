import { idCheckKind } from './schedule/id-check.ts'
import { leaderProgressKind } from './schedule/leader-progress.ts'
import { startedKinds } from './schedule/started-subscriptions.ts'
import { volumeKinds } from './spikes/stored-volume.ts'

/** All collections of the engine. */
export const engineKinds = [...startedKinds, leaderProgressKind, ...volumeKinds, idCheckKind]
