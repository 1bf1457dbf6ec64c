import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import { createAnswers } from '../../src/answers/answers.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { alert, subscriptionOf } from '../tools/story-world.ts'

const unused = () => Promise.reject(new Error('not expected'))
const status: Parameters<typeof createAnswers>[0] = {
  sample: unused,
  explain: unused,
  mentionsLike: unused,
  countHidden: unused,
}

describe('an answer to a question about a subscription', () => {
  it('says in one sentence that the mention service refuses the request for a sample', async () => {
    const refused = new MentionServiceError({
      kind: 'unauthorized',
      retry: 'when_replaced',
      what: 'The mention service refuses the access token',
      status: 401,
    })
    const answers = createAnswers({ ...status, sample: () => Promise.reject(refused) })
    const { text } = await answers.sample(subscriptionOf(), 'C1')
    expect(text).toBe("Can't look that up right now: the mention service refuses the access token.")
  })

  it.each([
    [0, 'Acme brand has no mentions yet.'],
    [1, 'The only mention of Acme brand does not pass the filters.'],
    [300, 'None of the newest 300 mentions of Acme brand passes the filters.'],
  ])('is, for %i mentions of which none passes the filters, “%s”', async (tried, sentence) => {
    const sample = async () => ({ kind: 'none-passes', tried, alert }) as const
    const { text } = await createAnswers({ ...status, sample }).sample(subscriptionOf(), 'C1')
    expect(text).toBe(sentence)
  })

  it('shows a sample mention as a card without buttons', async () => {
    const sample = async () => ({ kind: 'sample', mention: sampleMention(), alert }) as const
    const { text, blocks } = await createAnswers({ ...status, sample }).sample(subscriptionOf(), 'C1')
    expect(text).not.toBe('')
    expect(blocks.length).toBeGreaterThan(0)
    expect(blocks.map(({ type }) => type)).not.toContain('actions')
  })

  it('says that nothing is posted to a channel without subscriptions', async () => {
    const { text } = await createAnswers(status).why([], { mention: { id: '1' }, channel: 'C1' })
    expect(text).toContain('No alerts are posted here yet.')
  })

  it.each([{ words: 'not a link' }, { url: 'https://news.example/nothing' }])(
    'offers similar mentions if no alert has a mention for %j',
    async (mention) => {
      const meant = [{ title: 'Acme is down', url: 'https://news.example/1' }]
      const unknown = { subscription: 'acme', alert: 'Acme brand', words: [] }
      const { text, blocks } = await createAnswers({
        ...status,
        explain: async () => [{ ...unknown, source: 'unknown', reason: 'no-mention' }],
        mentionsLike: async () => meant,
      }).why([{ subscription: subscriptionOf() }], { mention, channel: 'C1' })
      expect(text).toContain('No recent mention here matches')
      expect(text).toContain('Did you mean “Acme is down”?')
      expect(JSON.stringify(blocks)).toContain('"value":"why https://news.example/1"')
    },
  )
})
