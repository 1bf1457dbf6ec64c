import { parseJson } from '@overheard/base/json'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'

/**
 * `channel` lists the mentions of one channel, `mine` those that a person has, and `home` those in all the person's
 * channels that nobody has.
 */
export const openScopes = ['channel', 'mine', 'home'] as const

/** Slack's id of a message: seconds of UTC with a fraction. */
export const messageTs = z.string().regex(/^\d{1,12}(?:\.\d{1,9})?$/)

export const listPage = z.object({ scope: z.enum(openScopes), page: z.int().min(0) })
export type OpenListPage = z.infer<typeof listPage>

const openTarget = listPage.extend({
  channel: z.string(),
  ts: messageTs,
  alert: idSchema,
  mention: idSchema,
})
type OpenTarget = z.infer<typeof openTarget>

/** At most 110 characters, because the value of an option has 150 at most. */
export const openValue = ({ scope, page, channel, ts, alert, mention }: OpenTarget): string =>
  [scope, page, channel, ts, alert, mention].join(' ')

/** Reminders of earlier versions, which stay in Slack, have JSON. */
export function readOpenValue(value: string): OpenTarget | undefined {
  if (value.startsWith('{')) return openTarget.safeParse(parseJson(value)).data
  const [scope, page, channel, ts, alert, mention, ...more] = value.split(' ')
  if (more.length > 0) return undefined
  return openTarget.safeParse({ scope, page: Number(page || NaN), channel, ts, alert, mention }).data
}
