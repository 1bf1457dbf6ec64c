import { createDamageProblems } from '../health/damage-problems.ts'
import { damageTexts, stoppingKinds } from '../stored-kinds.ts'
import { createSyncLoop } from '../subscriptions/sync-loop.ts'
import type { BuiltCards } from './build-cards.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

/** Builds the loop that reads what other processes and people have changed. */
export function buildSync({
  clock: { now, setTimer },
  log,
  health: { problems, leadersProblems },
  store,
  leader,
  installations,
  subscriptions: { mutes, registry },
  cards,
}: Pick<SettingsRooms, 'clock' | 'log' | 'health' | 'store' | 'leader' | 'installations'> &
  Pick<OpenedRecords, 'subscriptions'> &
  BuiltCards) {
  return createSyncLoop(
    {
      mutes,
      originalCards: cards.originalCards,
      registry,
      otherInstallations: installations,
      refreshProblems: problems.refresh,
      tellDamage: createDamageProblems({
        damage: store.damage,
        problems: leadersProblems,
        stopping: stoppingKinds,
        texts: damageTexts,
        now,
      }),
      // Do not wait here, because Slack may be slow or down.
      redraw: () =>
        leader.leads() &&
        void cards
          .redrawOutdated()
          .catch((err) => log.warn({ err }, 'could not update changed cards in Slack; retrying in 5 s')),
    },
    { setTimer, log, announcements: leader.announcements },
  )
}
