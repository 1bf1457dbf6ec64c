import { describe, expect, it } from 'vitest'
import { isLoopback, statusAccess, whyStatusIsOff } from '../../src/health/status-access.ts'

const local = { host: '127.0.0.1:3000' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const request = (headers: Record<string, string>, httpVersion = '1.1') => ({ headers, httpVersion })

describe('if STATUS_TOKEN is not set, access to /status and /metrics', () => {
  const access = (headers: Record<string, string>, httpVersion?: string) =>
    statusAccess({ token: undefined, isOff: false }, request(headers, httpVersion))

  it.each([
    ['127.0.0.1:3000', 'open'],
    ['localhost', 'open'],
    ['[::1]:3000', 'open'],
    ['overheard.example', 'local-only'],
    ['127.0.0.1.example', 'local-only'],
    ['localhost@evil.example', 'local-only'],
    ['', 'local-only'],
    ['::', 'local-only'],
  ])(
    'for a request with the Host header %j is "%s" (local-only: the page seems not to exist)',
    (host, expected) => {
      expect(access({ host })).toBe(expected)
    },
  )

  it('is refused to a request without a Host header', () => {
    expect(access({})).toBe('local-only')
  })

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'is refused to a request with the header %s',
    (name) => {
      expect(access({ ...local, [name]: 'x' })).toBe('local-only')
    },
  )

  it('is refused to a request with HTTP/1.0, because nginx may send it for somebody else', () => {
    expect(access(local, '1.0')).toBe('local-only')
  })

  it('is refused to everybody while the pages are off', () => {
    expect(statusAccess({ token: undefined, isOff: true }, request(local))).toBe('off')
  })
})

describe('if STATUS_TOKEN is set, access to /status and /metrics', () => {
  const access = (authorization: string | undefined, token = 's3cret') =>
    statusAccess(
      { token, isOff: false },
      request(authorization === undefined ? local : { ...local, authorization }),
    )

  it.each([
    [undefined, 'login'],
    ['Bearer wrong', 'login'],
    ['Bearer ', 'login'],
    ['Bearer s3cret', 'open'],
    ['bearer s3cret', 'open'],
    [basic('anybody:s3cret'), 'open'],
    [basic(':s3cret'), 'open'],
    [basic('s3cret:'), 'login'],
    [basic('s3cret'), 'login'],
    ['Basic %%%', 'login'],
    ['Digest s3cret', 'login'],
  ])(
    'for a request of this machine with the Authorization header %j is "%s", as for any other request',
    (authorization, expected) => {
      expect(access(authorization)).toBe(expected)
    },
  )

  it.each([
    ['Bearer the-new-one', 'open'],
    ['Bearer the-old-one', 'open'],
    [basic('me:the-old-one'), 'open'],
    ['Bearer the-new-one the-old-one', 'login'],
    [basic('me:the-new-one the-old-one'), 'login'],
    ['Bearer the-new-on', 'login'],
  ])('for a request with the header %j is "%s" while two tokens are set', (authorization, expected) => {
    expect(access(authorization, 'the-new-one the-old-one')).toBe(expected)
  })

  it('is granted to a request of another machine, through a proxy with HTTP/1.0, that sends the token', () => {
    const headers = { host: 'bot.example', 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer s3cret' }
    expect(statusAccess({ token: 's3cret', isOff: false }, request(headers, '1.0'))).toBe('open')
  })

  it('is granted for a token with a colon and non-ASCII characters that is given as the password', () => {
    expect(access(basic('me:pä:ss'), 'pä:ss')).toBe('open')
  })
})

describe('/status and /metrics', () => {
  const inSocketMode = { HOST: '127.0.0.1', SLACK_APP_TOKEN: 'xapp-1' }

  it.each([
    ['in Socket Mode on the loopback address', inSocketMode, undefined],
    ['in HTTP mode', { HOST: '127.0.0.1' }, 'http-mode'],
    ['with MCP_TOKEN', { ...inSocketMode, MCP_TOKEN: 'x' }, 'mcp'],
    ['with MCP_PRIVATE_TOKEN', { ...inSocketMode, MCP_PRIVATE_TOKEN: 'x' }, 'mcp'],
    ['with HOST=0.0.0.0', { ...inSocketMode, HOST: '0.0.0.0' }, 'host'],
    ['with HOST=::', { ...inSocketMode, HOST: '::' }, 'host'],
    ['with HOST=10.0.0.5', { ...inSocketMode, HOST: '10.0.0.5' }, 'host'],
    ['with HOST=overheard.example', { ...inSocketMode, HOST: 'overheard.example' }, 'host'],
  ])(
    '%s and without STATUS_TOKEN are off for the right reason, and with it they are on',
    (_settings, settings, expected) => {
      expect(whyStatusIsOff(settings)).toBe(expected)
      expect(whyStatusIsOff({ ...settings, STATUS_TOKEN: 'x' })).toBeUndefined()
    },
  )
})

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['LOCALHOST', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example', false],
  ['10.0.0.1', false],
])('for the address %s, the check for loopback addresses returns %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
