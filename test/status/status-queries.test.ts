import { describe, expect, it } from 'vitest'
import { MentionServiceError } from '../../src/model/mention-service-error.ts'
import { createStatusQueries } from '../../src/status/status-queries.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { alert, subscriptionOf } from '../tools/story-world.ts'

const unused = () => Promise.reject(new Error('not expected'))
const refused = new MentionServiceError({
  kind: 'unauthorized',
  retry: 'when_replaced',
  what: 'The mention service refuses the access token',
  status: 401,
})
const deps: Parameters<typeof createStatusQueries>[0] = {
  now: () => 0,
  alerts: { find: async () => ({ kind: 'found', alert }) },
  newest: unused,
  decideFor: () => () => ({ kind: 'deliver', reason: 'passed' }),
  previewWeek: unused,
  describe: unused,
  requests: unused,
  planLimitReached: unused,
  lag: () => 0,
  polledAt: unused,
  backlog: unused,
  digests: { names: [], preview: async () => undefined },
}

it.each(['sample', 'preview'] as const)(
  'a %s that the service refuses says so in one sentence',
  async (look) => {
    const find = () => Promise.reject(refused)
    const lookInto = createStatusQueries({ ...deps, alerts: { find }, previewWeek: find })
    const { text } = await lookInto[look](subscriptionOf(), 'C1')
    expect(text).toBe('That cannot be told now: the mention service refuses the access token.')
  },
)

it.each([
  [0, 'Acme brand has no mentions yet.'],
  [1, 'The only mention of Acme brand does not pass the filters.'],
  [300, 'None of the newest 300 mentions of Acme brand passes the filters.'],
])('a sample out of %i mentions that pass no filter says so', async (count, sentence) => {
  const newest = async () => Array.from({ length: count }, () => sampleMention())
  const decideFor = () => () => ({ kind: 'skip', reason: 'only.source' }) as const
  const { text } = await createStatusQueries({ ...deps, newest, decideFor }).sample(subscriptionOf(), 'C1')
  expect(text).toBe(sentence)
})

describe('a digest that is asked for', () => {
  const names = ['weekly brand', 'weekly rivals']
  it.each([
    [
      'daily',
      'No digest is called "daily". There is: weekly brand, weekly rivals. For example: /mentions digest weekly brand',
    ],
    ['WEEKLY', 'Several fit: weekly brand, weekly rivals. For example: /mentions digest weekly brand'],
    ['rivals', 'There is no digest weekly rivals.'],
  ])('as %s is found, or those there are are named', async (name, sentence) => {
    const digests = { names, preview: async () => undefined }
    expect((await createStatusQueries({ ...deps, digests }).digest(name)).text).toBe(sentence)
  })
})
