import { expect, it } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'

const key = Buffer.from('x'.repeat(32)).toString('base64')
const variables = {
  GOOD: `whsec_${key}`,
  PLAIN: 'x'.repeat(24),
  SHORT: 'tiny-secret',
  SHORT_KEY: 'whsec_c2hvcnQ=',
  NOT_BASE64: 'whsec_secret-with-dashes-of-some-length',
  TWO: `whsec_${key} ${'x'.repeat(24)}`,
  TWO_OF_WHICH_ONE_IS_SHORT: `whsec_${key} tiny-secret`,
  BLANKS: 'a secret with blanks that is long enough',
}
const file = (webhook: string) => `timezone: UTC\nwebhooks:\n  - ${webhook}\n`
const errorsOf = (webhook: string) => readConfiguration(file(webhook), variables).errors

it.each([
  '{ url: https://x.example/hook, secretEnv: GOOD }',
  '{ url: https://x.example/hook, secretEnv: PLAIN, events: [mention.posted] }',
  '{ url: https://x.example/hook, secretEnv: TWO }',
  '{ url: http://10.0.0.5:8080/hook, secretEnv: GOOD, allowPrivate: true }',
])('the webhook %s is valid', (webhook) => {
  expect(errorsOf(webhook)).toEqual([])
})

const ofSecret = 'line 3: webhooks[0].secretEnv: '
const ofUrl = 'line 3: webhooks[0].url: '
it.each([
  ['MISSING', 'the environment variable MISSING is missing: it must have the secret of the webhook'],
  [
    'SHORT',
    'the environment variable SHORT must begin with whsec_, or be 24 to 64 characters without blanks',
  ],
  [
    'BLANKS',
    'the environment variable BLANKS must begin with whsec_, or be 24 to 64 characters without blanks',
  ],
  [
    'TWO_OF_WHICH_ONE_IS_SHORT',
    'the environment variable TWO_OF_WHICH_ONE_IS_SHORT must begin with whsec_, or be 24 to 64 characters without blanks',
  ],
  [
    'SHORT_KEY',
    'the environment variable SHORT_KEY begins with whsec_, but the rest is not base64 of 24 to 64 bytes',
  ],
  [
    'NOT_BASE64',
    'the environment variable NOT_BASE64 begins with whsec_, but the rest is not base64 of 24 to 64 bytes',
  ],
  // A secret instead of a name.
  [`whsec_${key}`, 'expected the name of an environment variable in capitals'],
])(
  'the secretEnv %s of a webhook is an error with its line, which never contains the secret',
  (name, error) => {
    const errors = errorsOf(`{ url: https://x.example/hook, secretEnv: ${name} }`)
    expect(errors).toEqual([`${ofSecret}${error}`])
  },
)

it.each([
  ['http://x.example/hook', 'expected an https address; http needs `allowPrivate: true`'],
  ['https://127.0.0.1/hook', 'this is a private address, which needs `allowPrivate: true`'],
  ['https://[fd00::1]/hook', 'this is a private address, which needs `allowPrivate: true`'],
  ['https://169.254.169.254/hook', 'this is a private address, which needs `allowPrivate: true`'],
  ['https://localhost/hook', 'this is a private address, which needs `allowPrivate: true`'],
  ['https://ana:secret@x.example/hook', 'expected an address without a user name or password'],
  ['ftp://x.example/hook', 'expected an https address'],
  ['hooks', 'expected an https address'],
])('the url %s of a webhook is an error with its line', (url, error) => {
  expect(errorsOf(`{ url: '${url}', secretEnv: GOOD }`)[0]).toBe(`${ofUrl}${error}`)
})

it('two webhooks with one url, and an unknown event, are errors with their lines', () => {
  const hook = '{ url: https://x.example/hook, secretEnv: GOOD }'
  expect(errorsOf(`${hook}\n  - ${hook}`)).toEqual(['line 4: webhooks[1].url: this address is already taken'])
  expect(errorsOf('{ url: https://x.example, secretEnv: GOOD, events: [mention.claim] }')[0]).toContain(
    'did you mean `mention.claimed`?',
  )
})

it('the check of the file alone does not need the secret of a webhook', () => {
  expect(readConfiguration(file('{ url: https://x.example/hook, secretEnv: MISSING }')).errors).toEqual([])
})
