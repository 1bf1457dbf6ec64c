import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./page/', import.meta.url))

const javaScript = 'text/javascript; charset=utf-8'

/** The content types of the page's files. TypeScript is sent with its types stripped. */
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: javaScript,
}

/** The packages that the page imports. Each is one file without imports; no other file of a package is served. */
const packages: ReadonlyMap<string, string> = new Map(
  ['preact', 'htm'].map((name) => [packagePath(name), packageFile(name)]),
)

/** A program that contains this code in a bundle has copies of the packages beside the page. */
function packageFile(name: string): string {
  const copy = `${folder}packages/${name}.js`
  return existsSync(copy) ? copy : fileURLToPath(import.meta.resolve(name))
}

/** The URL path of a package. */
function packagePath(name: string): string {
  return `/page/packages/${name}.js`
}

/** Only the page's own files, nothing inline, no frames. */
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

/** A file and its content type. */
type Source = { file: string; type: string }

/** The sent form of a file, and the file's time of change (ms since 1970). */
type Served = { body: string; changedAt: number }

/**
 * Serves the workspace's browser page: `/`, the addresses of messages, the files below `/page/`, and the packages they import. Pass it to
 * createWorkspace as `page`. Without a panel, `/_panel/state` is empty.
 */
export function pageHandler(): (request: IncomingMessage, response: ServerResponse) => void {
  const cache = new Map<string, Served>()
  return (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/_panel/state') return void response.writeHead(204, headers).end()
    const isPage = path === '/' || path.startsWith('/archives/')
    const source = request.method === 'GET' ? sourceOf(isPage ? '/page/index.html' : path) : undefined
    serve(cache, source, response).catch(() => {
      response.writeHead(500, headers).end()
    })
  }
}

/**
 * Returns undefined for any other path. The pattern allows no dot before the extension, so a path cannot leave the
 * folder.
 */
function sourceOf(path: string): Source | undefined {
  const packageFile = packages.get(path)
  if (packageFile !== undefined) return { file: packageFile, type: javaScript }
  const [, name, ending = ''] = /^\/page\/((?:[a-z-]+\/)*[a-z-]+\.(html|css|svg|ts))$/.exec(path) ?? []
  const type = types[ending]
  return name === undefined || type === undefined ? undefined : { file: `${folder}${name}`, type }
}

async function serve(cache: Map<string, Served>, source: Source | undefined, response: ServerResponse) {
  const body = source && (await read(cache, source.file))
  if (!source || body === undefined) {
    response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('Not found\n')
    return
  }
  response.writeHead(200, { ...headers, 'content-type': source.type }).end(body)
}

/** Reads a file; uses the cache if the file has not changed. Undefined: there is no such file. */
async function read(cache: Map<string, Served>, file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const known = cache.get(file)
  if (known?.changedAt === found.mtimeMs) return known.body
  const text = await readFile(file, 'utf8')
  const body = file.endsWith('.ts') ? asJavaScript(text) : text
  cache.set(file, { body, changedAt: found.mtimeMs })
  return body
}

/**
 * Replaces package names by paths: a browser cannot resolve the names, and an import map would be an inline script.
 */
function asJavaScript(typeScript: string): string {
  return stripTypeScriptTypes(typeScript, { mode: 'strip' }).replace(
    / from '([a-z]+)'$/gm,
    (statement, name) => (packages.has(packagePath(name)) ? ` from '${packagePath(name)}'` : statement),
  )
}
