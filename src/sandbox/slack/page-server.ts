import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./page/', import.meta.url))

/** What may be asked for, and what the browser is told it is. TypeScript goes out with its types stripped. */
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: 'text/javascript; charset=utf-8',
}

/** Nothing from elsewhere, nothing inline, nobody may frame it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** A file as it is sent, and when it was last changed (ms since 1970). */
type Served = { body: string; changedAt: number }

/**
 * Serves the browser page of the workspace: `/`, and the files below `/page/`. The option `page` of createWorkspace
 * takes it. A workspace without a demo has no levers: `/_demo/state` says so with an empty answer.
 */
export function pageHandler(): (request: IncomingMessage, response: ServerResponse) => void {
  const kept = new Map<string, Served>()
  return (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/_demo/state') return void response.writeHead(204, headers).end()
    serve(kept, path === '/' ? '/page/index.html' : path, request.method ?? 'GET', response).catch(() => {
      response.writeHead(500, headers).end()
    })
  }
}

async function serve(kept: Map<string, Served>, path: string, method: string, response: ServerResponse) {
  const [, name, ending] = /^\/page\/((?:[a-z-]+\/)*[a-z-]+\.(html|css|svg|ts))$/.exec(path) ?? []
  const type = ending === undefined ? undefined : types[ending]
  const file = name === undefined || method !== 'GET' ? undefined : await read(kept, name)
  if (file === undefined || type === undefined) {
    response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('Not found\n')
    return
  }
  response.writeHead(200, { ...headers, 'content-type': type }).end(file)
}

/** Reads a file of the page's folder, from memory as long as it has not changed. Undefined: there is none. */
async function read(kept: Map<string, Served>, name: string): Promise<string | undefined> {
  const path = `${folder}${name}`
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const known = kept.get(name)
  if (known?.changedAt === found.mtimeMs) return known.body
  const text = await readFile(path, 'utf8')
  const body = name.endsWith('.ts') ? stripTypeScriptTypes(text, { mode: 'strip' }) : text
  kept.set(name, { body, changedAt: found.mtimeMs })
  return body
}
