import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./page/', import.meta.url))

const javaScript = 'text/javascript; charset=utf-8'

/** The content types of the page's own files. TypeScript goes out with its types stripped. */
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: javaScript,
}

/** The packages that the page imports. Each is one file that imports nothing; no other file of a package is served. */
const packages: ReadonlyMap<string, string> = new Map(
  ['preact', 'htm'].map((name) => [packagePath(name), fileURLToPath(import.meta.resolve(name))]),
)

/** The path at which the browser finds a package. */
function packagePath(name: string): string {
  return `/page/packages/${name}.js`
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

/** A file on the disk, and the content type it is sent with. */
type Source = { file: string; type: string }

/** A file as it is sent, and when it was last changed (ms since 1970). */
type Served = { body: string; changedAt: number }

/**
 * Serves the browser page of the workspace: `/`, the files below `/page/`, and the packages they import. The option
 * `page` of createWorkspace takes it. Without a demo there are no levers: `/_demo/state` says so with an empty answer.
 */
export function pageHandler(): (request: IncomingMessage, response: ServerResponse) => void {
  const cache = new Map<string, Served>()
  return (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/_demo/state') return void response.writeHead(204, headers).end()
    const source = request.method === 'GET' ? sourceOf(path === '/' ? '/page/index.html' : path) : undefined
    serve(cache, source, response).catch(() => {
      response.writeHead(500, headers).end()
    })
  }
}

/** Undefined: nothing is served at that path. The pattern has no dots before the ending, so it stays in the folder. */
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

/** Reads a file, from the cache as long as it has not changed. Undefined: there is none. */
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

/** A browser cannot resolve the name of a package, and an import map would be an inline script. */
function asJavaScript(typeScript: string): string {
  return stripTypeScriptTypes(typeScript, { mode: 'strip' }).replace(
    / from '([a-z]+)'$/gm,
    (statement, name) => (packages.has(packagePath(name)) ? ` from '${packagePath(name)}'` : statement),
  )
}
