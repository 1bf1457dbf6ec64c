import { randomUUID } from 'node:crypto'
import { type AlertDirectory, alertDisplayName } from '../alerts.ts'
import { createChangeLog } from '../commands/changes.ts'
import { createMuteService } from '../commands/mutes/muting.ts'
import type { Permission } from '../commands/permission.ts'
import type { Reply } from '../commands/reply.ts'
import { createSubscriptionService } from '../commands/subscriptions/subscribing.ts'
import type { SubscriptionRegistry } from '../roster.ts'
import { slackSubscriptions } from '../store/made-subscriptions.ts'
import type { Mutes } from '../store/mutes.ts'
import type { Store } from '../store/open-store.ts'
import type { AnnouncedChanges } from '../store/told-changes.ts'
import type { Log } from './log.ts'
import type { createSlack } from './slack.ts'

type ChangeParts = {
  store: Pick<Store, 'records'>
  alerts: Pick<AlertDirectory, 'known'>
  slack: Pick<ReturnType<typeof createSlack>, 'post' | 'messages' | 'users'>
  roster: SubscriptionRegistry
  mutes: Mutes
}

/** How people are answered, who may do what, and what was told of changes. */
type Dealings = { reply: Reply; may: Permission; told: AnnouncedChanges }

/** What changes mutes and subscriptions, and tells their channels. */
export function createChanging(
  { store, alerts, slack, roster: registry, mutes }: ChangeParts,
  { reply, may, told }: Dealings,
  now: () => number,
  log: Log,
) {
  const { post, messages, users } = slack
  const made = slackSubscriptions(store.records)
  const changes = createChangeLog({
    now,
    newId: randomUUID,
    post,
    messages,
    nameOf: users.nameOf,
    may,
    reply,
    undoLog: told,
    mutes,
    made,
    registry,
    log,
  })
  const muting = createMuteService({ now, mutes, changes })
  const alertName = (written: string) => alertDisplayName(written, alerts.known())
  const subscribing = createSubscriptionService({ now, made, registry, changes, alertName })
  return { changes, muting, subscribing }
}
