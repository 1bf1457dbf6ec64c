import type { IncomingMessage } from 'node:http'
import { isRecord, parseJson } from '../json.ts'

/** The most a request may carry: well above what Slack takes. */
const mostBytes = 2_000_000

/** Reads a request's whole body as text. Throws where it is larger than 2 MB. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > mostBytes) throw new Error('The request body is larger than 2 MB')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The arguments of a call: from JSON, from a form, or from the query. Undefined where JSON was announced and is none. */
export function readArgs(request: IncomingMessage, body: string): Record<string, unknown> | undefined {
  const query = Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams)
  if (!request.headers['content-type']?.startsWith('application/json'))
    return { ...query, ...Object.fromEntries(new URLSearchParams(body)) }
  const json = body === '' ? {} : parseJson(body)
  return isRecord(json) ? { ...query, ...json } : undefined
}

/** The token of a call: the bearer header, or the `token` argument. */
export function readToken(request: IncomingMessage, args: Record<string, unknown>): string | undefined {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? (typeof args.token === 'string' ? args.token : undefined)
}
