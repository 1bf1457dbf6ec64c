import type { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { defined } from '@overheard/base/defined'
import type { ProxySettings } from '@overheard/base/http'
import { isPrivateHost, PrivateAddressError, publicLookup } from '@overheard/base/private-address'
import { createWebSocketStream, WebSocket } from 'ws'
import { FetchError, type OpenSocket } from '../source.ts'
import type { HostWaits } from '../store/host-waits.ts'
import { hostFreeAt } from './cache-hints.ts'
import { openTunnel, proxyOf } from './tunnel.ts'

export type SocketDeps = {
  userAgent: string
  proxy: ProxySettings
  allowPrivate: boolean
  signal: AbortSignal
  waits: HostWaits
  /** UTC ms. */
  now: () => number
  /** Resolves host names; that of Node by default. */
  resolve?: typeof lookup
}

const handshakeTimeoutMs = 20_000
const usualSilenceMs = 60_000
const usualMaxFrameBytes = 1024 * 1024

export function createOpenSocket(given: SocketDeps): OpenSocket {
  const { signal } = given
  return async function* (address, options = {}) {
    const { silenceMs = usualSilenceMs, maxFrameBytes = usualMaxFrameBytes, countsPings = false } = options
    signal.throwIfAborted()
    const url = usable(address, given)
    const proxy = proxyOf(url, given.proxy)
    const tunnel = proxy && (await openTunnel(url, proxy, handshakeTimeoutMs, signal))
    const socket = new WebSocket(url, {
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload: maxFrameBytes,
      headers: { 'user-agent': given.userAgent },
      ...(tunnel && { createConnection: () => tunnel }),
      ...(given.allowPrivate ? {} : { lookup: publicLookup(given.resolve) }),
    })
    // The stream keeps one object for each frame and stops reading while the caller is busy.
    const frames = createWebSocketStream(socket, { readableObjectMode: true, decodeStrings: false })
    const stop = () => frames.destroy(signal.reason)
    // The stream ends with an error of its own if it is destroyed before the websocket is open.
    let reason: FetchError | undefined
    const fail = (error: FetchError) => {
      reason = error
      frames.destroy(error)
    }
    socket.once('unexpected-response', (_request, response) => fail(refusalOf(response, url, given)))
    signal.addEventListener('abort', stop, { once: true })
    const giveUp = () =>
      fail(new FetchError('timeout', `${url.hostname} has been silent for ${silenceMs / 1000} s`))
    let silence = setTimeout(giveUp, silenceMs)
    const isHeard = () => {
      clearTimeout(silence)
      silence = setTimeout(giveUp, silenceMs)
    }
    if (countsPings) socket.on('ping', isHeard)
    try {
      for await (const frame of frames) {
        clearTimeout(silence)
        yield String(frame)
        isHeard()
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : (reason ?? toFetchError(error, url.hostname))
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
      socket.terminate()
    }
  }
}

/** An address that may be asked now. */
function usable(address: string, { allowPrivate, waits, now }: SocketDeps): URL {
  const url = URL.parse(address)
  if (url === null || !['ws:', 'wss:'].includes(url.protocol))
    throw new FetchError('unusable-address', `${address.slice(0, 200)} is no address of a websocket`)
  if (!allowPrivate && isPrivateHost(url.hostname))
    throw new FetchError('private-address', `${url.hostname} is a private address`)
  const retryAt = waits.freeAt(url.hostname)
  if (retryAt > now()) {
    const until = new Date(retryAt).toISOString()
    throw new FetchError('busy', `${url.hostname} has asked to wait until ${until}`, { retryAt })
  }
  return url
}

/** The server answers, but not as a websocket. A redirect is a refusal, too. */
function refusalOf(
  { statusCode: status = 0, headers: given }: IncomingMessage,
  { hostname }: URL,
  { waits, now }: SocketDeps,
): FetchError {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  const retryAt = hostFreeAt({ status, headers }, now())
  if (retryAt !== undefined) waits.waitUntil(hostname, retryAt)
  const kind = status === 410 ? 'gone' : status === 429 || status === 503 ? 'busy' : 'refused'
  const details = { status, ...defined({ retryAt }) }
  return new FetchError(kind, `${hostname} answers ${status}`, details)
}

function toFetchError(error: unknown, hostname: string): FetchError {
  if (error instanceof FetchError) return error
  if (error instanceof PrivateAddressError)
    return new FetchError('private-address', error.message, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return new FetchError('too-large', `${hostname} sends too large frames`, { cause: error })
  return new FetchError('unreachable', `${hostname} cannot be reached (${code || 'the connection failed'})`, {
    cause: error,
  })
}
