import type { lookup } from 'node:dns'
import type { SetTimer } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import {
  brokenBody,
  createDispatcher,
  type ProxySettings,
  packingFault,
  sendForBody,
  unpack,
} from '@overheard/base/http'
import { isPrivateHost, PrivateAddressError, publicLookup } from '@overheard/base/private-address'
import { TimedOutError, withTimeout } from '@overheard/base/timeout'
import { FetchError } from '../source.ts'

/** Header names are in lower case. `fault`: what is wrong with how it was packed. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer; fault?: string }

export type SentRequest = {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
  maxBytes: number
  signal: AbortSignal
}

/** Sends one request and follows no redirects. Rejects with FetchError, or with the signal's reason. */
export type Send = (request: SentRequest) => Promise<Answer>

export type SendDeps = {
  proxy: ProxySettings
  /** True: hosts may have private addresses, as in tests and in an own network. */
  allowPrivate: boolean
  now: () => number
  setTimer: SetTimer
  /** Resolves host names; that of Node by default. */
  resolve?: typeof lookup
}

const connectTimeoutMs = 10_000
/** The whole answer must arrive in this time. */
const answerTimeoutMs = 20_000
/** No source may ask for more than this, packed. */
const maxPackedBytes = 32 * 1024 * 1024

export function createSend({ proxy, allowPrivate, now, setTimer, resolve }: SendDeps): {
  send: Send
  close: () => Promise<void>
} {
  const dispatcher = createDispatcher(proxy, {
    connections: 1,
    connect: { timeout: connectTimeoutMs, ...(allowPrivate ? {} : { lookup: publicLookup(resolve) }) },
    maxResponseSize: maxPackedBytes,
  })
  return {
    async send({ url, method, headers, body, maxBytes, signal }) {
      // Names are not resolved for an address, so the lookup does not see it.
      if (!allowPrivate && isPrivateHost(url.hostname))
        throw new FetchError('private-address', `${url.hostname} is a private address`)
      const deadline = now() + answerTimeoutMs
      const request = {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { 'accept-encoding': 'gzip, br', ...headers },
        ...defined({ body }),
        headersTimeout: answerTimeoutMs,
        bodyTimeout: answerTimeoutMs,
      }
      try {
        const answer = await withTimeout(
          setTimer,
          answerTimeoutMs,
          (stopped) => sendForBody(dispatcher, request, stopped, () => now() > deadline),
          signal,
        )
        const flat = flatten(answer.headers)
        const unpacking = unpacked(answer.body, flat['content-encoding'], maxBytes)
        return {
          status: answer.status,
          headers: flat,
          // Only an answer of success needs its body. The status and headers of another one say what to do.
          body: answer.status < 300 ? await unpacking : await unpacking.catch(() => Buffer.alloc(0)),
          ...defined({ fault: packingFault(answer.body, flat['content-encoding']) }),
        }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw toFetchError(error, url)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** The limit counts the unpacked bytes. */
async function unpacked(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const plain = await unpack(body, encoding, maxBytes)
  if (plain.length > maxBytes) throw new FetchError('too-large', `the answer has more than ${maxBytes} bytes`)
  return plain
}

/** Codes of undici and Node that tell more than that nothing could be reached. */
const tooLarge = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE'])
const tooSlow = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])

function toFetchError(error: unknown, { hostname }: URL): FetchError {
  if (error instanceof FetchError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof PrivateAddressError)
    return new FetchError('private-address', error.message, { cause: error })
  if (error instanceof TimedOutError || tooSlow.has(code))
    return new FetchError('timeout', `${hostname} did not answer in time`, { cause: error })
  if (code === brokenBody)
    return new FetchError('refused', `${hostname} answers with a packed body that is broken`, {
      cause: error,
    })
  if (tooLarge.has(code)) return new FetchError('too-large', `${hostname} sends too much`, { cause: error })
  return new FetchError('unreachable', `${hostname} cannot be reached (${code || 'the connection failed'})`, {
    cause: error,
  })
}
