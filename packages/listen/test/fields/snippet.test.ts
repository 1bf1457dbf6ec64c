import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snippetOf, titleOf } from '../../src/fields/snippet.ts'
import { createMatcher } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'

const match = createMatcher([{ key: 1, query: parseQuery('acme OR 東京 OR 👩‍👩‍👧') }])

function rangesIn(text: string) {
  const [found] = match({
    ...{
      title: '',
      text,
      url: '',
      links: [],
      author: { name: '' },
      language: () => 'en',
      sources: [],
      type: 'post',
      numbers: {},
    },
  })
  return found?.text ?? []
}

const snippet = (text: string) => snippetOf(text, rangesIn(text))

const filler = (words: number) => Array.from({ length: words }, (_, index) => `word${index}`).join(' ')

describe('the snippet of a mention', () => {
  it('is the whole text if it is short, with all marks', () => {
    expect(snippet('An acme, another Acme')).toEqual({
      snippet: 'An acme, another Acme',
      highlights: [
        { text: 'acme', start_index: 3, end_index: 7 },
        { text: 'Acme', start_index: 17, end_index: 21 },
      ],
    })
  })

  it('is the part around the first match of a long text, cut between words, with ellipses', () => {
    const { snippet: text, highlights } = snippet(`${filler(200)} acme ${filler(200)}`)
    expect(text).toMatch(/^…word\d+ .* acme word0 .* word\d+…$/)
    expect(text.length).toBeLessThanOrEqual(290)
    expect(highlights).toEqual([
      { text: 'acme', start_index: text.indexOf('acme'), end_index: text.indexOf('acme') + 4 },
    ])
  })

  it('is the end of the text if the match is there', () => {
    expect(snippet(`${filler(200)} acme`).snippet).toMatch(/^…word\d+ .* acme$/)
  })

  it('is the beginning of a text without matches', () => {
    expect(snippetOf(filler(200), []).snippet).toMatch(/^word0 .*word\d+…$/)
    expect(snippetOf('', [])).toEqual({ snippet: '', highlights: [] })
  })

  it('has marks that are exactly at their positions, and cuts no character, whatever the text', () => {
    const piece = fc.constantFrom(
      'acme',
      '東京',
      '👩‍👩‍👧',
      '👍🏽',
      '🇩🇪',
      'é',
      'e\u0301',
      'の',
      'word',
      ' ',
      '. ',
      'ß',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
        const text = pieces.join('')
        const { snippet: cut, highlights } = snippet(text)
        for (const { text: marked, start_index, end_index } of highlights) {
          expect(cut.slice(start_index, end_index)).toBe(marked)
          expect(end_index - start_index).toBe(marked.length)
        }
        const inner = cut.replace(/^…/, '').replace(/…$/, '')
        expect(text).toContain(inner)
        expect(inner.isWellFormed()).toBe(true)
        expect(inner).not.toMatch(/^(\p{M}|\u200d|\p{EMod})|\u200d$/u)
        expect(cut.length).toBeLessThanOrEqual(330)
        expect(highlights.length > 0).toBe(rangesIn(text).length > 0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the title of an item that has none', () => {
  it('is the beginning of its text, cut between words', () => {
    expect(titleOf('short')).toBe('short')
    expect(titleOf(filler(40))).toMatch(/^word0 .* word\d+…$/)
    expect(titleOf('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`)
  })
})
