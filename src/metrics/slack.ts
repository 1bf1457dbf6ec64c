import { Counter, Histogram, type Registry } from 'prom-client'
import type { ReadHistory } from '../deliver/history.ts'
import type { Post } from '../deliver/poster.ts'

/** What is measured of our way to Slack. */
type ToSlack = { post: Post; readHistory: ReadHistory }

/** Counts and times posts by their outcome, and counts look-ups of receipts. */
export function slackMeter(
  registry: Registry,
  now: () => number,
): <Slack extends ToSlack>(slack: Slack) => Slack {
  const posts = new Histogram({
    name: 'overheard_post_duration_seconds',
    help: 'Posts by what they carry and how they ended.',
    labelNames: ['carries', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const reads = new Counter({
    name: 'overheard_receipt_lookups_total',
    help: 'Looks into a channel or thread for receipts, by how they ended.',
    labelNames: ['ended'],
    registers: [registry],
  })
  return (slack) => ({
    ...slack,
    async post(posting) {
      const began = now()
      const outcome = await slack.post(posting)
      posts.observe({ carries: carriedBy(posting), outcome: outcome.kind }, (now() - began) / 1000)
      return outcome
    },
    async readHistory(place, enough) {
      const result = await slack.readHistory(place, enough)
      reads.inc({ ended: result.kind })
      return result
    },
  })
}

function carriedBy({ receipt, digest }: Parameters<Post>[0]): string {
  if (digest !== undefined) return 'digest'
  return receipt === undefined ? 'notice' : 'mentions'
}
