import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect } from 'node:tls'
import { defined } from '@overheard/base/defined'
import type { ProxySettings } from '@overheard/base/http'
import { FetchError } from '../source.ts'
import { basicOf } from './password.ts'

/** The proxy for an address, chosen as undici does for requests; undefined if the host is reached directly. */
export function proxyOf(url: URL, { httpProxy, httpsProxy, noProxy }: ProxySettings): URL | undefined {
  const proxy = (isEncrypted(url) ? httpsProxy : '') || httpProxy
  if (proxy === '' || noProxy.split(/[,\s]+/).some((entry) => excepts(entry, url))) return undefined
  return new URL(proxy)
}

const isEncrypted = ({ protocol }: URL) => protocol === 'https:' || protocol === 'wss:'
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.+)\]$/, '$1').replace(/(.)\.$/, '$1')
const portOf = (url: URL) => url.port || (isEncrypted(url) ? '443' : '80')

/** Whether an entry of NO_PROXY is this host, or one above it: `example.com`, `.example.com`, `*.example.com`, `host:8080`, `[::1]:80` or `*`. */
function excepts(entry: string, url: URL): boolean {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? []
  const written = (bracketed ?? plain ?? '').toLowerCase().replace(/(.)\.$/, '$1')
  if (written === '' || (port !== undefined && port !== portOf(url))) return false
  const name = written.replace(/^\*?\./, '')
  const host = hostOf(url)
  const isHost = host === name && !written.startsWith('*.')
  return written === '*' || isHost || host.endsWith(`.${name}`)
}

/** A connection to the host of an address through a proxy, with TLS if the address wants it. Rejects with FetchError, or with the signal's reason. */
export async function openTunnel(
  url: URL,
  proxy: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  const { hostname } = url
  const socket = await connectBy(proxy, `${hostname}:${portOf(url)}`, timeoutMs, signal).catch(
    (error: unknown) => {
      if (signal.aborted) throw signal.reason
      if (error instanceof FetchError) throw error
      throw new FetchError('unreachable', 'the proxy cannot be reached', { cause: error })
    },
  )
  if (!isEncrypted(url)) return socket
  const name = hostOf(url)
  return connect({
    socket,
    ...(isIP(name) === 0 && { servername: name }),
    host: name,
    ALPNProtocols: ['http/1.1'],
  })
}

function connectBy(proxy: URL, path: string, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest
    const asked = send({
      host: hostOf(proxy),
      port: portOf(proxy),
      method: 'CONNECT',
      path,
      agent: false,
      timeout: timeoutMs,
      signal,
      headers: { host: path, ...defined({ 'proxy-authorization': basicOf(proxy) }) },
    })
    asked.once('timeout', () => asked.destroy(new FetchError('timeout', 'the proxy did not answer in time')))
    asked.once('error', reject)
    asked.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new FetchError('unreachable', `the proxy answers ${statusCode}`, { status: statusCode }))
    })
    asked.end()
  })
}
