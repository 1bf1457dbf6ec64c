import { expect, it } from 'vitest'
import { createLookInto } from '../../../src/commands/looking/look-into.ts'
import { MentionServiceError } from '../../../src/mentions/error.ts'
import { subscriptionOf } from '../../turn/story-world.ts'

const unused = () => Promise.reject(new Error('not expected'))
const refused = new MentionServiceError({
  kind: 'unauthorized',
  retry: 'when_replaced',
  what: 'The mention service refuses the access token',
  status: 401,
})

it.each(['sample', 'preview'] as const)(
  'a %s that the service refuses says so in one sentence',
  async (look) => {
    const lookInto = createLookInto({
      now: () => 0,
      alerts: { find: () => Promise.reject(refused) },
      newest: unused,
      decideFor: () => () => ({ kind: 'deliver', reason: 'passed' }),
      previewWeek: () => Promise.reject(refused),
      describe: unused,
      requests: unused,
      planLimitReached: unused,
      lag: () => 0,
      polledAt: unused,
      backlog: unused,
      digests: { names: [], preview: unused },
    })
    const { text } = await lookInto[look](subscriptionOf(), 'C1')
    expect(text).toBe('That cannot be told now: the mention service refuses the access token.')
  },
)
