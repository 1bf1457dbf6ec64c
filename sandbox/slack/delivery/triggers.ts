import type { Context } from '../context.ts'
import { newId } from '../state.ts'

/** How long a trigger_id can open a modal (Slack: three seconds, once). */
const lifeMs = 3000

/** Gives out a trigger_id for something a person has just done. */
export function issueTrigger(context: Context, user: string): string {
  const id = newId(context.state, 'trigger.')
  context.state.triggers.set(id, { user, expiresAt: context.clock.now() + lifeMs, used: false })
  return id
}

/** Whose trigger it is, or Slack's error code. */
type TakenTrigger = { kind: 'taken'; user: string } | { kind: 'refused'; error: string }

/** Uses a trigger_id up. */
export function takeTrigger(context: Context, id: string): TakenTrigger {
  const trigger = context.state.triggers.get(id)
  if (!trigger) return { kind: 'refused', error: 'invalid_trigger_id' }
  if (trigger.used) return { kind: 'refused', error: 'exchanged_trigger_id' }
  if (context.clock.now() > trigger.expiresAt) return { kind: 'refused', error: 'expired_trigger_id' }
  trigger.used = true
  return { kind: 'taken', user: trigger.user }
}
