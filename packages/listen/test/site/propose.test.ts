import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../src/query/parse-query.ts'
import { proposeAlerts, questionsAbout, siteName } from '../../src/site/propose.ts'
import { factsOfPage } from '../../src/site/site-facts.ts'

/** A front page as a small company has it. */
const linear = `<!doctype html><html lang="en-GB"><head>
<title>Tideline – The issue tracker for calm teams</title>
<meta name="description" content="Tideline is the issue tracker for product teams: sprints, roadmaps, triage.">
<meta property="og:site_name" content="Tideline"><meta name="apple-itunes-app" content="app-id=1234567890">
<link rel="alternate" type="application/rss+xml" href="/blog/feed.xml"><link rel="me" href="https://hachyderm.io/@tideline">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"Tideline",
"sameAs":["https://twitter.com/tidelinehq","https://www.linkedin.com/company/tideline-app/","https://github.com/tideline/tideline"]},
{"@type":"SoftwareApplication","name":"Tideline Docs"}]}</script></head>
<body><a href="https://twitter.com/intent/tweet?text=x">Share</a><a href="/products/pulse"><svg><title>icon</title></svg> Pulse</a>
<a href="/products/all">All products</a><a href="https://bsky.app/profile/tideline.example">Bluesky</a>
<a href="https://apps.apple.com/de/app/tideline/id1234567890">App Store</a>
<a href="https://play.google.com/store/apps/details?id=com.tideline.app">Play</a><a href="https://github.com/features">GH</a></body></html>`

const facts = factsOfPage(linear, 'https://www.tideline.example/')

it('a page says whose it is: its name, accounts, apps, repositories, feeds and products', () => {
  expect(facts).toEqual({
    host: 'tideline.example',
    name: 'Tideline',
    description: 'Tideline is the issue tracker for product teams: sprints, roadmaps, triage.',
    language: 'en',
    feeds: ['https://www.tideline.example/blog/feed.xml'],
    accounts: [
      { network: 'x.com', handle: 'tidelinehq', url: 'https://twitter.com/tidelinehq' },
      {
        network: 'linkedin.com',
        handle: 'tideline-app',
        url: 'https://www.linkedin.com/company/tideline-app/',
      },
      { network: 'mastodon', handle: 'tideline@hachyderm.io', url: 'https://hachyderm.io/@tideline' },
      { network: 'bsky.app', handle: 'tideline.example', url: 'https://bsky.app/profile/tideline.example' },
    ],
    repositories: ['tideline/tideline'],
    apps: [
      { store: 'apple', id: '1234567890' },
      { store: 'google', id: 'com.tideline.app' },
    ],
    products: ['Tideline Docs', 'Pulse'],
  })
})

describe('the name of a site', () => {
  const nameIn = (head: string, address = 'https://acme.example/') =>
    factsOfPage(`<head>${head}</head>`, address).name

  it.each([
    ['the title with a slogan', '<title>Acme | Notes that sync</title>', 'Acme'],
    ['the title with a slogan first', '<title>Notes that sync — Acme</title>', 'Acme'],
    ['a title that the domain does not have', '<title>Globex - Steel since 1890</title>', 'Globex'],
    ['an app name', '<title>Home</title><meta name="application-name" content="Acme Notes">', 'Acme Notes'],
    ['a trade mark', '<meta property="og:site_name" content="Acme®">', 'Acme'],
    ['a title that has the name of nobody', '<title>Welcome to our home</title>', undefined],
    [
      'a sentence as the name of the site',
      '<meta property="og:site_name" content="The best notes you will ever find">',
      undefined,
    ],
    ['broken JSON', '<script type="application/ld+json">{"@type":</script><title>Acme</title>', 'Acme'],
    [
      'a list of types',
      '<script type="application/ld+json">[{"@type":["Thing","LocalBusiness"],"name":"Café Acme"}]</script>',
      'Café Acme',
    ],
  ])('comes from %s', (_what, head, name) => expect(nameIn(head)).toBe(name))

  it('is that of the domain if several are said', () => {
    const head =
      '<script type="application/ld+json">[{"@type":"Organization","name":"Globex Holding"},{"@type":"WebSite","name":"Acme"}]</script>'
    expect(nameIn(head)).toBe('Acme')
  })
})

describe('the name of a site that does not say it', () => {
  it.each([
    ['https://www.acme.com/', 'acme'],
    ['https://shop.acme.com/', 'acme'],
    ['https://acme.co.uk/', 'acme'],
    ['https://www.shop.acme.com.au/', 'acme'],
    ['https://acme.github.io/', 'acme'],
    ['https://acme.wordpress.com/', 'acme'],
    ['https://t.co/', 't'],
    ['https://co.uk/', 'co'],
    ['http://acme/', 'acme'],
  ])('of %s is %j', (address, name) => {
    const said = factsOfPage('<title>Welcome to our home</title>', address)
    expect(siteName(said)).toBe(name)
    expect(proposeAlerts(said)[0]?.name).toBe(name)
  })
  it('is that of its title if the address has it, too', () =>
    expect(factsOfPage('<title>we sell all kinds of things | acme</title>', 'https://acme.co.uk/').name).toBe(
      'acme',
    ))
})

describe('what is proposed', () => {
  it('a name that nobody else has is listened for by itself, with its handles and its address', () => {
    const [brand, ...products] = proposeAlerts(facts, { withName: 40, aboutSite: 30 })
    expect(brand).toEqual({
      name: 'Tideline',
      query: 'Tideline OR tidelinehq OR "tideline-app" OR "tideline.example"',
    })
    expect(products).toEqual([
      { name: 'Tideline Docs', query: '"Tideline Docs"' },
      { name: 'Tideline Pulse', query: 'Pulse NEAR/20 Tideline' },
    ])
  })

  it('a name that is mostly used for something else needs its capital and a word of the site beside it', () => {
    const [brand] = proposeAlerts(facts, { withName: 40, aboutSite: 4 })
    expect(brand?.query).toMatch(/^=Tideline NEAR\/20 \(issue OR tracker OR .*\) OR tidelinehq OR/)
  })

  it('a frequent word is never asked about, and needs words of the site', () => {
    const love = factsOfPage(
      '<title>Love</title><meta name="description" content="Dating for gardeners">',
      'https://love.example/',
    )
    expect(questionsAbout(love)).toBeUndefined()
    expect(proposeAlerts(love)[0]?.query).toBe('=Love NEAR/20 (dating OR gardeners) OR "love.example"')
  })

  it('a name of two words is asked about by nobody', () => {
    const acme = factsOfPage('<title>Acme Notes</title>', 'https://acmenotes.example/')
    expect(questionsAbout(acme)).toBeUndefined()
    expect(proposeAlerts(acme)[0]?.query).toBe('"Acme Notes" OR "acmenotes.example"')
  })

  it('can be parsed, whatever a page says', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('AT&T', 'C++', '"', '`', '-', 'NOT', 'a OR b', '(', 'x'.repeat(500)),
    )
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(text, { maxLength: 4 }),
        fc.webUrl({ withFragments: false }),
        fc.nat(50),
        fc.nat(50),
        (name, description, products, url, withName, aboutSite) => {
          const escaped = (given: string) =>
            given.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
          const things = JSON.stringify(
            products.map((product) => ({ '@type': 'Product', name: product })),
          ).replaceAll('<', '\\u003c')
          const page = `<title>${escaped(name)}</title><meta name="description" content="${escaped(description)}"><meta property="og:site_name" content="${escaped(name)}"><script type="application/ld+json">${things}</script>`
          const found = factsOfPage(page, url)
          const questions = questionsAbout(found)
          for (const { query, name: shown } of proposeAlerts(found, { withName, aboutSite })) {
            parseQuery(query)
            expect(shown.trim()).not.toBe('')
          }
          if (questions) for (const query of Object.values(questions)) parseQuery(query)
        },
      ),
      { numRuns: 300 },
    )
  })
})

it('a hostile page says what it can and costs no more than its size', () => {
  const deep = `${'<div>'.repeat(20_000)}<a href="https://github.com/acme/acme">x</a>`
  expect(factsOfPage(deep, 'https://acme.example/').repositories).toEqual(['acme/acme'])
  for (const page of ['', '\0\0', '{"a":1}', '<'.repeat(100_000), '<script type="application/ld+json">'])
    expect(factsOfPage(page, 'https://acme.example/').host).toBe('acme.example')
})
