import { describe, expect, it } from 'vitest'
import { validateToken } from '../../../src/cli/setup/credential-steps.ts'

describe('what speaks against a token', () => {
  it.each([
    ['nothing against a bot token', 'xoxb-1234-5678', 'xoxb-', undefined],
    ['nothing against an app-level token', 'xapp-1-A1-2-c', 'xapp-', undefined],
    ['the tokens are swapped', 'xapp-1-A1-2-c', 'xoxb-', 'This is an app-level token.'],
    ['the tokens are swapped the other way', 'xoxb-1234', 'xapp-', 'This is a bot token'],
    ['it is a user token', 'xoxp-1234', 'xoxb-', 'This is a user token'],
    ['it rotates', 'xoxe.xoxb-1234', 'xoxb-', 'token rotation'],
    [
      'it is the signing secret',
      '8f742231b10e8888abcd99yyyzzz85a5'.replaceAll(/[yz]/g, '0'),
      'xapp-',
      'This is a secret of the app',
    ],
    ['only its beginning was pasted', 'xoxb-', 'xoxb-', 'cut off'],
    ['more than it was pasted', 'SLACK_BOT_TOKEN= xoxb-1234', 'xoxb-', 'no blanks'],
    ['it is something else', 'hello', 'xoxb-', 'does not look like a Slack token'],
  ] as const)('%s', (_what, token, prefix, objection) => {
    const said = validateToken(token, prefix)
    if (objection === undefined) expect(said).toBeUndefined()
    else expect(said).toContain(objection)
  })

  it('never repeats the token', () => {
    expect(validateToken('xapp-1-secret', 'xoxb-')).not.toContain('secret')
  })
})
