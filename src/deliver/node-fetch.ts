import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { FetchFunction } from '@slack/web-api'

/** No answer of Slack is nearly as large: a page of a channel's history has a few megabytes at most. In bytes. */
const largestAnswer = 50 * 1024 * 1024

type Answer = Awaited<ReturnType<FetchFunction>>

/**
 * The network as the SDK wants it, over Node's own client and its agents, which keep connections open: a post costs half as much
 * CPU as over the built-in fetch. Redirects are answers like any other: our token follows none. Rejects with the error of the
 * connection, whose code tells whether anything was sent, with a TimeoutError when there is no whole answer after `timeout` ms, or
 * with a QuotaExceededError where it has no end.
 */
export function nodeFetch(timeout: number): FetchFunction {
  return (url, { method, headers, body } = {}) =>
    new Promise((resolve, reject) => {
      if (body instanceof FormData) throw new TypeError('files are never sent')
      const request = String(url).startsWith('https:') ? overHttps : overHttp
      const sent: ClientRequest = request(url, { method, headers }, (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > largestAnswer) giveUp('too large an answer', 'QuotaExceededError')
        })
        answer.on('error', fail)
        answer.on('end', () => {
          clearTimeout(timer)
          resolve(answerOf(answer, String(url), Buffer.concat(chunks)))
        })
      })
      const timer = setTimeout(() => giveUp('no answer in time', 'TimeoutError'), timeout)
      sent.on('error', fail)
      sent.end(body)

      function giveUp(why: string, name: string): void {
        fail(new DOMException(why, name))
        sent.destroy()
      }

      function fail(error: Error): void {
        clearTimeout(timer)
        reject(error)
      }
    })
}

function answerOf(
  { statusCode = 0, statusMessage = '', headers }: IncomingMessage,
  url: string,
  body: Buffer,
): Answer {
  const plain = () => Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const text = async () => body.toString('utf8')
  return {
    ok: statusCode >= 200 && statusCode <= 299,
    status: statusCode,
    statusText: statusMessage,
    url,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null, entries: plain },
    text,
    json: async () => JSON.parse(await text()),
    arrayBuffer: async () => new Uint8Array(body).buffer,
  }
}
