import type { DateRange } from '@overheard/mention-client/insight'
import type { Button } from '@slack/types'
import { actionIds } from '../messages/kit/block-actions.ts'
import { actions, button } from '../messages/kit/block-kit.ts'
import type { Block } from '../model/message.ts'
import { say } from './say.ts'

/** A digest's button carries this value. `channel` is an id, `range` has UTC dates, and `page` counts from 0. */
export type DigestAsk = { digest: string; channel: string; range: DateRange; page: number }

/** Each text is the label of a button, and the title of the modal that the button opens. */
export const digestLabels = { details: say.allNumbers, notPosted: say.notPosted }

/**
 * The longest name in a button's value, in characters. Slack allows 2,000, and escaping can turn one character into
 * six.
 */
const longestName = 300

export function digestActions(ask: DigestAsk, eachAlert: boolean): Block[] {
  const value = digestValue(ask)
  return actions([
    ...(eachAlert ? [button(say.eachAlert(), actionIds.digestEachAlert, value)] : []),
    button(digestLabels.details(), actionIds.digestDetails, value),
    button(digestLabels.notPosted(), actionIds.digestHeldBack, value),
  ])
}

export function pageActions(
  actionId: typeof actionIds.digestDetails | typeof actionIds.digestHeldBack,
  ask: DigestAsk,
  pages: number,
): Block[] {
  const { page } = ask
  const pageButton = (label: string, ending: string, to: number): Button =>
    button(label, `${actionId}_page_${ending}`, digestValue({ ...ask, page: to }))
  return actions([
    ...(page > 0 ? [pageButton(say.back(), 'back', page - 1)] : []),
    ...(page < pages - 1 ? [pageButton(say.more(), 'on', page + 1)] : []),
  ])
}

/** The button carries everything that a press needs, because a digest stays in its channel for years. */
function digestValue({ digest, channel, range, page }: DigestAsk): string {
  return JSON.stringify([digest.slice(0, longestName), channel, range.from, range.to, page])
}
