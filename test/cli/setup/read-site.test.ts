import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createReadSite, type Previews } from '../../../src/cli/setup/read-site.ts'
import { urlOf } from '../../tools/http-server.ts'

const page = `<!doctype html><title>Tideline – Issues for calm teams</title><meta name="description" content="Issue tracker with sprints">
<script type="application/ld+json">{"@type":"Organization","name":"Tideline","sameAs":"https://twitter.com/tidelinehq"}</script>`

/** A web server with one body for everything. */
async function siteWith(body: string, type = 'text/html', status = 200): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return urlOf(server)
}

/** Previews that find so many posts of a query. */
const finding = (foundBy: (query: string) => number) => async (): Promise<Previews> => ({
  preview: async (query) => ({
    ...{ warnings: [], parts: [], dropped: [], looked: 100, bySource: {}, examples: [] },
    found: foundBy(query),
  }),
  close: async () => undefined,
})
const offline = async (): Promise<Previews> => ({
  preview: () => Promise.reject(new Error('nobody answers')),
  close: async () => undefined,
})
const { signal } = new AbortController()

it('proposes by what the name is used for: the name alone if posts with it are about the site', async () => {
  const url = await siteWith(page)
  const read = await createReadSite(finding((query) => (query.includes('sprints') ? 60 : 80)))(url, signal)
  expect(read).toMatchObject({
    kind: 'read',
    suggestion: {
      name: 'Tideline',
      description: 'Issue tracker with sprints',
      alerts: [{ name: 'Tideline', found: { found: 80 } }],
    },
  })
  expect(read.kind === 'read' && read.suggestion.alerts[0]?.query).toMatch(/^Tideline OR tidelinehq OR /)
})

it.each([
  [
    'most posts with the name are about something else',
    finding((query) => (query.includes('sprints') ? 3 : 80)),
  ],
  ['nobody can be asked', offline],
])('a word of the site must be near the name if %s', async (_when, openPreviews) => {
  const read = await createReadSite(openPreviews)(await siteWith(page), signal)
  expect(read.kind === 'read' && read.suggestion.alerts[0]?.query).toMatch(/^=Tideline NEAR\/20 \(issue OR /)
})

it.each([
  ['JSON, as a mention service answers', '{"error":"not found"}', 'application/json', 404],
  ['JSON with status 200', '{"alerts":[]}', 'application/json', 200],
  ['nothing', '', 'text/html', 200],
])('%s is no page', async (_what, body, type, status) => {
  const read = await createReadSite(offline)(await siteWith(body, type, status), signal)
  expect(['no-page', 'failed']).toContain(read.kind)
})

it('a site that cannot be reached is said in a sentence', async () => {
  const read = await createReadSite(offline)('http://127.0.0.1:9', signal)
  expect(read).toEqual({ kind: 'failed', sentence: expect.stringMatching(/127\.0\.0\.1.*\.$/) })
})
