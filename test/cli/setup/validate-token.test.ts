import { describe, expect, it } from 'vitest'
import { validateToken } from '../../../src/cli/setup/credential-steps.ts'

describe('the check of an entered Slack token', () => {
  it.each([
    ['accepts a bot token', 'xoxb-1234-5678', 'xoxb-', undefined],
    ['accepts an app-level token', 'xapp-1-A1-2-c', 'xapp-', undefined],
    [
      'reports an app-level token that was entered as the bot token',
      'xapp-1-A1-2-c',
      'xoxb-',
      'This is an app-level token.',
    ],
    [
      'reports a bot token that was entered as the app-level token',
      'xoxb-1234',
      'xapp-',
      'This is a bot token',
    ],
    ['reports a user token', 'xoxp-1234', 'xoxb-', 'This is a user token'],
    ['reports a token of an app with token rotation', 'xoxe.xoxb-1234', 'xoxb-', 'token rotation'],
    [
      'reports a signing secret that was entered as a token',
      '8f742231b10e8888abcd99yyyzzz85a5'.replaceAll(/[yz]/g, '0'),
      'xapp-',
      'This is a secret of the app',
    ],
    ['reports a token that was cut off', 'xoxb-', 'xoxb-', 'cut off'],
    ['reports a token that was pasted with other text', 'SLACK_BOT_TOKEN= xoxb-1234', 'xoxb-', 'no blanks'],
    ['reports a text that is not a token', 'hello', 'xoxb-', 'does not look like a Slack token'],
  ] as const)('%s', (_what, token, prefix, objection) => {
    const said = validateToken(token, prefix)
    if (objection === undefined) expect(said).toBeUndefined()
    else expect(said).toContain(objection)
  })

  it('never repeats the token', () => {
    expect(validateToken('xapp-1-secret', 'xoxb-')).not.toContain('secret')
  })
})
