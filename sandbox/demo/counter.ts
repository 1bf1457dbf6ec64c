import { compareIds, type Id } from '@overheard/mention-client/id'
import type { Message } from '../../packages/slack-on-your-desk/src/index.ts'

/** Mentions since the initial sync, and their fate in Slack. `leftOut`: muted, or left out by another rule. */
export type Count = {
  made: number
  posted: number
  waiting: number
  leftOut: number
  lost: number
  twice: number
}

/** A subscription of the demo that posts every mention of its alert. */
export type Counted = { subscription: string; alert: Id; channel: string }

/**
 * Counts from the two outside views: the service's mention ids and the channel's receipts. A mention without a receipt is waiting. If three
 * later mentions of its alert have been posted, it is lost, unless the bot has left it out on purpose.
 */
export function countMentions(
  mentions: Id[],
  messages: Message[],
  { subscription, alert }: Counted,
  isLeftOut: (id: Id) => boolean,
): Count {
  const receipts = messages.flatMap(({ metadata }) => {
    const payload = metadata?.event_payload
    return payload?.subscription === subscription && payload.alert === alert ? [payload] : []
  })
  const start = receipts.find(({ ids }) => ids === '')?.through
  const ids = receipts.flatMap(({ ids }) => (typeof ids === 'string' && ids !== '' ? ids.split(',') : []))
  const posted = new Set(ids)
  const made =
    typeof start === 'string' ? mentions.filter((id) => compareIds(id, start) > 0 || posted.has(id)) : []
  const missing = made.filter((id) => !posted.has(id))
  const latest = [...posted].sort(compareIds).at(-3)
  const passed = latest === undefined ? [] : missing.filter((id) => compareIds(id, latest) < 0)
  const lost = passed.filter((id) => !isLeftOut(id))
  return {
    made: made.length,
    posted: posted.size,
    waiting: missing.length - passed.length,
    leftOut: passed.length - lost.length,
    lost: lost.length,
    twice: ids.length - posted.size,
  }
}

export function sum(counts: Count[]): Count {
  const total = { made: 0, posted: 0, waiting: 0, leftOut: 0, lost: 0, twice: 0 }
  for (const count of counts) {
    total.made += count.made
    total.posted += count.posted
    total.waiting += count.waiting
    total.leftOut += count.leftOut
    total.lost += count.lost
    total.twice += count.twice
  }
  return total
}
