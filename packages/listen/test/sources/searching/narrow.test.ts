import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../../test/tools/runs.ts'
import { searchFor } from '../../../src/alerts.ts'
import { fold } from '../../../src/query/fold.ts'
import { createMatcher, type Searched } from '../../../src/query/matcher.ts'
import { parseQuery } from '../../../src/query/parse-query.ts'
import { type Ability, narrow } from '../../../src/sources/searching/narrow.ts'
import { posts, searched, texts } from '../../query/posts.ts'
import { narrowQueries, queryTexts } from '../../query/random-query.ts'

const words = { sources: ['web'], types: ['post', 'comment'], maxLength: 200 } as const
/** Kinds of searches: with phrases and OR; all words anywhere; one text with gaps; one tag. */
const abilities = {
  phrases: { ...words, phrases: true, all: true, or: { most: 5, sign: ' OR ', groups: true }, links: true },
  words: { ...words, phrases: false, all: true },
  'short words are dropped': { ...words, phrases: false, all: true, leastLetters: 3 },
  'a short request': { ...words, phrases: true, all: true, or: { most: 1, sign: '|' }, maxLength: 12 },
  gaps: { ...words, phrases: false, all: false, signs: '+#&' },
  'parts of words': {
    ...{ ...words, phrases: false, all: false, signs: '+#&', beginnings: true, leastLetters: 3 },
    address: (host: string) => host,
  },
  'addresses apart': { ...words, phrases: false, all: true, address: (host: string) => `url:${host}` },
  tags: { ...words, phrases: false, all: false, singles: true, or: { most: 4, sign: ' ' } },
} satisfies Record<string, Ability>

const requestsOf = (query: string, ability: Ability) =>
  narrow([searchFor('1', query, [])], ability).requests.map(({ text }) => text)
const cannotOf = (query: string, ability: Ability) =>
  narrow([searchFor('1', query, [])], ability).expressed[0]?.cannot

describe('the narrowest request', () => {
  it.each<[query: string, ability: keyof typeof abilities, requests: string[]]>([
    ['acme', 'phrases', ['acme']],
    ['"Acme App" OR acmehq', 'phrases', ['acmehq OR "acme app"']],
    ['acme tool OR acmehq', 'phrases', ['acmehq OR (acme tool)']],
    ['acme tool OR acmehq', 'words', ['acmehq', 'acme tool']],
    ['acme -jobs lang:en reach:>=10', 'phrases', ['acme']],
    ['C++ acme', 'phrases', ['acme']],
    ['C++ acme', 'gaps', ['acme']],
    ['C++', 'gaps', ['c++']],
    ['C++', 'phrases', []],
    ['acm*', 'words', []],
    ['"acme ap*"', 'phrases', ['acme']],
    ['self-hosted', 'phrases', ['"self hosted"']],
    ['acme NEAR/3 (app OR tool)', 'words', ['acme app', 'acme tool']],
    ['acme OR "acme app"', 'phrases', ['acme']],
    ['link:acme.example', 'phrases', ['"acme example"']],
    ['"not"', 'phrases', ['"not"']],
    ['"acme app" OR acmehq', 'tags', ['acmehq acme']],
    ['source:bluesky acme', 'phrases', []],
    ['acme -source:web', 'phrases', []],
    ['acme type:review', 'phrases', []],
    ['東京 acme', 'phrases', ['acme "東京"']],
    ['lumark*', 'parts of words', ['lumark']],
    ['Q&B', 'parts of words', ['q&b']],
    ['link:acme.example', 'parts of words', ['acme.example']],
    ['acme.example', 'parts of words', ['acme example']],
    ['acme link:acme.example', 'parts of words', ['acme']],
    ['acme link:docs.acme.example', 'addresses apart', ['acme url:docs.acme.example']],
    ['acme.example', 'addresses apart', ['acme example', 'url:acme.example']],
    ['acme_hq', 'phrases', ['acme_hq']],
    ['acme_hq', 'tags', ['acme_hq']],
    ['by acme', 'short words are dropped', ['acme']],
    ['Nestlé', 'words', ['nestlé', 'nestle']],
    ['Київстар', 'phrases', ['київстар OR киівстар']],
    ['Алексей', 'tags', ['алексей алексеи']],
    ['شركة', 'words', ['شركة', 'شرکه']],
    ['علي', 'tags', ['علي علی']],
    ['Straße', 'gaps', ['straße', 'strasse']],
    ['CO₂', 'words', ['co₂', 'co2']],
    ['می\u200cشود', 'words', ['میشود', 'می\u200cشود']],
    ['ท\u0e33', 'words', ['ท\u0e33', 'ท\u0e4d\u0e32']],
    ['ⒶⒸⓂⒺ', 'words', ['acme']],
    ['Nest\u00adle', 'words', ['nestle']],
    ['=Nestlé', 'words', ['nestlé']],
    ['"Café Müller" OR acme', 'phrases', ['acme OR "café müller" OR "cafe muller"']],
    ['Müller Straße Bücher Köln', 'words', ['müller straße bücher köln', 'muller strasse bucher koln']],
    ['Python 3.12', 'phrases', ['python "3 12"']],
    ['GPT-4.5', 'phrases', ['"gpt 4 5"']],
    ['GPT-4.5', 'addresses apart', ['gpt 4 5']],
    ['Llama-3.1', 'phrases', ['"llama 3 1"']],
    ['v2.0', 'phrases', ['"v2 0"']],
    ['2024.1', 'phrases', ['"2024 1"']],
    ['müller.de', 'phrases', ['"müller de" OR "muller de"']],
  ])('for %s with %s is %j', (query, ability, requests) => {
    expect(requestsOf(query, abilities[ability]).map((text) => sorted(text))).toEqual(
      requests.map((text) => sorted(text)),
    )
  })

  it('has each word once, as it is written, for a network that finds words without accents itself', () => {
    const ability = { ...abilities.phrases, form: plain }
    expect(requestsOf('Straße OR "Café Müller"', ability)).toEqual(['straße OR "café müller"'])
    const searches = ['Nestlé', 'nestle', '"Nestle App"'].map((query, place) =>
      searchFor(String(place), query, []),
    )
    expect(narrow(searches, ability).requests).toEqual([{ text: 'nestlé', alerts: ['0', '1', '2'] }])
  })

  it('names the words that the network cannot search for', () => {
    expect(cannotOf('C++ acme', abilities.phrases)).toEqual(['`C++`'].map((text) => text.replaceAll('`', '')))
    expect(cannotOf('acm* OR acme', abilities.words)).toEqual(['acm*'])
    expect(cannotOf('acme -👍', abilities.words)).toEqual([])
    for (const family of ['👩‍👩‍👧', '"👩‍👩‍👧"']) expect(cannotOf(family, abilities.phrases)).toHaveLength(1)
    expect(requestsOf('"👩‍acme 👍"', abilities.phrases)).toEqual(['acme'])
  })

  it('of several alerts is one request where the network has OR, and finds for all whose words it has', () => {
    const searches = ['acme', '"acme app"', 'globex'].map((query, place) =>
      searchFor(String(place), query, []),
    )
    expect(narrow(searches, abilities.phrases).requests).toEqual([
      { text: 'acme OR globex', alerts: ['0', '1', '2'] },
    ])
    expect(narrow(searches, abilities.words).requests).toEqual([
      { text: 'acme', alerts: ['0', '1'] },
      { text: 'globex', alerts: ['2'] },
    ])
  })

  it('is not sent to a network on whose hosts nothing can match', () => {
    const ability = { ...abilities.phrases, hosts: ['github.com'] }
    expect(requestsOf('acme site:news.example', ability)).toEqual([])
    expect(requestsOf('acme site:github.com/acme', ability)).toEqual(['acme'])
    expect(requestsOf('acme -site:github.com', ability)).toEqual(['acme'])
  })

  for (const [name, ability] of Object.entries(abilities) as [string, Ability][])
    it(`never leaves out a post that the query matches (${name})`, () => {
      fc.assert(
        fc.property(fc.oneof(queryTexts, narrowQueries), posts, (query, post) => {
          const item = searched('', { ...post, links: ability.links ? post.links : [], sources: ['web'] })
          const [match] = createMatcher([{ key: 1, query: parseQuery(query) }])(item)
          const { requests, expressed } = narrow([searchFor('1', query, [])], ability)
          fc.pre(match !== undefined)
          // Nothing is asked only if the network cannot search for some word.
          const isFound = requests.some(({ text }) => finds(text, ability, item))
          expect(
            isFound || (requests.length === 0 && isUnsearchable(query, expressed[0]?.cannot ?? [])),
          ).toBe(true)
        }),
        { numRuns: runs(150) },
      )
    })

  for (const [name, ability] of Object.entries(abilities) as [string, Ability][])
    it(`finds words as they are written, and in plain letters, on a network that tells letters apart (${name})`, () => {
      const spelled = fc.constantFrom('Київстар', 'Алексей', 'شركة', 'علي', 'Straße', 'Nestlé', 'CO₂', 'acme')
      fc.assert(
        fc.property(
          fc.array(spelled, { minLength: 1, maxLength: 3 }),
          fc.constantFrom<(words: string[]) => string>(
            (words) => words.join(' '),
            (words) => words.join(' OR '),
            (words) => `"${words.join(' ')}"`,
          ),
          fc.constantFrom(plain, (text: string) => text),
          (words, queryOf, spelling) => {
            const item = searched(`so ${spelling(words.join(' '))} it is`)
            const requests = requestsOf(queryOf(words), ability)
            expect(requests.some((text) => finds(text, ability, item, inSmallLetters))).toBe(true)
          },
        ),
        { numRuns: runs(100) },
      )
    })

  it('is never longer than the network allows, and has no more operators', () => {
    fc.assert(
      fc.property(fc.array(queryTexts, { minLength: 1, maxLength: 6 }), (queries) => {
        const searches = queries.map((query, place) => searchFor(String(place), query, []))
        for (const ability of Object.values(abilities) as Ability[])
          expect(narrow(searches, ability).requests.filter(({ text }) => isTooLong(text, ability))).toEqual(
            [],
          )
      }),
      { numRuns: runs(100) },
    )
  })

  it('finds what its words are in, whatever is between them', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const item = searched(text)
        expect(finds('acme', abilities.words, item)).toBe(tokens(text).includes('acme'))
      }),
      { numRuns: runs(50) },
    )
  })
})

function isTooLong(text: string, { maxLength, or }: Ability): boolean {
  const operators = or === undefined ? 0 : text.split(or.sign).length - 1
  return text.length > maxLength + 2 || operators > (or?.most ?? 0)
}

/** Queries without a word that must occur ask for nothing. */
const isUnsearchable = (query: string, cannot: string[]) =>
  cannot.length > 0 || /\b(?:site|link|author|lang|reach|points|type|source):/.test(query)

const sorted = (text: string) => text.split(' ').toSorted().join(' ')

const plain = (text: string) => fold(text).text
const inSmallLetters = (text: string) => text.toLowerCase()

const dense = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Hang}\p{sc=Thai}]/u

/** The words of a text as a network may take it apart. */
function tokens(text: string, form = plain): string[] {
  const apart = [...form(text)]
    .map((character) => (dense.test(character) ? ` ${character} ` : character))
    .join('')
  return apart.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** A search of the simplest kind that the ability allows. `form` is the one in which the network compares words. */
function finds(request: string, ability: Ability, { title, text, links }: Searched, form = plain): boolean {
  const places = [title, text, ...(ability.links ? links : [])]
  if (!ability.all && !ability.singles) {
    const gaps = new RegExp(
      request
        .split(' ')
        .map((word) => word.replaceAll(/[+*.?^$]/g, '\\$&'))
        .join('[^]*'),
      'u',
    )
    return places.some((place) => gaps.test(form(place)))
  }
  const hasPhrase = (phrase: string) =>
    places.some((place) =>
      ` ${tokens(place, form).join(' ')} `.includes(` ${tokens(phrase, form).join(' ')} `),
    )
  const sides = ability.or === undefined ? [request] : request.split(ability.or.sign)
  return sides.some((side) =>
    [...side.replaceAll(/[()]/g, '').matchAll(/"([^"]+)"|(\S+)/g)].every(([, phrase, word]) =>
      hasPhrase(phrase ?? word ?? ''),
    ),
  )
}
