import { describe, expect, it } from 'vitest'
import { createChannelPosts } from '../../src/engine/shared/channel-posts.ts'
import type { PostedCard } from '../../src/model/card.ts'
import { type Checkpoint, emptyCheckpoint } from '../../src/model/checkpoint.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const day = 86_400_000
const noon = Date.UTC(2026, 10, 20, 12)
const url = 'https://news.example/5'
const other = { subscription: 'complaints', alert: '7' }
const press = { subscription: 'press', alert: '8' }

function cardOf(changes: Partial<PostedCard> = {}): PostedCard {
  const mention = sampleMention({ id: '5', url })
  const shows = { kind: 'card' as const, mention, style: 'full' as const }
  return { ...{ channel: 'C1', ts: '1.0', subscription: 'acme', alert: '7' }, shows, actions: [], ...changes }
}

/** Knows `cards` and `stored` from the store. */
async function postsOf(cards: PostedCard[], stored: Record<string, Checkpoint> = {}) {
  const clock = { at: noon }
  const asked: number[] = []
  const posts = createChannelPosts({
    now: () => clock.at,
    async *cards(channel, since) {
      asked.push(since)
      if (channel === 'damaged') throw new Error('the store failed')
      yield* cards.filter((card) => card.channel === channel)
    },
    async *checkpoints() {
      for (const [subscription, checkpoint] of Object.entries(stored))
        yield { key: { subscription, alert: '7' }, checkpoint }
    },
  })
  await posts.load('C1')
  return { posts, clock, asked }
}

describe('a mention is posted in a channel', () => {
  it('if another subscription of its alert has posted its id, whatever its address is now', async () => {
    const { posts, asked } = await postsOf([cardOf()])
    const moved = { id: '5', url: 'https://moved.example/5' }
    expect(posts.find('C1', other, moved)).toMatchObject({
      kind: 'posted',
      post: { subscription: 'acme', ts: '1.0' },
    })
    expect(posts.find('C1', other, { id: '6', url })).toEqual({ kind: 'new' })
    expect(posts.find('C2', other, { id: '5', url })).toEqual({ kind: 'new' })
    expect(asked).toEqual([noon - 30 * day])
  })
  it('if a subscription of another alert has posted its id with its address, but not with another address', async () => {
    const { posts } = await postsOf([cardOf()])
    expect(posts.find('C1', press, { id: '5', url: `${url}?utm_source=x` })).toMatchObject({ kind: 'posted' })
    expect(posts.find('C1', press, { id: '5', url: 'https://news.example/other' })).toEqual({ kind: 'new' })
  })
  it('but not for the subscription that has posted it, whose checkpoint knows that', async () => {
    const { posts } = await postsOf([cardOf()])
    expect(posts.find('C1', { subscription: 'acme', alert: '7' }, { id: '5', url })).toEqual({ kind: 'new' })
  })
})

describe('a mention that another subscription may have posted', () => {
  const pending = { channel: 'C1', ids: ['5'], at: noon, shows: cardOf().shows }
  it('is unconfirmed until a later write of the checkpoint, or until it is known that Slack lacks it', async () => {
    const { posts } = await postsOf([], { acme: { ...emptyCheckpoint, pending } })
    const found = posts.find('C1', other, { id: '5', url })
    expect(found).toMatchObject({ kind: 'unconfirmed', post: { key: { subscription: 'acme' }, pending } })
    expect(posts.find('C1', press, { id: '5', url })).toMatchObject({ kind: 'unconfirmed' })
    expect(posts.find('C1', press, { id: '5', url: 'https://news.example/other' })).toEqual({ kind: 'new' })
    if (found.kind === 'unconfirmed') posts.noteNotPosted(found.post)
    expect(posts.find('C1', other, { id: '5', url })).toEqual({ kind: 'new' })
    posts.noteCheckpoint({ subscription: 'acme', alert: '7' }, { ...emptyCheckpoint, pending })
    expect(posts.find('C1', other, { id: '5', url })).toMatchObject({ kind: 'unconfirmed' })
    posts.noteCheckpoint({ subscription: 'acme', alert: '7' }, emptyCheckpoint)
    expect(posts.find('C1', other, { id: '5', url })).toEqual({ kind: 'new' })
  })
  it('is promised while the thread of a burst makes progress', async () => {
    const burst = { thread: '1.0', total: 9, ids: ['5'] }
    const { posts, clock } = await postsOf([], { acme: { ...emptyCheckpoint, channel: 'C1', burst } })
    expect(posts.find('C1', other, { id: '5', url })).toEqual({ kind: 'promised', until: noon + 300_000 })
    expect(posts.openThreads('C1')).toEqual(['1.0'])
    clock.at += 300_000
    expect(posts.find('C1', other, { id: '5', url })).toEqual({ kind: 'new' })
  })
  it('is as the store has it after a read of another channel failed', async () => {
    const stored: Record<string, Checkpoint> = {}
    const { posts } = await postsOf([], stored)
    const key = { subscription: 'acme', alert: '7' }
    posts.noteCheckpoint(key, { ...emptyCheckpoint, pending })
    await expect(posts.load('damaged')).rejects.toThrow()
    stored.acme = emptyCheckpoint
    posts.noteCheckpoint(key, emptyCheckpoint)
    await posts.load('C1')
    expect(posts.find('C1', other, { id: '5', url })).toEqual({ kind: 'new' })
  })
  it('is read again from the store after another process may have led', async () => {
    const stored: Record<string, Checkpoint> = {}
    const { posts } = await postsOf([], stored)
    stored.acme = { ...emptyCheckpoint, pending }
    await posts.load('C1')
    expect(posts.find('C1', other, { id: '5', url })).toEqual({ kind: 'new' })
    posts.forget()
    await posts.load('C1')
    expect(posts.find('C1', other, { id: '5', url })).toMatchObject({ kind: 'unconfirmed' })
  })
})
