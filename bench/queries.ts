import { createMatcher, type Searched } from '@overheard/listen/query/matcher'
import { parseQuery } from '@overheard/listen/query/parse-query'
import AhoCorasick from 'ahocorasick'
import { createRandom, type Random } from '../sandbox/mention-service/generator/random.ts'
import { createPostTexts, queriesOf, wordBy } from './post-texts.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const few = 10
const many = 10_000
const posts = 500
const rounds = 7
/** Posts a second of the mixed stream. */
const rate = 500

/** A kind of queries, and posts that have none of their words, but what many posts have. */
type Kind = { queryOf: (number: number) => string; post: (number: number) => Partial<Searched> }

const sign = (number: number) => String.fromCodePoint(0x4e00 + number)

function kindsOf(random: Random): Record<string, Kind> {
  const textOf = createPostTexts(random)
  const text = (number: number) => ({ text: textOf(number) })
  const word = () => wordBy(random)
  const chinese = (length: number) =>
    Array.from({ length }, () => sign(Math.floor(1500 ** random.next()))).join('')
  return {
    words: { queryOf: (number) => `acme${number}`, post: text },
    beginnings: { queryOf: (number) => `${(number * 7919).toString(36)}acme*`, post: text },
    phrases: { queryOf: (number) => `"${word()} acme${number}"`, post: text },
    exact: { queryOf: (number) => `=Acme${number} OR =ACME${number}`, post: text },
    near: { queryOf: (number) => `${word()} NEAR/5 acme${number}`, post: text },
    titles: {
      queryOf: (number) => `title:acme${number}`,
      post: (number) => ({ ...text(number), title: textOf(number) }),
    },
    Chinese: {
      queryOf: (number) => `製品${sign(2000 + number)}`,
      post: () => ({ text: `製品${chinese(60)}製品` }),
    },
    sites: {
      queryOf: (number) => `site:acme${number}.example`,
      post: (number) => ({ ...text(number), url: `https://www.news${number}.example/2026/11/${number}` }),
    },
    paths: {
      queryOf: (number) => `site:code.example/acme${number}`,
      post: (number) => ({ ...text(number), url: `https://code.example/other${number}/issues/1` }),
    },
    links: {
      queryOf: (number) => `link:acme${number}.example`,
      post: (number) => ({ ...text(number), links: [`https://www.news${number}.example/2026`] }),
    },
    authors: {
      queryOf: (number) => `author:"kim acme${number}"`,
      post: (number) => ({ ...text(number), author: { name: 'Kim Lee' } }),
    },
    types: { queryOf: (number) => `acme${number} type:post reach:>=10`, post: text },
  }
}

const postOf = (number: number, more: Partial<Searched>): Searched => ({
  ...{ title: '', text: '', url: `https://bsky.example/profile/kim/post/${number}`, links: [] },
  ...{ author: { name: 'kim' }, language: () => 'en', sources: ['bluesky', 'web'] },
  ...{ type: 'post', numbers: { reach: 100 }, ...more },
})

const matcherOf = (queries: string[]) =>
  createMatcher(queries.map((query, key) => ({ key, query: parseQuery(query) })))

/** CPU time of one post, in µs. */
function timed(given: Searched[], look: (post: Searched) => unknown): () => Promise<number> {
  return async () => {
    const begun = process.cpuUsage()
    for (const post of given) look(post)
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / given.length
  }
}

/** What many queries cost for each post: without hits compared with few queries, and with hits. */
export async function queryRows(): Promise<Row[]> {
  return [...(await rowsWithoutHits()), ...(await rowsWithHits()), ...(await rowsOfOthers())]
}

async function rowsWithoutHits(): Promise<Row[]> {
  const random = createRandom(7)
  const rows: Row[] = []
  for (const [kind, { queryOf, post }] of Object.entries(kindsOf(random))) {
    const queries = Array.from({ length: many }, (_, number) => queryOf(number))
    const given = Array.from({ length: posts }, (_, number) => postOf(number, post(number)))
    const [ofFew = 0, ofMany = 0] = await alternate(
      rounds,
      [queries.slice(0, few), queries].map((some) => timed(given, matcherOf(some))),
    )
    rows.push({
      what: `${many} queries without a hit: ${kind}`,
      ...{ figure: ofMany / ofFew, unit: `× ${few}`, most: 2 },
      note: `${ofMany.toFixed(1)} µs of CPU a post`,
    })
  }
  return rows
}

async function rowsWithHits(): Promise<Row[]> {
  const random = createRandom(7)
  const textOf = createPostTexts(random)
  const brands = matcherOf(queriesOf(many, random))
  const given = Array.from({ length: posts }, (_, number) => postOf(number, { text: textOf(number) }))
  const kinds = Object.values(kindsOf(random))
  const brandQueries = queriesOf(many, random)
  const mixedQueries = brandQueries.map((query, number) =>
    number % 2 === 0 ? query : (kinds[number % kinds.length]?.queryOf(number) ?? query),
  )
  const mixed = matcherOf(mixedQueries)
  const mixedPosts = given.map((post, number) => ({ ...post, ...kinds[number % kinds.length]?.post(number) }))
  const [ofBrands = 0, ofMixed = 0] = await alternate(rounds, [
    timed(given, brands),
    timed(mixedPosts, mixed),
  ])
  const hits = (some: Searched[], match: typeof mixed) =>
    (some.reduce((sum, post) => sum + match(post).length, 0) / some.length).toFixed(1)
  return [
    {
      what: `${many} queries of brands`,
      ...{ figure: ofBrands, unit: 'µs of CPU a post', most: 600 },
      note: `${hits(given, brands)} hits a post`,
    },
    {
      what: `${many} queries of all kinds, ${rate} posts a second`,
      ...{ figure: (100 * ofMixed * rate) / 1e6, unit: '% of a core', most: 30 },
      note: `${hits(mixedPosts, mixed)} hits a post; without languages and storing`,
    },
  ]
}

/** Single words only, because the others find nothing more. Both find words within words, too. */
async function rowsOfOthers(): Promise<Row[]> {
  const random = createRandom(7)
  const textOf = createPostTexts(random)
  const words = Array.from({ length: many }, (_, number) => `acme${number}`)
  const given = Array.from({ length: posts }, (_, number) =>
    postOf(number, { text: `${textOf(number)} acme${number}` }),
  )
  const automaton = new AhoCorasick(words)
  const [ours = 0, ofAutomaton = 0, ofScan = 0] = await alternate(3, [
    timed(given, matcherOf(words)),
    timed(given, ({ text }) => automaton.search(text.toLowerCase())),
    timed(given.slice(0, 50), ({ text }) => words.filter((word) => text.toLowerCase().includes(word))),
  ])
  const note = (figure: number) => `${ours.toFixed(1)} µs and ${figure.toFixed(1)} µs of CPU a post`
  return [
    {
      what: `${many} words, one hit: the matcher`,
      ...{ figure: ours / ofAutomaton, unit: '× ahocorasick' },
      note: note(ofAutomaton),
    },
    { what: 'the same', ...{ figure: ours / ofScan, unit: '× a plain scan' }, note: note(ofScan) },
  ]
}
