import { describe, expect, it } from 'vitest'
import { createCardButtons } from '../../src/listeners/actions/card-buttons.ts'
import type { PostedCard } from '../../src/model/card.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const about = { channel: 'C1', subscription: 'acme', alert: '7', actions: [] }
const mentionOf = (id: string, sentiment: 'negative' | 'neutral') => sampleMention({ id, sentiment })

/** A burst of four mentions, two in the parent and two in its thread. */
const parent: PostedCard = {
  ...{ ...about, ts: '1.0' },
  shows: {
    ...{ kind: 'burst', headline: '', facts: '', more: '', negative: ['1', '3', '9'] },
    mentions: [mentionOf('1', 'negative'), mentionOf('2', 'neutral')],
  },
}
const reply: PostedCard = {
  ...{ ...about, ts: '2.0', thread: '1.0' },
  shows: {
    ...{ kind: 'thread', firstNumber: 3, total: 4 },
    mentions: [mentionOf('3', 'negative'), mentionOf('4', 'neutral')],
  },
}

/** Presses “Claim all negative” on the burst, of whose thread Slack says `history`. Others have claimed the mentions in `taken`. */
async function claimedAll(history: object, { first = parent, taken = [] as string[] } = {}) {
  const claimed: string[] = []
  const answers: string[] = []
  const buttons = createCardButtons({
    access: { refusal: async () => undefined },
    findCard: async ({ ts }: { ts: string }) => [first, reply].find((card) => card.ts === ts),
    readHistory: async () => history,
    async applyCardAction({ mentions, action }: { mentions: string[]; action: string }) {
      const free = mentions.filter((id) => !taken.includes(id))
      for (const id of free) claimed.push(`${action} ${id}`)
      return free.length
    },
    reply: async (_: unknown, { text }: { text: string }) => void answers.push(text),
  } as never)
  await buttons.claimNegative({ channel: 'C1', ts: '1.0', user: 'U1', value: '' } as never)
  return { claimed, answer: answers.join() }
}

it('“Claim all negative” claims the negative mentions of the parent and of its thread, no others, and says how many come later', async () => {
  const receipt = (ids: string[], subscription = 'acme') => ({ subscription, ids })
  const messages = [
    { ts: '1.0', receipt: receipt(['1', '2']) },
    { ts: '2.0', receipt: receipt(['3', '4']) },
    { ts: '3.0', receipt: receipt(['9'], 'other') },
    { ts: '4.0', receipt: receipt([]) },
    { ts: '5.0' },
  ]
  const { claimed, answer } = await claimedAll({ kind: 'seen', messages, bounded: false })
  expect(claimed).toEqual(['claim 1', 'claim 3'])
  expect(answer).toMatch(/2 .*1 /s)
})

describe.each([
  [{ kind: 'unreachable', reason: 'ratelimited', afterMs: 1000 }],
  [{ kind: 'unreadable', reason: 'missing_scope', extent: 'everything' }],
])('if the thread of a burst cannot be read (%j), “Claim all negative”', (history) => {
  const unread = `Slack does not let Overheard read this thread now (${history.reason}). Try again later.`

  it('claims those of the pressed message, and says that the thread cannot be read', async () => {
    expect(await claimedAll(history)).toEqual({
      claimed: ['claim 1'],
      answer: `You claimed 1 negative mention. ${unread}`,
    })
  })

  it('says only that the thread cannot be read if those of the pressed message are claimed already', async () => {
    expect(await claimedAll(history, { taken: ['1'] })).toEqual({ claimed: [], answer: unread })
  })

  it('needs no thread if the pressed message has all negative mentions', async () => {
    const first = { ...parent, shows: { ...parent.shows, negative: ['1'] } } as PostedCard
    const answer = 'You claimed 1 negative mention.'
    expect(await claimedAll(history, { first })).toEqual({ claimed: ['claim 1'], answer })
  })
})

it('a choice of a menu that nobody could have made does nothing', async () => {
  const buttons = createCardButtons({
    menu: { entries: () => [], drawn: () => ({ form: [] }) },
    reply: () => Promise.reject(new Error('not expected')),
  } as unknown as Parameters<typeof createCardButtons>[0])
  for (const value of ['', 'why', '{'])
    await buttons.more({
      ...{ channel: 'C1', responseUrl: '', ts: '1' },
      user: 'U1',
      trigger: '',
      value,
    })
})
