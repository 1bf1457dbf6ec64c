import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { z } from 'zod'
import type { pauseChangeSchema, pausePlanChangeSchema } from '../../model/change.ts'
import type { Collection } from '../../model/collection.ts'
import {
  longPauseMs,
  type Pause,
  type PlannedPause,
  pauseState,
  plannedPause,
  presentPause,
} from '../../model/pause.ts'
import type { NewReminder } from '../../model/reminder.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { ChangeKind } from '../../subscriptions/change-kind.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import type { SubscriptionRequest } from '../../subscriptions/subscription-service.ts'
import type { Span } from '../../typed/term.ts'
import { pausedWords, plannedWords, say } from './messages.ts'

export type PauseChange = z.infer<typeof pauseChangeSchema>

export type PausePlanChange = z.infer<typeof pausePlanChangeSchema>

export type PauseService = {
  /** Starts a pause, or changes its end (UTC, ms). Without `until`, the pause lasts until somebody ends it. */
  pause(request: SubscriptionRequest, until?: Time): Promise<'paused' | 'unchanged'>
  /**
   * Ends a pause. `asks` means that the pause was long, so the channel is asked first, and `asked-already` that the question still waits
   * for an answer. If the subscription is not paused, the planned pause is `cancelled`.
   */
  resume(
    request: SubscriptionRequest,
  ): Promise<'resumed' | 'asks' | 'asked-already' | 'cancelled' | 'not-paused'>
  /** Applies an answer to the question at the end of a long pause. Returns false if no question waits for an answer. */
  answer(request: SubscriptionRequest, answer: 'catch-up' | 'from-now'): Promise<boolean>
  undo(change: PauseChange, user: string): Promise<'undone' | 'gone' | 'changed-since'>
  /** Plans a pause, or changes a planned one. It begins and ends by itself. */
  plan(request: SubscriptionRequest, span: Span): Promise<'planned' | 'unchanged'>
  undoPlan(change: PausePlanChange): Promise<'undone' | 'gone' | 'changed-since'>
  /** Makes a subscription that did not run since `since` ask before it is polled again. A pause that exists already stays. */
  askAfterStop(request: { name: string; user: string; since: Time }): Promise<void>
}

type PauseServiceDeps = {
  now: () => Time
  newId: () => string
  pauses: Pick<Collection<Pause>, 'find' | 'change'>
  addReminder: (reminder: NewReminder) => Promise<void>
  registry: { find(name: string): RegisteredSubscription | undefined; sync(): Promise<void> }
  changes: Pick<ChangeLog, 'announce' | 'tell'>
}

/** Removes the records of pauses that ended by themselves, except if the next poll still has to skip their mentions. */
export async function pruneEndedPauses(
  pauses: Pick<Collection<Pause>, 'entries' | 'change'>,
  time: Time,
): Promise<void> {
  const isOver = (pause: Pause | undefined) =>
    pauseState(pause, time) === 'none' &&
    pause?.startOver === undefined &&
    plannedPause(pause, time) === undefined
  for (const { key, value } of await pauses.entries())
    if (isOver(value)) await pauses.change(key, (pause) => (isOver(pause) ? undefined : pause))
}

export function createPauseService(deps: PauseServiceDeps): PauseService {
  const { now, pauses } = deps

  return {
    async pause({ user, channel, name }, until) {
      const changed = await change(deps, name, (current, id) => {
        const before = running(deps, current)
        if (before !== undefined && before.until === until) return current
        const { startOver } = current ?? {}
        const kept = startOver === undefined ? {} : { startOver }
        const end = until === undefined ? {} : { until }
        return { id, by: user, at: before?.at ?? now(), ...end, ...kept }
      })
      if (changed === undefined) return 'unchanged'
      await deps.changes.announce(channel, user, () => pausedWords(name, until), changed)
      return 'paused'
    },
    async resume(request) {
      const { user, channel, name } = request
      const current = withoutPlan(await pauses.find(name), now())
      const state = pauseState(current, now())
      if (current === undefined || state === 'none')
        return (await cancelPlan(deps, request)) ? 'cancelled' : 'not-paused'
      if (state === 'asks') return 'asked-already'
      const changed = await change(deps, name, (found, id) =>
        found?.id === current.id ? endOf(deps, found, id, user) : found,
      )
      if (changed === undefined) return 'not-paused'
      // A pause that ends without a question may still have to skip the mentions of an earlier pause.
      if (pauseState(changed.after, now()) === 'asks') {
        await deps.changes.tell(channel, user, () => [say.resumed({ name })], { alerts: [changed.alert] })
        return 'asks'
      }
      await deps.changes.announce(channel, user, () => [say.resumed({ name })], changed)
      return 'resumed'
    },
    async answer({ user, channel, name }, answer) {
      const changed = await change(deps, name, (current, id) => {
        if (pauseState(current, now()) !== 'asks') return current
        return answer === 'catch-up' ? undefined : { ...overAt(now()), id, by: user, startOver: id }
      })
      if (changed === undefined) return false
      const { announce } = deps.changes
      if (answer === 'catch-up') await announce(channel, user, () => [say.caughtUp({ name })], changed)
      else await announce(channel, user, () => [say.skipped({ name })], { alerts: [changed.alert] })
      return true
    },
    async undo({ name, before, after }, user) {
      let outcome: 'undone' | 'gone' | 'changed-since' = 'undone'
      await change(deps, name, (stored, id) => {
        const current = running(deps, stored)
        outcome = current?.id === running(deps, after)?.id ? 'undone' : 'changed-since'
        if (outcome === 'undone' && current === undefined && running(deps, before) === undefined)
          outcome = 'gone'
        if (outcome !== 'undone') return stored
        return before === undefined && current !== undefined
          ? endOf(deps, current, id, user)
          : before && { ...before, id }
      })
      return outcome
    },
    async plan({ user, channel, name }, { from, until }) {
      const id = deps.newId()
      // Stored first, so that no crash loses the question. If nothing has to be asked, it is dropped later.
      await deps.addReminder({
        kind: 'catch-up',
        id: `catch-up ${id}`,
        subscription: name,
        of: id,
        due: until,
      })
      const planned = await changePlan(deps, name, (current) =>
        current?.from === from && current.until === until ? current : { id, by: user, from, until },
      )
      if (planned === undefined) return 'unchanged'
      await deps.changes.announce(channel, user, () => plannedWords(name, { from, until }), planned)
      return 'planned'
    },
    async undoPlan({ name, before, after }) {
      let outcome: 'undone' | 'gone' | 'changed-since' = 'undone'
      await changePlan(deps, name, (current) => {
        outcome = current?.id === after?.id ? 'undone' : 'changed-since'
        const hasBegun = before !== undefined && before.from <= now()
        if (outcome === 'undone' && hasBegun) outcome = 'gone'
        return outcome === 'undone' ? before : current
      })
      return outcome
    },
    async askAfterStop({ name, user, since }) {
      await change(
        deps,
        name,
        (current, id) => running(deps, current) ?? { id, by: user, at: since, until: now() },
      )
    },
  }
}

const running = (deps: PauseServiceDeps, pause: Pause | undefined) =>
  pauseState(pause, deps.now()) === 'none' ? undefined : pause

const alertOf = (deps: PauseServiceDeps, name: string) => deps.registry.find(name)?.subscription.alert ?? ''

/** Changes only the planned pause. Returns undefined if nothing changed. */
async function changePlan(
  deps: PauseServiceDeps,
  name: string,
  next: (current: PlannedPause | undefined) => PlannedPause | undefined,
): Promise<PausePlanChange | undefined> {
  let changed: PausePlanChange | undefined
  await deps.pauses.change(name, (stored) => {
    const before = plannedPause(stored, deps.now())
    const after = next(before)
    const isSame = after === before
    changed = isSame
      ? undefined
      : { kind: 'pause-plan', name, alert: alertOf(deps, name), ...defined({ before, after }) }
    if (isSame) return stored
    if (after !== undefined) return withPlan(stored, after, deps.now())
    const rest = withoutPlan(stored, deps.now())
    return running(deps, rest) === undefined && rest?.startOver === undefined ? undefined : rest
  })
  if (changed !== undefined) await deps.registry.sync()
  return changed
}

async function cancelPlan(
  deps: PauseServiceDeps,
  { user, channel, name }: SubscriptionRequest,
): Promise<boolean> {
  const cancelled = await changePlan(deps, name, () => undefined)
  if (cancelled !== undefined)
    await deps.changes.announce(channel, user, () => [say.planCancelled({ name })], cancelled)
  return cancelled !== undefined
}

/**
 * Changes a pause in one step. A long pause ends with a question in the channel. The reminder of the question is stored first, so that no
 * crash loses it. If the pause is then not stored, the reminder is dropped later. Returns undefined if nothing changed.
 */
async function change(
  deps: PauseServiceDeps,
  name: string,
  next: (current: Pause | undefined, id: string) => Pause | undefined,
): Promise<PauseChange | undefined> {
  const id = deps.newId()
  const planned = next(withoutPlan(await deps.pauses.find(name), deps.now()), id)
  if (planned?.id === id && planned.until !== undefined && planned.until - planned.at > longPauseMs)
    await deps.addReminder({
      kind: 'catch-up',
      id: `catch-up ${id}`,
      subscription: name,
      of: id,
      due: planned.until,
    })
  let changed: PauseChange | undefined
  await deps.pauses.change(name, (stored) => {
    const current = withoutPlan(stored, deps.now())
    const after = next(current, id)
    const before = running(deps, current)
    const isSame = after === current
    changed = isSame
      ? undefined
      : { kind: 'pause', name, alert: alertOf(deps, name), ...defined({ before, after }) }
    const plan = plannedPause(stored, deps.now())
    if (isSame) return stored
    return plan === undefined ? after : withPlan(after, plan, deps.now())
  })
  if (changed !== undefined) await deps.registry.sync()
  return changed
}

/** Both times of a record that is no pause. They are one reading of the clock, because `until` after `at` would be a pause. */
const overAt = (now: Time) => ({ at: now, until: now })

/** Returns the record of a pause that has ended: undefined, unless the poll still has to skip the mentions of an earlier pause. */
const ended = (deps: PauseServiceDeps, current: Pause): Pause | undefined =>
  current.startOver === undefined ? undefined : { ...current, ...overAt(deps.now()) }

const isLong = (deps: PauseServiceDeps, { at }: Pause) => deps.now() - at > longPauseMs

/** Returns the record of a pause that ends now. After a long pause, the record makes the bot ask the channel first. */
const endOf = (deps: PauseServiceDeps, current: Pause, id: string, user: string): Pause | undefined =>
  isLong(deps, current) ? { ...current, id, by: user, until: deps.now() } : ended(deps, current)

export const pausePlanChanges = (
  { undoPlan }: Pick<PauseService, 'undoPlan'>,
  privateAlerts: Pick<PrivateAlerts, 'allows'>,
): ChangeKind<PausePlanChange> => ({
  permissionToUndo: ({ alert }) => ({ operation: 'change', alerts: [alert] }),
  undo: undoPlan,
  afterUndo: ({ name, before }) =>
    before === undefined ? say.planUndone({ name }) : say.planAsBefore({ name }),
  mayBeAnnounced: ({ alert }, channel) => privateAlerts.allows(alert, channel),
})

export const pauseChanges = (
  { undo }: Pick<PauseService, 'undo'>,
  privateAlerts: Pick<PrivateAlerts, 'allows'>,
): ChangeKind<PauseChange> => ({
  permissionToUndo: ({ alert }) => ({ operation: 'change', alerts: [alert] }),
  undo,
  afterUndo: ({ name, before }) =>
    before === undefined ? say.pauseUndone({ name }) : say.pausedAgain({ name }),
  mayBeAnnounced: ({ alert }, channel) => privateAlerts.allows(alert, channel),
})

/** Returns the pause that counts, without the planned one. */
function withoutPlan(pause: Pause | undefined, now: Time): Pause | undefined {
  const present = presentPause(pause, now)
  if (present?.next === undefined) return present
  const { next: _, ...own } = present
  return own
}

/** Adds a planned pause. */
function withPlan(pause: Pause | undefined, plan: PlannedPause, now: Time): Pause {
  return { ...(withoutPlan(pause, now) ?? { id: plan.id, by: plan.by, ...overAt(now) }), next: plan }
}
