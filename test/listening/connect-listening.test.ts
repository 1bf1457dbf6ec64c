import { expect, it } from 'vitest'
import { namedVariables } from '../../src/listening/connect-listening.ts'

it('the mention service that the bot starts gets the environment variables that its settings name, and no others', () => {
  const listen = { sources: { intake: { senders: { shop: { secretEnv: ['NEW', 'OLD'] } } } } }
  const variables = { NEW: 'a', OLD: 'b', OLDER: 'c', SLACK_BOT_TOKEN: 'xoxb', EMPTY: undefined }
  expect(namedVariables(listen, variables)).toEqual({ NEW: 'a', OLD: 'b' })
})
