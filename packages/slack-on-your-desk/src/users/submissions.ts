import { checkView } from '../block-kit/blocks.ts'
import { sentencesOf } from '../block-kit/errors.ts'
import type { Deliver } from '../delivery.ts'
import type { Ack, OpenView, Person } from '../events.ts'
import { isRecord } from '../json.ts'
import { closeViews, findView, issueTrigger, maxViews, renewView, showView, viewsOf } from '../open-views.ts'
import type { Context } from '../state.ts'
import type { StateValues } from '../wire.ts'
import { type Answers, inputErrors, stateOf } from './form-values.ts'
import { interactiveBase, personOf, showWarning } from './lookup.ts'

/**
 * The result of a submission. `incomplete`: Slack's client did not send it. `errors`: the app refused it. Both are by
 * block_id. `wrongView`: the app answered with a view that Slack refuses.
 */
export type SubmitOutcome =
  | { kind: 'incomplete'; errors: Record<string, string> }
  | { kind: 'errors'; errors: Record<string, string> }
  | { kind: 'wrongView'; problems: string[] }
  | { kind: 'closed' | 'updated' | 'pushed' | 'cleared' }
  | Exclude<Ack, { kind: 'acknowledged' }>

export async function submitView(
  context: Context,
  deliver: Deliver,
  request: { user: string; viewId: string; answers: Answers },
): Promise<SubmitOutcome> {
  const person = personOf(context, request.user)
  const open = openViewOf(context, person, request.viewId)
  const values = stateOf(open.view.blocks, request.answers)
  const errors = inputErrors(open.view.blocks, values)
  if (Object.keys(errors).length > 0) return { kind: 'incomplete', errors }
  const ack = await deliver('interactive', submissionOf(context, person, open, values))
  if (ack.kind === 'acknowledged') return applyResponse(context, open, ack.payload)
  showWarning(context, person.id, 'We had some trouble connecting. Try again?')
  return ack
}

/** Closes the topmost modal without submitting it. With `clear_on_close`, closes all of them. */
export async function closeView(
  context: Context,
  deliver: Deliver,
  request: { user: string; viewId: string },
): Promise<void> {
  const person = personOf(context, request.user)
  const open = openViewOf(context, person, request.viewId)
  const cleared = open.view.clear_on_close
  closeViews(context, cleared ? viewsOf(context, person.id) : [open])
  if (!open.view.notify_on_close) return
  const base = interactiveBase(context, person)
  await deliver('interactive', { type: 'view_closed', ...base, view: open.view, is_cleared: cleared })
}

/** Finds an open modal of a user. Throws if there is none. */
export function openViewOf(context: Context, person: Person, viewId: string): OpenView {
  const open = findView(context, { viewId })
  if (!open || open.user !== person.id) throw new Error(`${person.name} has no view ${viewId} open.`)
  return open
}

function submissionOf(context: Context, person: Person, open: OpenView, values: StateValues) {
  return {
    type: 'view_submission',
    ...interactiveBase(context, person),
    trigger_id: issueTrigger(context, person.id),
    view: { ...open.view, state: { values } },
    response_urls: [],
  }
}

/** Applies the acknowledgement of a submission: shows errors or another view, or closes the modal. */
function applyResponse(context: Context, open: OpenView, payload: Record<string, unknown>): SubmitOutcome {
  const { response_action: action, view, errors } = payload
  if (action === 'errors' && isRecord(errors)) return { kind: 'errors', errors: textsOf(errors) }
  if (action === 'clear') {
    closeViews(context, viewsOf(context, open.user))
    return { kind: 'cleared' }
  }
  if (action === 'update' || action === 'push') return showNext(context, open, action, view)
  closeViews(context, [open])
  return { kind: 'closed' }
}

function showNext(context: Context, open: OpenView, action: 'update' | 'push', view: unknown): SubmitOutcome {
  const problems = sentencesOf(checkView(view))
  if (action === 'push' && viewsOf(context, open.user).length >= maxViews) problems.push('push_limit_reached')
  if (problems.length > 0) {
    showWarning(context, open.user, 'We had some trouble connecting. Try again?')
    context.log(`The view in an acknowledgement is wrong: ${problems.join('; ')}`)
    return { kind: 'wrongView', problems }
  }
  if (action === 'push') showView(context, open.user, view, 'push')
  else renewView(context, open, view)
  return { kind: action === 'push' ? 'pushed' : 'updated' }
}

function textsOf(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([key, value]) => [key, String(value)]))
}
