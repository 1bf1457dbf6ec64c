import { describe, expect, it } from 'vitest'
import { unlikelyParts } from '../../../src/query/advice/unlikely.ts'
import { createMatcher } from '../../../src/query/matcher.ts'
import { acceptedForm, parseQuery } from '../../../src/query/parse-query.ts'
import { QueryError } from '../../../src/query/query.ts'
import { searched } from '../posts.ts'
import { corpus, type Sample } from './other-products.ts'

function errorOf(query: string): QueryError | undefined {
  try {
    parseQuery(query)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  return undefined
}

const post = (sample: Sample) =>
  typeof sample === 'string' ? searched(sample) : searched(sample.text ?? '', sample)

const found = (query: string, samples: Sample[]) => {
  const match = createMatcher([{ key: 1, query: parseQuery(query) }])
  return samples.filter((sample) => match(post(sample)).length > 0)
}

describe.each(Object.entries(corpus))('queries as for %s', (_, queries) => {
  it.each(queries)('$query', ({ query, write, finds, not }) => {
    const error = errorOf(query)
    if (write === undefined) expect(error?.sentence).toBeUndefined()
    else expect(error?.isTranslated ? error.example : null).toBe(write)
    expect(() => parseQuery(error?.example ?? query)).not.toThrow()
    if (write === null) return
    const understood = write ?? query
    expect(found(understood, finds)).toEqual(finds)
    expect(found(understood, not)).toEqual([])
    expect(finds.length).toBeGreaterThan(0)
  })
})

it.each(Object.values(corpus).flat())(
  '$query is answered with a query that can find something',
  ({ query, write }) => {
    const offered = write ?? errorOf(query)?.example ?? query
    expect(unlikelyParts(parseQuery(offered)).filter(({ kind }) => kind !== 'frequent')).toEqual([])
  },
)

it('there are more than a hundred queries of other products', () => {
  expect(Object.values(corpus).flat().length).toBeGreaterThan(150)
})

describe('a stored query that is refused now', () => {
  it.each([
    ['acme or app', 'acme or app, or else', 'acme app'],
    ['Re:Zero', 'watch re:zero', 'zero'],
    ['acme -source:nosuch', 'acme', 'app'],
    ['+acme app', 'the +acme app', 'acme app'],
    ['acme,app', 'an acme,app', 'acme'],
    ['what? acme', 'what is acme', 'acme'],
    ['yahoo! acme', 'yahoo! by acme', 'acme'],
    ['اپل،سامسونگ', 'اپل،سامسونگ', 'سامسونگ'],
    ['acme ｢pro', 'acme ｢pro', 'acme'],
  ])('%s still finds what it found before', (query, text, other) => {
    expect(errorOf(query)).toBeInstanceOf(QueryError)
    const accepted = acceptedForm(query) ?? ''
    expect(found(accepted, [text, other])).toEqual([text])
  })

  it.each<[string, Sample, Sample]>([
    [
      'acme site:ja.example/東、京',
      { text: 'acme', url: 'https://ja.example/東、京' },
      { text: 'acme', url: 'https://ja.example/東' },
    ],
    [
      'acme -domain:ja.example/東､京',
      { text: 'acme', url: 'https://ja.example/東' },
      { text: 'acme', url: 'https://ja.example/東､京' },
    ],
    ['link:ja.example/東、京', { links: ['https://ja.example/東、京'] }, 'link:ja.example/東、京'],
    ['author:山田、太郎', { author: { name: '山田、太郎' } }, { author: { name: '山田' } }],
    ['author:علي،', { author: { name: 'علي،' } }, 'author:علي،'],
    ['author:(علي، OR ali)', { author: { name: 'علي،' } }, 'علي،'],
  ])('%s still asks for what its field asked for', (query, post, other) => {
    expect(errorOf(query)).toBeInstanceOf(QueryError)
    expect(found(acceptedForm(query) ?? '', [post, other])).toEqual([post])
  })

  it('asks for the sign that the value of its field has', () => {
    expect(parseQuery('author:علی؟')).toEqual({ kind: 'field', name: 'author', value: 'علی؟' })
    expect(found('link:fa.example/a؟b', [{ links: ['https://fa.example/a؟b'] }])).toHaveLength(1)
  })

  it.each(['"acme ｢pro｣ app"', '“acme ｢pro｣ app”', '`acme ｢pro｣ app`'])(
    '%s is one phrase with its half-width brackets',
    (query) => expect(found(query, ['the acme ｢pro｣ app', 'acme app pro'])).toEqual(['the acme ｢pro｣ app']),
  )

  it('has no other form if nothing was ever found with it', () => {
    expect(acceptedForm('"acme app')).toBeUndefined()
    expect(acceptedForm('acme -jobs')).toBe('acme -jobs')
  })
})
