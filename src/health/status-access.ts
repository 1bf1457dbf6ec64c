import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/** `open` shows the page, `login` asks for the token, and `absent` responds as if the page did not exist. */
export type StatusAccess = 'open' | 'login' | 'absent'

/** Reverse proxies add these headers. A request with one of them may come from another machine. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'true-client-ip',
  'cf-connecting-ip',
]

/**
 * Decides who may read `/status` and `/metrics`. If `host` is a loopback address, requests from this machine need no token. All others need
 * STATUS_TOKEN as bearer token or as password of Basic authentication. If STATUS_TOKEN is not set, the pages do not exist for them.
 */
export function statusAccess(
  { host, token }: { host: string; token: string | undefined },
  headers: IncomingHttpHeaders,
): StatusAccess {
  if (isLoopback(host) && isFromThisMachine(headers)) return 'open'
  if (token === undefined) return 'absent'
  const given = readCredentials(headers.authorization)
  return given !== undefined && isSameToken(given, token) ? 'open' : 'login'
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost') return true
  return (isIPv4(name) && name.startsWith('127.')) || (isIPv6(name) && name === '::1')
}

/**
 * Returns false if the Host header is foreign or a proxy added a header. Such a request comes from a proxy, or from a web page that reaches
 * the bot by DNS rebinding.
 */
function isFromThisMachine(headers: IncomingHttpHeaders): boolean {
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  const address = `http://${headers.host ?? ''}`
  return URL.canParse(address) && isLoopback(new URL(address).hostname)
}

function readCredentials(authorization = ''): string | undefined {
  const [, scheme = '', value = ''] = credentials.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? []
  return password
}

const credentials = /^(\S+) +(\S+)\s*$/

export function readBearer(authorization = ''): string | undefined {
  const [, scheme = '', value] = credentials.exec(authorization) ?? []
  return scheme.toLowerCase() === 'bearer' ? value : undefined
}

/** Takes the same time for every wrong token of the same length. */
export function isSameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
