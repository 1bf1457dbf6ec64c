import { describe, expect, it } from 'vitest'
import { createMuteOnCard } from '../../../src/features/mute-on-card/mute-on-card.ts'
import { replyTexts } from '../../../src/messages/replies.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { tooManyMutesText } from '../../../src/subscriptions/mute-service.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const asker = { user: 'U1', channel: 'C1', responseUrl: '' }

type Case = { refusal?: string; mostMutes?: number; operation?: 'mute' | 'mute-briefly' }

/** Mutes the authors of all mentions of a burst. Returns the mutes, what the person is told, and what they had to be allowed. */
async function muted(authors: string[], { refusal, mostMutes = 100, operation = 'mute-briefly' }: Case = {}) {
  const mentions = authors.map((name, index) => ({
    ...sampleMention(),
    id: String(index + 1),
    author: { ...sampleMention().author, name },
  }))
  const card: PostedCard = {
    ...{ channel: 'C1', ts: '1.1', subscription: 'acme', alert: '7', actions: [] },
    shows: { kind: 'burst', mentions } as unknown as PostedCard['shows'],
  }
  const mutes: string[] = []
  const replies: string[] = []
  const asked: string[] = []
  const { muteAuthors } = createMuteOnCard({
    findCard: async () => card,
    access: {
      async refusal(_asking, wanted) {
        asked.push(wanted)
        return refusal
      },
    },
    muting: {
      operationOf({ kind, names, term }) {
        asked.push(`${kind} ${names.join(', ')} ${term}`)
        return operation
      },
      async mute({ kind, name, term, card: from }) {
        if (mutes.length >= mostMutes) return 'too-many'
        mutes.push(`${kind} ${name} ${term}, from ${from?.mention}`)
        return 'muted'
      },
    },
    reply: async (_asker, { text }) => void replies.push(text),
    views: {
      setTimer: () => () => undefined,
      open: async () => ({ kind: 'open', view: 'V1' }),
      update: async () => undefined,
    },
  })
  await muteAuthors(
    asker,
    card,
    mentions.map(({ id }) => id),
  )
  return { mutes, replies, asked }
}

describe('muting the authors of several mentions', () => {
  it('mutes each author once, however the mentions write the name', async () => {
    const { mutes, replies } = await muted(['Deal Bot', 'deal  bot', 'Ann', 'DEAL BOT', 'Ann', 'Deal Bot'])
    expect(mutes).toEqual(['author Deal Bot 7d, from 1', 'author Ann 7d, from 3'])
    expect(replies).toEqual([])
  })

  it('asks once for the permission to mute all of them, which can end earlier mutes', async () => {
    for (const operation of ['mute', 'mute-briefly'] as const) {
      const { asked } = await muted(['Deal Bot', 'deal bot', 'Ann', ''], { operation })
      expect(asked).toEqual(['author Deal Bot, Ann 7d', operation])
    }
  })

  it('tells a person who may not mute so once', async () => {
    const { mutes, replies } = await muted(['Deal Bot', 'Ann', 'Ben'], { refusal: 'You may not.' })
    expect([mutes, replies]).toEqual([[], ['You may not.']])
  })

  it('ends at the mute that is one too many, and says so once', async () => {
    const { mutes, replies } = await muted(['Deal Bot', 'Ann', 'Ben'], { mostMutes: 1 })
    expect(mutes).toEqual(['author Deal Bot 7d, from 1'])
    expect(replies).toEqual([tooManyMutesText()])
  })

  it('says once that mentions have no author, and mutes the authors of the others', async () => {
    const { mutes, replies } = await muted(['', 'Ann', ' '])
    expect(mutes).toEqual(['author Ann 7d, from 2'])
    expect(replies).toEqual([replyTexts.nothingToMute('author')])
  })
})
