import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { expect, it } from 'vitest'
import { previewOf } from '../../../src/features/status/subcommands.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

it('the answer to /mentions preview says in one sentence that the mention service refuses the request', async () => {
  const refused = new MentionServiceError({
    kind: 'unauthorized',
    retry: 'when_replaced',
    what: 'The mention service refuses the access token',
    status: 401,
  })
  const refuse = () => Promise.reject(refused)
  const status = { sample: refuse, previewWeek: refuse }
  const { text } = await previewOf({ status, layout: {} }, subscriptionOf(), 'C1')
  expect(text).toBe("Can't look that up right now: the mention service refuses the access token.")
})
