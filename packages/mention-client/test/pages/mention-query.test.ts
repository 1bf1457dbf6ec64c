import { describe, expect, it } from 'vitest'
import { encodeQuery, pageTokenForms } from '../../src/pages/mention-query.ts'

describe('the query of the mentions list', () => {
  it('contains all parameters, URL-encoded', () => {
    const query = encodeQuery({
      sortBy: 'reach',
      sortOrder: 'asc',
      dateFrom: 1,
      dateTo: 2,
      sinceId: '9007199254740993',
      sources: ['news-blogs', 'web'],
      languages: ['en', 'unknown'],
      countries: ['US', 'unknown'],
      reachFrom: 0,
      reachTo: 10,
      tags: ['a b', 'c&d'],
      tagMatch: 'all',
      limit: 50,
    })
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      sort_by: 'reach',
      sort_order: 'asc',
      date_from: '1',
      date_to: '2',
      since_id: '9007199254740993',
      source: 'news-blogs,web',
      lang: 'en,unknown',
      country: 'US,unknown',
      reach_from: '0',
      reach_to: '10',
      tag: 'a b,c&d',
      tag_match: 'all',
      limit: '50',
    })
  })

  it('leaves out parameters that are not set', () => {
    expect(encodeQuery({ sources: [], reachFrom: 0 })).toBe('reach_from=0')
  })
})

describe('the query with the paging token', () => {
  it.each([
    ['abc-_~', ['next=abc-_~']],
    ['a+b/c==', ['next=a%2Bb%2Fc%3D%3D']],
    ['a%2Bb%3D', ['next=a%2Bb%3D', 'next=a%252Bb%253D']],
    ['100%', ['next=100%25']],
  ])('has, for the token %s, the possible encodings %j', (next, forms) => {
    expect(pageTokenForms(next)).toEqual(forms)
  })
})
