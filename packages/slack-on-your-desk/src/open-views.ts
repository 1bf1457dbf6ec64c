import { completeBlocks } from './block-kit/defaults.ts'
import type { OpenView } from './events.ts'
import { isRecord, stringAt } from './json.ts'
import { type Context, newId } from './state.ts'
import type { Entity, PlainText, View } from './wire.ts'

/** The greatest number of views in a stack. */
export const maxViews = 3

/** The open modals of a user, the topmost last. */
export function viewsOf(context: Context, user: string): OpenView[] {
  return context.state.views.filter((open) => open.user === user)
}

/** Finds an open modal by its id or by the app's external id. */
export function findView(
  context: Context,
  id: { viewId?: string | undefined; externalId?: string | undefined },
) {
  return context.state.views.find(
    ({ view }) =>
      view.id === id.viewId || (id.externalId !== undefined && view.external_id === id.externalId),
  )
}

/** Opens a modal: alone, or on top of the user's others. */
export function showView(context: Context, user: string, payload: unknown, mode: 'open' | 'push'): View {
  if (mode === 'open') closeViews(context, viewsOf(context, user))
  const below = viewsOf(context, user).at(-1)?.view
  const view = viewOf(context, payload, below)
  context.state.views.push({ user, view })
  context.emit({ type: 'view_opened', user, view })
  return view
}

/** Replaces the content of a modal, which keeps its id and its place in the stack. */
export function renewView(context: Context, open: OpenView, payload: unknown): View {
  const fresh = viewOf(context, payload, undefined)
  const { id, root_view_id, previous_view_id } = open.view
  open.view = { ...fresh, id, root_view_id, previous_view_id }
  context.emit({ type: 'view_updated', user: open.user, view: open.view })
  return open.view
}

/** Closes modals, the topmost first. */
export function closeViews(context: Context, closing: OpenView[]): void {
  context.state.views = context.state.views.filter((open) => !closing.includes(open))
  for (const { user, view } of closing.toReversed())
    context.emit({ type: 'view_closed', user, viewId: view.id })
}

/** Publishes a user's home tab, which keeps its id. */
export function publishHome(context: Context, user: string, payload: unknown): View {
  const fresh = viewOf(context, payload, undefined)
  const id = context.state.homes.get(user)?.id ?? fresh.id
  const view = { ...fresh, id, root_view_id: id }
  context.state.homes.set(user, view)
  context.emit({ type: 'home_published', user, view })
  return view
}

function viewOf(context: Context, payload: unknown, below: View | undefined): View {
  const { seed, state } = context
  const given = isRecord(payload) ? payload : {}
  const id = newId(state, 'V')
  return {
    id,
    team_id: seed.team.id,
    type: given.type === 'home' ? 'home' : 'modal',
    title: plainTextOf(given.title) ?? { type: 'plain_text', text: 'View Title', emoji: true },
    submit: plainTextOf(given.submit),
    close: plainTextOf(given.close),
    blocks: completeBlocks(state, given.blocks),
    private_metadata: stringAt(given, 'private_metadata') ?? '',
    callback_id: stringAt(given, 'callback_id') ?? '',
    external_id: stringAt(given, 'external_id') ?? '',
    state: { values: {} },
    hash: newId(state, 'hash.'),
    clear_on_close: given.clear_on_close === true,
    notify_on_close: given.notify_on_close === true,
    root_view_id: below?.root_view_id ?? id,
    previous_view_id: below?.id ?? null,
    app_id: seed.bot.appId,
    app_installed_team_id: seed.team.id,
    bot_id: state.bot.botId,
  }
}

function plainTextOf(value: unknown): PlainText | null {
  const text = stringAt(value, 'text')
  return text === undefined ? null : { type: 'plain_text', text, emoji: true }
}

/** Creates a trigger_id for an action of a user. It opens one modal within three seconds (Slack's rule). */
export function issueTrigger(context: Context, user: string, entity?: Entity['external_ref']): string {
  const id = newId(context.state, 'trigger.')
  const expiresAt = context.clock.now() + context.seed.ackMs
  context.state.triggers.set(id, { user, expiresAt, used: false, ...(entity && { entity }) })
  return id
}

/** The trigger's user, or Slack's error code. */
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
