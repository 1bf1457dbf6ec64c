import { randomUUID } from 'node:crypto'
import { type AlertBook, calledAmong } from '../alerts.ts'
import { createChanges } from '../commands/changes.ts'
import { createMuting } from '../commands/mutes/muting.ts'
import type { Permission } from '../commands/permission.ts'
import type { Reply } from '../commands/reply.ts'
import { createSubscribing } from '../commands/subscriptions/subscribing.ts'
import type { Roster } from '../roster.ts'
import { madeSubscriptions } from '../store/made-subscriptions.ts'
import type { Mutes } from '../store/mutes.ts'
import type { Store } from '../store/open-store.ts'
import type { ToldChanges } from '../store/told-changes.ts'
import type { Log } from './log.ts'
import type { createSlack } from './slack.ts'

type Parts = {
  store: Pick<Store, 'records'>
  alerts: Pick<AlertBook, 'known'>
  slack: Pick<ReturnType<typeof createSlack>, 'post' | 'messages' | 'people'>
  roster: Roster
  mutes: Mutes
}

/** How people are answered, who may do what, and what was told of changes. */
type Dealings = { reply: Reply; may: Permission; told: ToldChanges }

/** What changes mutes and subscriptions, and tells their channels. */
export function createChanging(
  { store, alerts, slack, roster, mutes }: Parts,
  { reply, may, told }: Dealings,
  now: () => number,
  log: Log,
) {
  const { post, messages, people } = slack
  const made = madeSubscriptions(store.records)
  const changes = createChanges({
    now,
    newId: randomUUID,
    post,
    messages,
    nameOf: people.nameOf,
    may,
    reply,
    told,
    mutes,
    made,
    roster,
    log,
  })
  const muting = createMuting({ now, mutes, changes })
  const alertName = (written: string) => calledAmong(written, alerts.known())
  const subscribing = createSubscribing({ now, made, roster, changes, alertName })
  return { changes, muting, subscribing }
}
