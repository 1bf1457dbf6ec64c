import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { secretValues } from '../model/secret-values.ts'

/**
 * `open` shows the page, and `login` asks for the token. For `off` and `local-only` the page does not exist: it is off for everybody, or only
 * for this request.
 */
export type StatusAccess = 'open' | 'login' | 'off' | 'local-only'

export type StatusSettings = {
  HOST: string
  STATUS_TOKEN?: string
  /** Undefined in HTTP mode. */
  SLACK_APP_TOKEN?: string
  MCP_TOKEN?: string
  MCP_PRIVATE_TOKEN?: string
}

/**
 * Why nobody may read `/status` and `/metrics`; undefined if somebody may. Without STATUS_TOKEN only requests of this machine are
 * answered, and a proxy on this machine can pass on requests that look like them. So the pages are off if other machines can connect, and if
 * something else on the port needs a proxy: Slack in HTTP mode, or AI assistants.
 */
export function whyStatusIsOff(settings: StatusSettings): 'http-mode' | 'mcp' | 'host' | undefined {
  if (settings.STATUS_TOKEN !== undefined) return undefined
  if (settings.SLACK_APP_TOKEN === undefined) return 'http-mode'
  if (settings.MCP_TOKEN !== undefined || settings.MCP_PRIVATE_TOKEN !== undefined) return 'mcp'
  return isLoopback(settings.HOST) ? undefined : 'host'
}

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
 * Decides who may read `/status` and `/metrics`: with a token, whoever sends it as bearer token or as password of Basic authentication;
 * without one, requests of this machine.
 */
export function statusAccess(
  { token, isOff }: { token: string | undefined; isOff: boolean },
  request: Pick<IncomingMessage, 'headers' | 'httpVersion'>,
): StatusAccess {
  if (isOff) return 'off'
  if (token === undefined) return isFromThisMachine(request) ? 'open' : 'local-only'
  const given = readCredentials(request.headers.authorization)
  return given !== undefined && isOneOf(given, token) ? 'open' : 'login'
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost') return true
  return (isIPv4(name) && name.startsWith('127.')) || (isIPv6(name) && name === '::1')
}

/**
 * Returns false if the Host header is foreign, a proxy added a header, or the request has HTTP/1.0. Such a request comes from a proxy, or
 * from a web page that reaches the bot by DNS rebinding. nginx before 1.30 sends HTTP/1.0, its own address as Host, and no header, unless it is
 * told to.
 */
function isFromThisMachine({
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  if (httpVersion === '1.0') return false
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

const isOneOf = (given: string, set: string) =>
  secretValues(set)
    .map((token) => isSameToken(given, token))
    .includes(true)

/** Takes the same time for every wrong token of the same length. */
export function isSameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
