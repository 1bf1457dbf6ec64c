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
  ])('without a token, a request with the Host header %j gets the answer "%s"', (host, access) => {
    expect(statusAccess({ host: '127.0.0.1', token: undefined }, { host })).toBe(access)
  })

  it('without a token, a request without a Host header is refused', () => {
    expect(statusAccess({ host: '127.0.0.1', token: undefined }, {})).toBe('absent')
  })

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'without a token, a request with the header %s is refused',
    (name) => {
      expect(statusAccess({ host: '127.0.0.1', token: undefined }, { ...local, [name]: 'x' })).toBe('absent')
    },
  )

  it.each(['0.0.0.0', '::', '10.0.0.5', 'overheard.example'])(
    'without a token, a server that listens on %s refuses local requests, too',
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
  ])('with a token, a request with the authorization %j gets the answer "%s"', (authorization, access) => {
    const headers = authorization === undefined ? local : { ...local, authorization }
    expect(statusAccess({ host: '0.0.0.0', token: 's3cret' }, headers)).toBe(access)
  })

  it('accepts a password that contains colons and characters beyond ASCII', () => {
    const headers = { ...local, authorization: basic('me:pä:ss') }
    expect(statusAccess({ host: '0.0.0.0', token: 'pä:ss' }, headers)).toBe('open')
  })

  it('needs no token on this machine even if one is set', () => {
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
])('the address %s can be reached only from this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
