import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createTicketTracker, trackerLink } from '../../../sandbox/demo/ticket-tracker.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const close of undo.splice(0)) close()
})

async function openTracker(): Promise<string> {
  const tracker = createTicketTracker()
  const server = createServer((request, response) => {
    if (!tracker.handle(request, response)) response.writeHead(418).end()
  })
  undo.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const hostile = `"><script>alert('x')</script> & more`
const shown = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; more'

it('the ticket tracker of the demo shows a form with the values of its address, and no value becomes markup', async () => {
  const page = await openTracker()
  const { url } = trackerLink(page)
  expect(url).toBe(`${page}/tickets?title={title}&text={snippet}&mention={url}`)
  const html = await (await fetch(url.replace('{title}', encodeURIComponent(hostile)))).text()
  expect(html).toContain(`value="${shown}"`)
  expect(html).not.toContain('<script')
})

it('the ticket tracker of the demo gives each created ticket an address, lists the newest first, and says if there is no ticket at an address', async () => {
  const page = await openTracker()
  for (const title of ['First', hostile]) {
    const body = new URLSearchParams({ title, text: 'Text', mention: 'https://news.example/1' })
    const created = await fetch(`${page}/tickets`, { method: 'POST', body })
    expect(created.status).toBe(200)
    expect(new URL(created.url).pathname).toBe(title === 'First' ? '/tickets/1' : '/tickets/2')
  }
  const html = await (await fetch(`${page}/tickets`)).text()
  expect([...html.matchAll(/<h3>(.*)<\/h3>/g)].map(([, heading]) => heading)).toEqual([
    `2. ${shown}`,
    '1. First',
  ])
  expect(html).toContain(`value="${page}/tickets/2"`)
  expect((await fetch(`${page}/tickets/3`)).status).toBe(404)
  expect((await fetch(`${page}/other`)).status).toBe(418)
})
