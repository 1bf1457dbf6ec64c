import type { Ms, Time } from '../async/time.ts'
import type { Id } from '../model/id.ts'
import type { Posting, PostOutcome, Receipt } from '../model/message.ts'

/** Posts that this process sent, and what they tell about Slack's clock. */
export type OwnPosts = {
  learn(posting: Posting, outcome: PostOutcome): void
  /** True if the message is not ours, but covers a mention that this process posted in another message, which Slack confirmed. */
  isRepeated(receipt: Receipt, ts: string): boolean
  /** How far Slack's clock is ahead of ours, in ms. Undefined before the first post. */
  slackAheadMs(): number | undefined
  /** The start of this process by Slack's clock (ms since the epoch). Undefined before the first post. */
  startedAt(): number | undefined
}

const maxPosts = 5000

export function createOwnPosts(now: () => Time): OwnPosts {
  const processStart = now()
  let aheadMs: Ms | undefined
  let startedAt: Time | undefined
  /** The `ts` of each mention. `unclear`: several messages of ours may cover it, because an answer of Slack was lost. */
  const posts = new Map<string, string>()

  function learnMention(key: string, outcome: PostOutcome): void {
    if (outcome.kind === 'delivered') posts.set(key, posts.has(key) ? unclear : outcome.ts)
    if (outcome.kind === 'unknown') posts.set(key, unclear)
    const [oldest] = posts.keys()
    if (posts.size > maxPosts && oldest !== undefined) posts.delete(oldest)
  }

  return {
    learn({ receipt }, outcome) {
      if (outcome.kind === 'delivered') {
        aheadMs = Number(outcome.ts) * 1000 - now()
        startedAt ??= processStart + aheadMs
      }
      for (const id of receipt?.ids ?? []) learnMention(keyOf(receipt, id), outcome)
    },
    isRepeated: (receipt, ts) =>
      receipt.ids.some((id) => {
        const own = posts.get(keyOf(receipt, id))
        return own !== undefined && own !== unclear && own !== ts
      }),
    slackAheadMs: () => aheadMs,
    startedAt: () => startedAt,
  }
}

const unclear = 'unclear'

function keyOf(receipt: Pick<Receipt, 'subscription' | 'alert'> | undefined, id: Id): string {
  return `${receipt?.alert} ${id} ${receipt?.subscription}`
}
