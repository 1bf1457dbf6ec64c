import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { decoded } from './decoded.ts'
import type { Ms, Time } from './time.ts'

/**
 * `httpProxy` and `httpsProxy` are URLs. `noProxy` lists the hosts that are reached directly, separated by commas. An
 * empty text means none.
 */
export type ProxySettings = { httpProxy: string; httpsProxy: string; noProxy: string }

export const withoutProxy: ProxySettings = { httpProxy: '', httpsProxy: '', noProxy: '' }

export type { Dispatcher }

type DispatcherOptions = {
  /** The only address that gets requests. A pool for one address costs less CPU than an agent for all. */
  origin?: string
  maxResponseSize: number
  connections?: number
  /** `lookup` resolves the names of hosts that are reached without a proxy. */
  connect?: { timeout: number; lookup?: LookupFunction }
  /** True if a proxy must tunnel requests to http addresses, too. A websocket needs a tunnel. */
  proxyTunnel?: boolean
}

export function createDispatcher(
  proxy: ProxySettings,
  { origin, proxyTunnel = false, ...given }: DispatcherOptions,
): Dispatcher {
  // The error codes that show if a post was sent are those of HTTP/1.1 connections.
  const options = { ...given, allowH2: false }
  // All three settings are strings, because undici reads a missing one from the environment.
  if (proxy.httpProxy !== '' || proxy.httpsProxy !== '') {
    const httpProxy = withEncodedPassword(proxy.httpProxy)
    const httpsProxy = withEncodedPassword(proxy.httpsProxy)
    return new EnvHttpProxyAgent({ ...proxy, httpProxy, httpsProxy, proxyTunnel, ...options })
  }
  return origin === undefined ? new Agent(options) : new Pool(origin, options)
}

/** undici throws at the address of a proxy whose password has a percent sign that encodes nothing. */
function withEncodedPassword(proxy: string): string {
  const url = URL.parse(proxy)
  if (url === null) return proxy
  url.username = encodeURIComponent(decoded(url.username))
  url.password = encodeURIComponent(decoded(url.password))
  return url.href
}

type HttpRequest = Pick<
  Dispatcher.DispatchOptions,
  'origin' | 'path' | 'method' | 'headers' | 'body' | 'headersTimeout' | 'bodyTimeout'
>

type Answer = { status: number; headers: Dispatcher.ResponseData['headers'] }
export type RawResponse = Answer & { text: string }

/**
 * Sends a request as `sendForBody` does, and reads its response as UTF-8 text. Unpacks the body, because some proxies pack it although nobody asked
 * for that. Rejects with the errors of `unpack`, too: it may have at most `maxBytes` bytes.
 */
export async function sendRequest(
  maxBytes: number,
  ...request: Parameters<typeof sendForBody>
): Promise<RawResponse> {
  const { body, ...answer } = await sendForBody(...request)
  const encoding = answer.headers['content-encoding']?.toString()
  const isPacked = encoding !== undefined || isGzip(body)
  const plain = isPacked ? await unpack(body, encoding, maxBytes) : body
  return { ...answer, text: plain.toString('utf8') }
}

/**
 * Sends a request and reads its response as it comes, perhaps packed. It calls the dispatcher itself, because undici's `request` makes a stream for each
 * response (20 µs of CPU). Follows no redirects. Rejects with undici's errors or the signal's reason. `isLate` is called after each piece of
 * the response, because undici's timeouts never end a response that sends a byte now and then. `onStatus` gets the final status as soon as it
 * arrives.
 */
export function sendForBody(
  dispatcher: Dispatcher,
  request: HttpRequest,
  signal: AbortSignal | undefined,
  isLate?: () => boolean,
  onStatus?: (status: number) => void,
): Promise<Answer & { body: Buffer }> {
  return new Promise((resolve, reject) => {
    const received = createBody()
    let answer: Answer = { status: 0, headers: {} }
    let sent: Dispatcher.DispatchController | undefined
    const end = () => signal?.removeEventListener('abort', giveUp)
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const giveUp = () => {
      fail(signal?.reason)
      sent?.abort(new Error('the request was aborted'))
    }
    signal?.addEventListener('abort', giveUp)
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        sent = controller
        if (signal?.aborted) giveUp()
      },
      onResponseStart(_controller, status, headers) {
        answer = { status, headers }
        if (status >= 200) onStatus?.(status)
      },
      onResponseData(controller, chunk) {
        received.add(chunk, Number(answer.headers['content-length']))
        if (isLate?.())
          controller.abort(
            Object.assign(new Error('the response took too long'), { code: 'UND_ERR_BODY_TIMEOUT' }),
          )
      },
      onResponseEnd() {
        end()
        resolve({ ...answer, body: received.bytes() })
      },
      onResponseError: (_controller, error) => fail(error),
    })
  })
}

/** A body of more bytes is collected in one buffer. */
const largeBody = 1024 * 1024
/** No header makes the buffer larger than this. */
const mostExpected = 64 * largeBody

/** A large body is copied as it comes: all chunks and a copy of them would need twice its memory. */
function createBody() {
  const chunks: Buffer[] = []
  let [size, room] = [0, Buffer.alloc(0)]
  const grow = (needed: number, expected: number) => {
    const before = room.length === 0 ? Buffer.concat(chunks) : room
    const isEnough = expected >= needed && expected <= mostExpected
    room = Buffer.allocUnsafeSlow(isEnough ? expected : 2 * needed)
    before.copy(room, 0, 0, size)
  }
  return {
    /** `expected`: bytes of the whole body, or NaN. */
    add(chunk: Buffer, expected: number): void {
      const needed = size + chunk.length
      if (needed > largeBody) {
        if (needed > room.length) grow(needed, expected)
        chunk.copy(room, size)
      } else chunks.push(chunk)
      size = needed
    },
    bytes: () => (room.length === 0 ? Buffer.concat(chunks) : room.subarray(0, size)),
  }
}

/**
 * Sends a request and resolves with the status of the response, without waiting for its body. Rejects like `sendRequest`. The limits of the
 * body end the connection if the body is large or slow.
 */
export function sendForStatus(
  dispatcher: Dispatcher,
  request: HttpRequest,
  signal: AbortSignal,
  isLate: () => boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    sendForBody(dispatcher, request, signal, isLate, resolve).catch(reject)
  })
}

type Unpack = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const unpackGzip: Unpack = promisify(gunzip)

const unpackers = new Map<string, Unpack>([
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['br', promisify(brotliDecompress)],
  ['deflate', (body, options) => promisify(hasZlibHeader(body) ? inflate : inflateRaw)(body, options)],
])

/** `deflate` means the format of zlib (RFC 9110, 8.4.1.2), but some servers send the raw stream. */
function hasZlibHeader([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

/** No text in UTF-8 begins with these two bytes. */
const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b

/** Unpacks at most this many encodings of one body, because each takes a pass over all bytes. */
const mostEncodings = 3

/** The code of the error for a packed body that is broken or cut off. */
export const brokenBody = 'BROKEN_BODY'

/**
 * Returns the body of a response as it was before its encodings. `encoding` is the header `Content-Encoding`. Unpacks gzip without the header, too,
 * and leaves a body that is not packed in spite of it. Rejects with an error with the code `ERR_BUFFER_TOO_LARGE` if there are more than `maxBytes`
 * bytes after any step, because a small body can unpack to gigabytes, and with `brokenBody`.
 */
export async function unpack(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const named = (encoding ?? '').split(',').map((name) => name.trim().toLowerCase())
  // The last encoding was applied last.
  const known = named.reverse().flatMap((name) => unpackers.get(name) ?? [])
  let plain = body
  for (const unpacker of (known.length > 0 ? known : [unpackGzip]).slice(0, mostEncodings)) {
    if (plain.length === 0 || (unpacker === unpackGzip && !isGzip(plain))) continue
    plain = await unpacker(plain, { maxOutputLength: maxBytes }).catch(failUnpacking)
  }
  return plain
}

/** What is wrong with how a body was packed, although it can be read; undefined if nothing is. */
export function packingFault(body: Buffer, encoding: string | undefined): string | undefined {
  if (encoding === undefined && isGzip(body)) return 'it is packed with gzip, which its headers do not say'
  const isRaw = encoding?.trim().toLowerCase() === 'deflate' && body.length > 0 && !hasZlibHeader(body)
  return isRaw ? 'it is packed as a raw stream of deflate' : undefined
}

function failUnpacking(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw error
  throw Object.assign(new Error('the packed body is broken', { cause: error }), { code: brokenBody })
}

type Header = string | string[] | null | undefined

/**
 * Returns the wait of `Retry-After` (seconds or an HTTP date, RFC 9110, 10.2.3) in ms. Returns undefined if the header is missing or
 * unreadable, and 0 if its date has passed. A date is compared with the header `Date` (`sentAt`), because the server's clock may differ from
 * ours; without that header, with `now`. The wait has no upper bound: the caller sets one.
 */
export function retryAfterMs(header: Header, sentAt: Header, now?: Time): Ms | undefined {
  const text = typeof header === 'string' ? header.trim() : ''
  if (/^\+?\d+(\.\d*)?$/.test(text)) return Number(text) * 1000
  // Date.parse reads many other texts, such as "-5", as a date.
  if (!/^[A-Za-z]{3}/.test(text)) return undefined
  const date = Date.parse(text)
  const from = typeof sentAt === 'string' ? Date.parse(sentAt) : Number.NaN
  const waitMs = date - (Number.isNaN(from) ? (now ?? Number.NaN) : from)
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
