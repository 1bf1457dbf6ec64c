import { entitySchema } from '../entities.ts'
import { refuse } from '../wire.ts'
import { type Args, flagArg, jsonArg, type Method, textArg } from './method.ts'

/**
 * Shows the details of a Work Object to the person who has asked for them. The trigger is in the event `entity_details_requested`.
 * https://docs.slack.dev/reference/methods/entity.presentDetails
 */
export const presentDetails: Method = {
  tier: 3,
  required: ['trigger_id'],
  errors: [
    'entity_metadata_does_not_match_trigger',
    'invalid_metadata',
    'invalid_trigger_id',
    'user_auth_url_missing',
  ],
  run: (context, args) => {
    const trigger = context.state.triggers.get(textArg(args, 'trigger_id') ?? '')
    const isOver = trigger === undefined || trigger.used || context.clock.now() > trigger.expiresAt
    if (isOver || trigger.entity === undefined) return refuse('invalid_trigger_id')
    const details = readDetails(args)
    if (typeof details === 'string') return refuse(details)
    if (details.kind === 'entity' && details.entity.external_ref.id !== trigger.entity.id)
      return refuse('entity_metadata_does_not_match_trigger')
    trigger.used = true
    context.state.details.set(trigger.user, details)
    context.emit({ type: 'details_presented', user: trigger.user, details })
    return { ok: true }
  },
}

/** What the person sees, or Slack's error code. */
function readDetails(args: Args) {
  if (flagArg(args, 'user_auth_required') === true) {
    const url = textArg(args, 'user_auth_url')
    return url === undefined ? 'user_auth_url_missing' : { kind: 'authentication' as const, url }
  }
  const error = jsonArg(args, 'error')
  if (error !== undefined) return { kind: 'error' as const, error }
  const entity = entitySchema.safeParse(jsonArg(args, 'metadata'))
  return entity.success ? { kind: 'entity' as const, entity: entity.data } : 'invalid_metadata'
}
