import type { Time } from '../async/time.ts'
import { createDamageProblems } from '../health/damage-problems.ts'
import { createSyncLoop } from '../polling/schedule/sync-loop.ts'
import { damageTexts, stoppingKinds } from '../stored-kinds.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltChanges } from './build-changes.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards & BuiltChanges

/** Builds the loop that reads what other processes and people have changed, and removes old records. */
export function buildSync(kernel: Kernel) {
  const { runtime, log, store, leadership, problems, cards } = kernel
  const { now, setTimer } = runtime
  async function prune(time: Time): Promise<void> {
    const forgetBefore = time - kernel.logKeptMs
    const prunings = [
      cards.prune(time),
      store.decisions.prune(forgetBefore),
      kernel.pruneChanges(forgetBefore),
      kernel.added.prune(time),
      kernel.hooks.prune(time),
      store.setAside.prune(time - kernel.cardsKeptMs),
    ]
    await Promise.all(prunings).catch((err: unknown) =>
      log.warn({ err }, 'could not remove old records; retrying in an hour'),
    )
  }
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
      prune,
    },
    { setTimer, log, now, slackTime: kernel.slack.slackTime, announcements: kernel.announcements },
  )
}
