import type { ActionsBlock, Button } from '@slack/types'
import type { DateRange } from '../model/insight.ts'
import type { Block } from '../model/message.ts'
import { actionIds } from './block-actions.ts'
import { button } from './block-kit.ts'

/** What a button of a digest asks about: the digest's name, the channel (id) it accounts for, its UTC dates, and a page from 0 on. */
export type DigestAsk = { digest: string; channel: string; range: DateRange; page: number }

/** Room for a name in a button's value, in characters: Slack takes 2,000 (Block Kit reference), and each may be escaped as six. */
const longestName = 300

/** The buttons under a digest. `eachAlert`: what would stand in its thread can be asked for. */
export function digestActions(ask: DigestAsk, eachAlert: boolean): Block {
  const value = digestValue(ask)
  const elements = [
    ...(eachAlert ? [button('Show each alert', actionIds.digestEachAlert, value)] : []),
    button('All numbers', actionIds.digestDetails, value),
    button('Not posted, and why', actionIds.digestHeldBack, value),
  ]
  return { type: 'actions', elements } satisfies ActionsBlock
}

/** The buttons that turn the pages of what a digest's button opened; none where there is one page. */
export function pageActions(
  actionId: typeof actionIds.digestDetails | typeof actionIds.digestHeldBack,
  ask: DigestAsk,
  pages: number,
): Block[] {
  const { page } = ask
  const turn = (label: string, ending: string, to: number): Button =>
    button(label, `${actionId}_page_${ending}`, digestValue({ ...ask, page: to }))
  const elements = [
    ...(page > 0 ? [turn('Back', 'back', page - 1)] : []),
    ...(page < pages - 1 ? [turn('More…', 'on', page + 1)] : []),
  ]
  return elements.length === 0 ? [] : [{ type: 'actions', elements } satisfies ActionsBlock]
}

/** A digest stands in its channel for years: what the button needs stands in the button. */
function digestValue({ digest, channel, range, page }: DigestAsk): string {
  return JSON.stringify([digest.slice(0, longestName), channel, range.from, range.to, page])
}
