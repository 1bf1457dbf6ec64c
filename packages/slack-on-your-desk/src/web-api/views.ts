import { checkBlocks, checkView } from '../block-kit/blocks.ts'
import { answerValidation, refuseView } from '../block-kit/errors.ts'
import type { Problem } from '../block-kit/schema.ts'
import { isRecord } from '../json.ts'
import { findView, maxViews, publishHome, renewView, showView, takeTrigger, viewsOf } from '../open-views.ts'
import type { Context } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, jsonArg, type Method, textArg } from './method.ts'

const triggerErrors = ['exchanged_trigger_id', 'expired_trigger_id', 'invalid_trigger_id']

/** Like every method for views, it needs no scope. */
export const openView: Method = {
  tier: 4,
  required: ['view'],
  errors: ['duplicate_external_id', ...triggerErrors],
  run: (context, args) => show(context, args, 'open'),
}

/** On top of the open modal; at most three. */
export const pushView: Method = {
  tier: 4,
  required: ['view'],
  errors: ['duplicate_external_id', 'push_limit_reached', ...triggerErrors],
  run: (context, args) => show(context, args, 'push'),
}

/** Replaces a view, found by `view_id` or `external_id`. With a `hash`, only if nothing has changed since. */
export const updateView: Method = {
  tier: 4,
  required: ['view'],
  errors: ['hash_conflict', 'not_found'],
  run: (context, args) => {
    const payload = jsonArg(args, 'view')
    const refused = refuseView(payload, 'modal')
    if (refused) return refused
    const open = findView(context, {
      viewId: textArg(args, 'view_id'),
      externalId: textArg(args, 'external_id'),
    })
    if (!open) return refuse('not_found')
    const hash = textArg(args, 'hash')
    if (hash !== undefined && hash !== open.view.hash) return refuse('hash_conflict')
    return { ok: true, view: renewView(context, open, payload) }
  },
}

export const publishView: Method = {
  tier: 4,
  required: ['user_id', 'view'],
  errors: ['hash_conflict', 'user_not_found'],
  run: (context, args) => {
    const payload = jsonArg(args, 'view')
    const refused = refuseView(payload, 'home')
    if (refused) return refused
    const user = textArg(args, 'user_id') ?? ''
    if (!context.state.people.has(user)) return refuse('user_not_found')
    const hash = textArg(args, 'hash')
    const published = context.state.homes.get(user)
    if (hash !== undefined && hash !== published?.hash) return refuse('hash_conflict')
    return { ok: true, view: publishHome(context, user, payload) }
  },
}

function show(context: Context, args: Args, mode: 'open' | 'push'): Answer {
  const payload = jsonArg(args, 'view')
  const refused = refuseView(payload, 'modal')
  if (refused) return refused
  const external = isRecord(payload) && typeof payload.external_id === 'string' ? payload.external_id : ''
  if (external !== '' && findView(context, { externalId: external })) return refuse('duplicate_external_id')
  const trigger = takeTrigger(context, textArg(args, 'trigger_id') ?? '')
  if (trigger.kind === 'refused') return refuse(trigger.error)
  const open = viewsOf(context, trigger.user).length
  if (mode === 'push' && open >= maxViews) return refuse('push_limit_reached')
  return { ok: true, view: showView(context, trigger.user, payload, mode) }
}

/** Checks blocks, a message or a view without sending it. It takes no token. */
export const validateBlocks: Method = {
  tokens: [],
  tier: 'special',
  errors: ['invalid_blocks'],
  run: (_context, args) => {
    const problems = problemsOf(args)
    return problems === undefined ? refuse('invalid_arguments') : answerValidation(problems)
  },
}

function problemsOf(args: Args): Problem[] | undefined {
  const blocks = jsonArg(args, 'blocks')
  const message = jsonArg(args, 'message')
  const view = jsonArg(args, 'view')
  if (blocks !== undefined) return checkBlocks(blocks, 'message')
  if (isRecord(message)) return checkBlocks(message.blocks ?? [], 'message', '/message/blocks')
  return view === undefined ? undefined : checkView(view)
}
