import type { lookup } from 'node:dns'
import { createWebSocketStream, WebSocket } from 'ws'
import { isPrivateHost, PrivateAddressError, publicLookup } from '../../src/async/private-address.ts'
import { FetchError, type OpenSocket } from '../source.ts'

export type SocketOptions = {
  userAgent: string
  allowPrivate: boolean
  signal: AbortSignal
  /** Resolves host names; that of Node by default. */
  resolve?: typeof lookup
}

const handshakeTimeoutMs = 20_000
const usualSilenceMs = 60_000
const usualMaxFrameBytes = 1024 * 1024

export function createOpenSocket(given: SocketOptions): OpenSocket {
  const { signal } = given
  return async function* (address, { silenceMs = usualSilenceMs, maxFrameBytes = usualMaxFrameBytes } = {}) {
    signal.throwIfAborted()
    const url = usable(address, given)
    const socket = new WebSocket(url, {
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload: maxFrameBytes,
      headers: { 'user-agent': given.userAgent },
      ...(given.allowPrivate ? {} : { lookup: publicLookup(given.resolve) }),
    })
    // The stream keeps one object for each frame and stops reading while the caller is busy.
    const frames = createWebSocketStream(socket, { readableObjectMode: true, decodeStrings: false })
    const stop = () => frames.destroy(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    const giveUp = () =>
      frames.destroy(new FetchError('timeout', `${url.hostname} has been silent for ${silenceMs / 1000} s`))
    let silence = setTimeout(giveUp, silenceMs)
    try {
      for await (const frame of frames) {
        clearTimeout(silence)
        yield String(frame)
        silence = setTimeout(giveUp, silenceMs)
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : toFetchError(error, url.hostname)
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
      socket.terminate()
    }
  }
}

function usable(address: string, { allowPrivate }: SocketOptions): URL {
  const url = URL.parse(address)
  if (url === null || !['ws:', 'wss:'].includes(url.protocol))
    throw new FetchError('unusable-address', `${address.slice(0, 200)} is no address of a websocket`)
  if (!allowPrivate && isPrivateHost(url.hostname))
    throw new FetchError('private-address', `${url.hostname} is a private address`)
  return url
}

function toFetchError(error: unknown, hostname: string): FetchError {
  if (error instanceof FetchError) return error
  if (error instanceof PrivateAddressError)
    return new FetchError('private-address', error.message, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return new FetchError('too-large', `${hostname} sends too large frames`, { cause: error })
  const status = Number(
    /^Unexpected server response: (\d+)$/.exec(error instanceof Error ? error.message : '')?.[1],
  )
  if (Number.isInteger(status))
    return new FetchError('refused', `${hostname} answers ${status}`, { status, cause: error })
  return new FetchError('unreachable', `${hostname} cannot be reached (${code || 'the connection failed'})`, {
    cause: error,
  })
}
