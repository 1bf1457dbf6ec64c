import { z } from 'zod'
import type { Asker } from '../reply.ts'

/** A press of a button of a digest: under the digest, in a message (`asker` can be answered there), or in a modal that it opened (`view`). */
export type DigestAction = {
  user: string
  /** Opens a modal, once, within three seconds. */
  trigger: string
  value: string
  view?: string
  asker?: Asker
}

const digestActionBody = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  channel: z.object({ id: z.string() }).nullish(),
  response_url: z.string().nullish(),
  view: z.object({ id: z.string() }).nullish(),
  actions: z.array(z.object({ value: z.string() })).min(1),
})

/** Reads a press out of Slack's `block_actions` payload. Throws ZodError where it is none. */
export function readDigestAction(payload: unknown): DigestAction {
  const {
    user,
    trigger_id: trigger,
    channel,
    response_url: responseUrl,
    view,
    actions,
  } = digestActionBody.parse(payload)
  const asker = channel && responseUrl ? { user: user.id, channel: channel.id, responseUrl } : undefined
  return {
    user: user.id,
    trigger,
    value: actions[0]?.value ?? '',
    ...(view && { view: view.id }),
    ...(asker && { asker }),
  }
}
