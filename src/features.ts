import { assign } from './features/assign/feature.ts'
import { away } from './features/away/feature.ts'
import { backtesting } from './features/backtest/feature.ts'
import { changes } from './features/changes/feature.ts'
import { correct } from './features/correct/feature.ts'
import { deletions } from './features/deletions/feature.ts'
import { doNotDisturb } from './features/do-not-disturb/feature.ts'
import { doneInService } from './features/done-in-service/feature.ts'
import { doneNote } from './features/done-note/feature.ts'
import { drill } from './features/drill/feature.ts'
import { exporting } from './features/export/feature.ts'
import { find } from './features/find/feature.ts'
import { firstSteps } from './features/first-steps/feature.ts'
import { listen } from './features/listen/feature.ts'
import { muteOnCard } from './features/mute-on-card/feature.ts'
import { muteProposals } from './features/mute-proposals/feature.ts'
import { openList } from './features/open-list/feature.ts'
import { ownerNotifications } from './features/owner-notifications/feature.ts'
import { pauses } from './features/pauses/feature.ts'
import { reactions } from './features/reactions/feature.ts'
import { relevance } from './features/relevance/feature.ts'
import { room } from './features/room/feature.ts'
import { settings } from './features/settings/feature.ts'
import { status } from './features/status/feature.ts'
import { stories } from './features/stories/feature.ts'
import { subscribe } from './features/subscribe/feature.ts'
import { targets } from './features/targets/feature.ts'
import { tickets } from './features/tickets/feature.ts'
import { tracking } from './features/tracking/feature.ts'
import { watch } from './features/watch/feature.ts'
import { webhooks } from './features/webhooks/feature.ts'
import type { Feature } from './kernel/feature.ts'

/** Every feature. Their order is that of their keys in the documentation, of their help, and of their calls. */
export const features: readonly Feature[] = [
  subscribe,
  settings,
  firstSteps,
  listen,
  pauses,
  openList,
  status,
  backtesting,
  changes,
  doneInService,
  deletions,
  exporting,
  find,
  reactions,
  muteOnCard,
  tickets,
  doneNote,
  correct,
  ownerNotifications,
  muteProposals,
  relevance,
  stories,
  tracking,
  away,
  doNotDisturb,
  watch,
  assign,
  targets,
  drill,
  room,
  webhooks,
]
