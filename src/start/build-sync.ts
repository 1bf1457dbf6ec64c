import { createDamageProblems } from '../health/damage-problems.ts'
import { damageTexts, stoppingKinds } from '../stored-kinds.ts'
import { createSyncLoop } from '../subscriptions/sync-loop.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltChanges } from './build-changes.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = Pick<
  BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards & BuiltChanges,
  | 'runtime'
  | 'log'
  | 'store'
  | 'leadership'
  | 'problems'
  | 'cards'
  | 'mutes'
  | 'registry'
  | 'otherInstallations'
  | 'leadersProblems'
  | 'announcements'
>

/** Builds the loop that reads what other processes and people have changed. */
export function buildSync(kernel: Kernel) {
  const { runtime, log, store, leadership, problems, cards } = kernel
  const { now, setTimer } = runtime
  return createSyncLoop(
    {
      mutes: kernel.mutes,
      originalCards: cards.originalCards,
      registry: kernel.registry,
      otherInstallations: kernel.otherInstallations,
      refreshProblems: problems.refresh,
      tellDamage: createDamageProblems({
        damage: store.damage,
        problems: kernel.leadersProblems,
        stopping: stoppingKinds,
        texts: damageTexts,
        now,
      }),
      // Do not wait here, because Slack may be slow or down.
      redraw: () =>
        leadership.leads() &&
        void cards
          .redrawOutdated()
          .catch((err) => log.warn({ err }, 'could not update changed cards in Slack; retrying in 5 s')),
    },
    { setTimer, log, announcements: kernel.announcements },
  )
}
