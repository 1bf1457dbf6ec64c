import { expect, it } from 'vitest'
import type { PostOutcome } from '../../src/message.ts'
import { countAccepted, seenPosts } from '../../src/slack/post.ts'

it('the count of accepted posts counts only posts that Slack accepted, each channel separately', async () => {
  const outcomes: PostOutcome[] = [
    { kind: 'delivered', ts: '1.000001', receiptKept: true },
    { kind: 'rejected', extent: 'unclear', reason: 'something_new' },
    { kind: 'unknown', reason: 'timeout' },
    { kind: 'deferred', extent: 'channel', afterMs: 1, reason: 'ratelimited' },
    { kind: 'delivered', ts: '1.000002', receiptKept: false },
  ]
  const left = [...outcomes]
  const { seen, accepted } = countAccepted()
  const answer = async (): Promise<PostOutcome> => left.shift() ?? { kind: 'unknown', reason: 'none' }
  const post = seenPosts(answer, () => 0, seen)
  const content = { text: 'x', blocks: [] }
  for (const outcome of outcomes) expect(await post({ channel: 'C1', content })).toEqual(outcome)
  expect([accepted('C1'), accepted('C2')]).toEqual([2, 0])
})
