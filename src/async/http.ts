import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { isPacked, unpack } from './unpack.ts'

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
  if (proxy.httpProxy !== '' || proxy.httpsProxy !== '')
    return new EnvHttpProxyAgent({ ...proxy, proxyTunnel, ...options })
  return origin === undefined ? new Agent(options) : new Pool(origin, options)
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
  const plain = isPacked(body, encoding) ? await unpack(body, encoding, maxBytes) : body
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
  isLate: () => boolean = () => false,
  onStatus: (status: number) => void = () => undefined,
): Promise<Answer & { body: Buffer }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
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
        if (status >= 200) onStatus(status)
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk)
        if (isLate())
          controller.abort(
            Object.assign(new Error('the response took too long'), { code: 'UND_ERR_BODY_TIMEOUT' }),
          )
      },
      onResponseEnd() {
        end()
        resolve({ ...answer, body: Buffer.concat(chunks) })
      },
      onResponseError: (_controller, error) => fail(error),
    })
  })
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
