import { expect, it } from 'vitest'
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

it('“Claim all negative” claims the negative mentions of the parent and of its thread, no others, and says how many come later', async () => {
  const claimed: string[] = []
  const answers: string[] = []
  const receipt = (ids: string[], subscription = 'acme') => ({ subscription, ids })
  const buttons = createCardButtons({
    access: { refusal: async () => undefined },
    findCard: async ({ ts }: { ts: string }) => [parent, reply].find((card) => card.ts === ts),
    readHistory: async () => ({
      kind: 'seen',
      messages: [
        { ts: '1.0', receipt: receipt(['1', '2']) },
        { ts: '2.0', receipt: receipt(['3', '4']) },
        { ts: '3.0', receipt: receipt(['9'], 'other') },
        { ts: '4.0', receipt: receipt([]) },
        { ts: '5.0' },
      ],
    }),
    async applyCardAction({ mentions, action }: { mentions: string[]; action: string }) {
      for (const id of mentions) claimed.push(`${action} ${id}`)
      return mentions.length
    },
    reply: async (_: unknown, { text }: { text: string }) => void answers.push(text),
  } as never)
  await buttons.claimNegative({ channel: 'C1', ts: '1.0', user: 'U1', value: '' } as never)
  expect(claimed).toEqual(['claim 1', 'claim 3'])
  expect(answers).toEqual([expect.stringMatching(/2 .*1 /s)])
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
