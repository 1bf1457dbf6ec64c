import { expect, it } from 'vitest'
import { readSite } from '../../src/site/read-site.ts'
import { FetchError, type Fetched } from '../../src/source.ts'

const page = `<!doctype html><title>Tideline – Issues for calm teams</title><meta name="description" content="Issue tracker with sprints">
<script type="application/ld+json">{"@type":"Organization","name":"Tideline","sameAs":"https://twitter.com/tidelinehq"}</script>`

const address = 'https://tideline.example/'
const fresh = (html: string): Fetched => ({
  kind: 'fresh',
  url: address,
  status: 200,
  body: Buffer.from(html),
  headers: {},
  text: () => html,
})

/** Reads a site that answers so, with previews that find so many posts of a query; `late` ends the time of the page. */
function read(
  answer: string | Error | 'never',
  foundBy: ((query: string) => number) | undefined = undefined,
  given = 'tideline.example',
) {
  const asked: string[] = []
  let late: () => void = () => undefined
  const site = readSite(given, {
    fetch: () => async (url) => {
      asked.push(url)
      if (answer === 'never') return new Promise<never>(() => undefined)
      if (answer instanceof Error) throw answer
      return fresh(answer)
    },
    preview: async (query) => {
      if (foundBy === undefined) throw new Error('nobody answers')
      return { looked: 100, found: foundBy(query) }
    },
    setTimer: (run) => {
      late = run
      return () => undefined
    },
  })
  return { site, asked, late: () => late() }
}

it('proposes by what the name is used for: the name alone if posts with it are about the site', async () => {
  const { site, asked } = read(page, (query) => (query.includes('sprints') ? 60 : 80))
  const answer = await site
  expect(answer).toMatchObject({
    kind: 'read',
    suggestion: {
      name: 'Tideline',
      description: 'Issue tracker with sprints',
      alerts: [{ name: 'Tideline', found: { found: 80 } }],
    },
  })
  expect(answer.kind === 'read' && answer.suggestion.alerts[0]?.query).toMatch(/^Tideline OR tidelinehq OR /)
  expect(asked).toEqual([address])
})

it.each([
  [
    'most posts with the name are about something else',
    (query: string) => (query.includes('sprints') ? 3 : 80),
  ],
  ['nobody can be asked', undefined],
])('a word of the site must be near the name if %s', async (_when, foundBy) => {
  const answer = await read(page, foundBy).site
  expect(answer.kind === 'read' && answer.suggestion.alerts[0]?.query).toMatch(
    /^=Tideline NEAR\/20 \(issue OR /,
  )
})

it.each([
  ['JSON, as a mention service answers', '{"alerts":[]}'],
  ['nothing', ''],
])('%s is no page', async (_what, body) => {
  expect(await read(body).site).toEqual({ kind: 'no-page' })
})

it('a site that cannot be reached is said in a sentence', async () => {
  const failure = new FetchError('private-address', '10.0.0.1 is a private address')
  expect(await read(failure).site).toEqual({ kind: 'failed', sentence: '10.0.0.1 is a private address.' })
})

it('a site that never answers is not waited for', async () => {
  const { site, late } = read('never')
  late()
  expect(await site).toEqual({ kind: 'failed', sentence: 'tideline.example did not answer in time.' })
})

it.each(['file:///etc/passwd', 'gopher://tideline.example', 'https://', 'a b'])(
  'asks nobody about %s, which is no address of a site',
  async (given) => {
    const { site, asked } = read(page, undefined, given)
    expect(await site).toEqual({ kind: 'failed', sentence: 'This is no address of a site.' })
    expect(asked).toEqual([])
  },
)
