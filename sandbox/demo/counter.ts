import { compareIds, type Id } from '../../src/model/id.ts'
import type { Message } from '../slack/wire.ts'

/** What anyone can check: how many mentions came since the first look, and what became of them in Slack. */
type Count = { made: number; posted: number; waiting: number; lost: number; twice: number }

/** One subscription of the demo that posts everything its alert hears. */
export type Counted = { subscription: string; alert: Id; channel: string }

/**
 * Counts from the two sides alone: the ids of the service, and the receipts in the channel. A mention that is not posted is
 * waiting, or, once three later ones of its alert have been posted, lost.
 */
export function countMentions(mentions: Id[], messages: Message[], { subscription, alert }: Counted): Count {
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
  const lost = latest === undefined ? [] : missing.filter((id) => compareIds(id, latest) < 0)
  return {
    made: made.length,
    posted: posted.size,
    waiting: missing.length - lost.length,
    lost: lost.length,
    twice: ids.length - posted.size,
  }
}

/** The sum over several subscriptions. */
export function sum(counts: Count[]): Count {
  const total = { made: 0, posted: 0, waiting: 0, lost: 0, twice: 0 }
  for (const count of counts) {
    total.made += count.made
    total.posted += count.posted
    total.waiting += count.waiting
    total.lost += count.lost
    total.twice += count.twice
  }
  return total
}
