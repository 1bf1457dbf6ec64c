import type { Highlight, Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import type { Author, Location } from '../../packages/mention-client/src/decode/mention-decoder.ts'
import { naughtyAddresses, naughtyStrings } from './naughty-strings.ts'

/** Mentions as strangers might write them: hostile texts, odd addresses, wrong offsets, missing and huge values. */

const surrogates = 0x800
const firstSurrogate = 0xd800

/** Any code point except surrogates. `unit: 'binary'` is the same, but costs a second and 200 MB in each worker. */
export const anyCodePoint: fc.Arbitrary<string> = fc
  .nat(0x10_ffff - surrogates)
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates), indexOf)

/** The inverse of the mapping above. Throws, as fast-check expects, for everything else. */
function indexOf(character: unknown): number {
  const [only, ...more] = typeof character === 'string' ? character : ''
  const point = only?.codePointAt(0)
  if (point === undefined || more.length > 0) throw new Error('not one character')
  return point < firstSurrogate ? point : point - surrogates
}

/** Any text: naughty strings, arbitrary code units, or ordinary words. */
export const foreignText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...naughtyStrings), weight: 4 },
  {
    arbitrary: fc.array(fc.constantFrom(...naughtyStrings), { maxLength: 5 }).map((parts) => parts.join(' ')),
    weight: 2,
  },
  { arbitrary: fc.string({ unit: anyCodePoint, maxLength: 400 }), weight: 1 },
  {
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
      .map((units) => String.fromCharCode(...units)),
    weight: 1,
  },
  { arbitrary: fc.lorem({ maxCount: 60 }), weight: 2 },
)

const addressPart = fc.string({
  unit: fc.oneof(
    { arbitrary: fc.constantFrom(..."abcXYZ0129-._~!$&'()*+,;=:@/"), weight: 9 },
    { arbitrary: anyCodePoint.map(encodeURIComponent), weight: 1 },
  ),
  maxLength: 30,
})

/** An ordinary address. `fc.webUrl` is like it, but costs 1.5 seconds and 140 MB in each worker. */
export const ordinaryAddress: fc.Arbitrary<string> = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.webAuthority(),
    path: fc.option(
      addressPart.map((path) => `/${path}`),
      { nil: '' },
    ),
    query: fc.option(
      addressPart.map((query) => `?${query}`),
      { nil: '' },
    ),
    fragment: fc.option(
      addressPart.map((fragment) => `#${fragment}`),
      { nil: '' },
    ),
  })
  .map(({ scheme, host, path, query, fragment }) => `${scheme}://${host}${path}${query}${fragment}`)

/** Any address: a naughty one, a text that is not an address, or an ordinary one. */
export const foreignAddress: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...naughtyAddresses), weight: 3 },
  { arbitrary: foreignText.map((text) => `https://example.com/${text}`), weight: 1 },
  { arbitrary: ordinaryAddress, weight: 2 },
)

/** An exact decimal id above zero, also beyond 2^64. */
export const arbitraryId: fc.Arbitrary<string> = fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }).map(String)

const anyOffset = fc.oneof(
  fc.integer({ min: -5, max: 200 }),
  fc.constantFrom(Number.NaN, 1.5, -1, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY),
)

/** Highlights of a snippet: some correct, some with wrong offsets or texts. */
function highlightsOf(snippet: string): fc.Arbitrary<Highlight[]> {
  const sound = fc.tuple(fc.nat(snippet.length), fc.nat(20)).map(([start, length]) => {
    const text = snippet.slice(start, start + length)
    return { text, start, end: start + text.length }
  })
  const wrong = fc.record({ text: foreignText, start: anyOffset, end: anyOffset })
  return fc.array(fc.oneof(sound, sound, wrong), { maxLength: 6 })
}

const author: fc.Arbitrary<Author> = fc.record(
  {
    name: foreignText,
    avatar: foreignAddress,
    audience: fc.nat(),
    url: foreignAddress,
    description: foreignText,
    writtenBy: foreignText,
  },
  { requiredKeys: ['name', 'avatar', 'audience', 'url'] },
)

const place: fc.Arbitrary<Location> = fc.record(
  { country: fc.oneof(fc.constantFrom('US', 'DE', 'IL', 'ZZ', 'us', 'USA', '', '🇺🇸'), foreignText) },
  { requiredKeys: [] },
)

/** Any mention that the decoder can return. */
export const arbitraryMention: fc.Arbitrary<Mention> = foreignText.chain((snippet) =>
  fc.record(
    {
      id: arbitraryId,
      date: fc.oneof(
        fc.date({ noInvalidDate: true }).map(Number),
        fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, 1_763_647_320_000),
      ),
      reach: fc.oneof(fc.nat(), fc.constantFrom(0, 999, 999_950, Number.MAX_SAFE_INTEGER, 1e300)),
      language: fc.oneof(fc.constantFrom('en', 'de', 'he', 'pt-BR', '', 'unknown'), foreignText),
      url: foreignAddress,
      snippet: fc.constant(snippet),
      title: foreignText,
      done: fc.boolean(),
      starred: fc.boolean(),
      tags: fc.array(foreignText, { maxLength: 3 }),
      author,
      sentiment: fc.constantFrom('positive', 'negative', 'neutral'),
      source: fc.oneof(fc.constantFrom('reddit', 'web', 'news-blogs', 'youtube', ''), foreignText),
      location: place,
      highlights: highlightsOf(snippet),
      flaws: fc.array(fc.constantFrom('reach: expected number', 'title: missing'), { maxLength: 2 }),
    },
    {
      requiredKeys: [
        'id',
        'date',
        'reach',
        'language',
        'url',
        'snippet',
        'title',
        'done',
        'starred',
        'tags',
        'author',
        'source',
        'highlights',
        'flaws',
      ],
    },
  ),
)

/** Mentions with distinct ids, as a poll delivers them. */
export function arbitraryMentions(minLength: number, maxLength: number): fc.Arbitrary<Mention[]> {
  return fc.uniqueArray(arbitraryMention, { minLength, maxLength, selector: ({ id }) => id })
}
