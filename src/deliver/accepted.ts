import type { Post } from './poster.ts'

/** How many messages Slack has taken for a channel (by its id) since the process began, whatever they were about. */
export type Accepted = (channel: string) => number

/** Counts what Slack takes: a channel that takes other messages is not to blame for the refusal of one. */
export function countAccepted(post: Post): { post: Post; accepted: Accepted } {
  const counts = new Map<string, number>()
  const accepted = (channel: string) => counts.get(channel) ?? 0
  return {
    accepted,
    async post(posting) {
      const outcome = await post(posting)
      if (outcome.kind === 'delivered') counts.set(posting.channel, accepted(posting.channel) + 1)
      return outcome
    },
  }
}
