import type { Ms } from '@overheard/base/time'
import { messages } from '../../messages/kit/say.ts'
import { ourCommand } from '../../model/our-command.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** `rows` says how many rows there are, such as “3 mentions”. */
export const summaryOf = ({
  shown,
  total,
  ...of
}: {
  days: number
  shown: number
  total: number
  rows: string
}) => (shown === total ? say.all(of) : say.newest({ shown, ...of }))

export function notSent({
  reason,
  unclear,
  afterMs,
}: {
  reason: string
  unclear?: true
  afterMs?: Ms
}): string {
  if (reason === 'missing_scope') return say.mayNotSend({ doctor: ourCommand('doctor') })
  if (unclear === true) return say.unclear({ reason })
  if (afterMs !== undefined) return say.later({ seconds: Math.ceil(afterMs / 1000) })
  return say.failed({ reason })
}
