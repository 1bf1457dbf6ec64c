import { describe, expect, it } from 'vitest'
import { isLoopback, statusAccess } from '../../src/health/status-access.ts'

const local = { host: '127.0.0.1:3000' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('access to /status and /metrics', () => {
  it.each([
    ['127.0.0.1:3000', 'open'],
    ['localhost', 'open'],
    ['[::1]:3000', 'open'],
    ['overheard.example', 'absent'],
    ['127.0.0.1.example', 'absent'],
    ['localhost@evil.example', 'absent'],
    ['', 'absent'],
    ['::', 'absent'],
  ])(
    'for a request with the Host header %j, if STATUS_TOKEN is not set, is "%s" (absent: the page seems not to exist)',
    (host, access) => {
      expect(statusAccess({ host: '127.0.0.1', token: undefined }, { host })).toBe(access)
    },
  )

  it('is refused to a request without a Host header if STATUS_TOKEN is not set', () => {
    expect(statusAccess({ host: '127.0.0.1', token: undefined }, {})).toBe('absent')
  })

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'is refused to a request with the header %s if STATUS_TOKEN is not set',
    (name) => {
      expect(statusAccess({ host: '127.0.0.1', token: undefined }, { ...local, [name]: 'x' })).toBe('absent')
    },
  )

  it.each(['0.0.0.0', '::', '10.0.0.5', 'overheard.example'])(
    'is refused even to local requests if the server listens on %s and STATUS_TOKEN is not set',
    (host) => {
      expect(statusAccess({ host, token: undefined }, local)).toBe('absent')
    },
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
    'for a request of another machine with the Authorization header %j, if STATUS_TOKEN is "s3cret", is "%s" (login: asks for the token)',
    (authorization, access) => {
      const headers = authorization === undefined ? local : { ...local, authorization }
      expect(statusAccess({ host: '0.0.0.0', token: 's3cret' }, headers)).toBe(access)
    },
  )

  it('is granted for a token with a colon and non-ASCII characters that is given as the password', () => {
    const headers = { ...local, authorization: basic('me:pä:ss') }
    expect(statusAccess({ host: '0.0.0.0', token: 'pä:ss' }, headers)).toBe('open')
  })

  it('is granted to a local request without the token even if STATUS_TOKEN is set, if the server listens on 127.0.0.1', () => {
    expect(statusAccess({ host: '127.0.0.1', token: 's3cret' }, local)).toBe('open')
  })
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
