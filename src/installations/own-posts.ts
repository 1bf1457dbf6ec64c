import type { Id } from '@overheard/mention-client/id'
import type { PostOutcome } from '@overheard/post-once/message'
import type { Posting, Receipt } from '../model/message.ts'

/** Posts that this process sent. */
export type OwnPosts = {
  learn(posting: Posting, outcome: PostOutcome): void
  /** True if the message is not ours, but covers a mention that this process posted in another message, which Slack confirmed. */
  isRepeated(receipt: Receipt, ts: string): boolean
}

const maxPosts = 5000

export function createOwnPosts(): OwnPosts {
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
      for (const id of receipt?.ids ?? []) learnMention(keyOf(receipt, id), outcome)
    },
    isRepeated: (receipt, ts) =>
      receipt.ids.some((id) => {
        const own = posts.get(keyOf(receipt, id))
        return own !== undefined && own !== unclear && own !== ts
      }),
  }
}

const unclear = 'unclear'

function keyOf(receipt: Pick<Receipt, 'subscription' | 'alert'> | undefined, id: Id): string {
  return `${receipt?.alert} ${id} ${receipt?.subscription}`
}
