import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageHandler } from '../src/page-server.ts'

let server: Server
let url = ''

beforeAll(async () => {
  server = createServer(pageHandler())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => new Promise((resolve) => void server.close(resolve)))

it('the content security policy of the sandbox’s Slack page allows only the page’s own files and data images, and the page contains nothing inline', async () => {
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(await response.text()).not.toMatch(/style=|<style|onclick|<script(?! type="module" src)/)
})

it('the server of the sandbox’s Slack page serves TypeScript files as JavaScript without types and type imports', async () => {
  const response = await fetch(`${url}/page/state/changes.ts`)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const text = await response.text()
  expect(text).toContain('export function apply(')
  expect(text).not.toMatch(/import type|: Snapshot/)
})

it('every import of the sandbox’s Slack page leads to a file that is served', async () => {
  const paths = ['/page/main.ts']
  for (const path of paths) {
    const response = await fetch(`${url}${path}`)
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const imports = [...(await response.text()).matchAll(/(?:\bfrom|\bimport)\s*['"]([^'"]+)['"]/g)]
    for (const [, specifier = ''] of imports) {
      expect(specifier, `imported by ${path}`).toMatch(/^[./]/)
      const next = new URL(specifier, `${url}${path}`).pathname
      if (!paths.includes(next)) paths.push(next)
    }
  }
  expect(paths).toContain('/page/packages/preact.js')
  expect(paths).toContain('/page/packages/htm.js')
  expect(paths.length).toBeGreaterThan(20)
})

it.each([
  '/page/packages/lowdb.js',
  '/page/packages/preact.mjs',
  '/page/packages/preact/package.json',
  '/page/packages/../../package.json',
  '/page/../options.ts',
  '/page/%2e%2e/options.ts',
  '/page/tsconfig.json',
  '/page/',
  '/page/none.ts',
  '/x',
])('the server of the sandbox’s Slack page responds with 404 for %s', async (path) => {
  const response = await fetch(`${url}${path}`)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})

it('without a panel the server of the sandbox’s Slack page responds with 204 for the panel’s state', async () => {
  expect((await fetch(`${url}/_panel/state`)).status).toBe(204)
})
