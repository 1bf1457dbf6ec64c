import fc from 'fast-check'
import { parseQuery } from '../../src/query/parse-query.ts'

/** Words of queries and texts, chosen so that they often meet: parts of each other, signs, other scripts, emoji. */
export const words = [
  ...[
    'acme',
    'acmehq',
    'app',
    'jobs',
    'c++',
    'c',
    '.net',
    "it's",
    'it',
    '#acme',
    '@acme',
    'self-hosted',
    'x_y',
    'x',
    'a.example',
  ],
  ...[
    '東京',
    '京',
    'acmeアプリ',
    'アプリ',
    '에이콤',
    '에이',
    '👍',
    '👍🏽',
    '👩',
    '👩‍👩‍👧',
    '🇩🇪',
    '🇪🇸',
    '🇪🇪',
    'straße',
    'café',
    'ñ',
  ],
]

const side = fc.oneof(
  fc.constantFrom(...words, 'ap*'),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map(([a, b]) => `(${a} OR ${b})`),
)

const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
      .map((some) => `"${some.join(' ')}"`),
  },
  { weight: 2, arbitrary: fc.constantFrom('acm*', 'ap*', '"acme ap*"', 'アプ*') },
  { weight: 1, arbitrary: fc.constantFrom(...words.slice(0, 4)).map((word) => `title:${word}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        'site:a.example',
        'site:b.example/blog',
        'lang:en',
        'lang:de',
        'source:web',
        'author:kim',
        'author:"kim lee"',
        'author:ann',
        'link:a.example',
        'link:b.example/blog',
        'type:post',
        'type:comment',
        'reach:>=100',
        'points:>=10',
      ],
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('=Acme', '=acme', '=ACME', '="Acme app"', '=Ac*', '`c++`', '`acme, app`'),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(side, fc.constantFrom('NEAR', 'ONEAR'), fc.nat(4), side)
      .map(([left, near, distance, right]) => `${left} ${near}/${distance} ${right}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('=Acme NEAR/1 =app', 'title:acme NEAR/2 title:app', '"acme app" NEAR/2 jobs'),
  },
)

const { query } = fc.letrec<{ query: string; inner: string }>((tie) => ({
  query: fc.oneof({ maxDepth: 3 }, leaf, tie('inner')),
  inner: fc.oneof(
    fc.array(tie('query'), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(' ')})`),
    fc.array(tie('query'), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(' OR ')})`),
    tie('query').map(
      (part) => `-${part.includes(' NEAR/') || part.includes(' ONEAR/') ? `(${part})` : part}`,
    ),
    fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a} AND NOT (${b}))`),
  ),
}))

/** Queries that are accepted: a word that must occur makes each of them narrow. */
export const queryTexts = fc
  .tuple(fc.constantFrom(...words), query)
  .map(([word, rest]) => `${word} ${rest.startsWith('--') ? `(${rest.slice(2)})` : rest}`)
  .filter((text) => !text.includes('--'))

/** Queries that may need no word, only a site, a link or an author. */
export const narrowQueries = query.filter((text) => !text.includes('--') && isAccepted(text))

function isAccepted(text: string): boolean {
  try {
    parseQuery(text)
    return true
  } catch {
    return false
  }
}

/** Any UTF-16 units, also those of half a character. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0xffff), fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 30 })
  .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''))
