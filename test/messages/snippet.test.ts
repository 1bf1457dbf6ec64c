import type { Highlight } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerpt } from '../../src/messages/mention/snippet.ts'
import { arbitraryMention } from '../tools/arbitrary-mention.ts'

/** The excerpt in one line, matched terms between stars. */
function shown(snippet: string, highlights: Highlight[]): string {
  return excerpt(snippet, highlights)
    .map(({ text, matched }) => (matched ? `*${text}*` : text))
    .join('')
}

const long = `${'before '.repeat(40)}Acme ${'after '.repeat(40)}`

describe('the shortened snippet of a mention', () => {
  it.each([
    ['marks the matched term', 'I like Acme', [{ text: 'Acme', start: 7, end: 11 }], 'I like *Acme*'],
    [
      'marks the terms even if the highlights are out of order',
      'ab cd',
      [
        { text: 'cd', start: 3, end: 5 },
        { text: 'ab', start: 0, end: 2 },
      ],
      '*ab* *cd*',
    ],
    [
      'marks only the first of two overlapping highlights',
      'abc',
      [
        { text: 'ab', start: 0, end: 2 },
        { text: 'bc', start: 1, end: 3 },
      ],
      '*ab*c',
    ],
    [
      'ignores a highlight whose text is not at its position',
      'I like Acme',
      [{ text: 'Acme', start: 6, end: 10 }],
      'I like Acme',
    ],
    ['ignores a highlight beyond the end', 'Acme', [{ text: 'Acme', start: 400, end: 404 }], 'Acme'],
    [
      'ignores a highlight that covers only a part of its text',
      'Acme',
      [{ text: 'Acme', start: 0, end: 3 }],
      'Acme',
    ],
    ['ignores a highlight that ends within an emoji', '👩‍👩‍👧', [{ text: '👩', start: 0, end: 2 }], '👩‍👩‍👧'],
    [
      'reads the positions of highlights in UTF-16 units',
      '😀 Acme',
      [{ text: 'Acme', start: 3, end: 7 }],
      '😀 *Acme*',
    ],
    ['is empty for a text without visible characters', ' \u200b\u3164 ', [], ''],
  ])('%s', (_, snippet, highlights, wanted) => expect(shown(snippet, highlights)).toBe(wanted))

  it('shows the words around the highlight and begins with a whole word', () => {
    const start = long.indexOf('Acme')
    const text = shown(long, [{ text: 'Acme', start, end: start + 4 }])
    expect(text).toMatch(/^…before .*\*Acme\* after .*…$/)
    expect(text.length).toBeLessThan(150)
  })

  it('is the beginning of the text if no term is highlighted', () =>
    expect(shown(long, [])).toMatch(/^before before .*…$/))

  it('is valid Unicode of at most 142 characters, whatever text and highlights the mention service sends', () =>
    fc.assert(
      fc.property(arbitraryMention, ({ snippet, highlights }) => {
        const pieces = excerpt(snippet, highlights)
        expect(pieces.every(({ text }) => text !== '' && text.isWellFormed())).toBe(true)
        expect(pieces.map(({ text }) => text).join('').length).toBeLessThanOrEqual(142)
        for (const { text } of pieces.filter(({ matched }) => matched))
          expect(text.length).toBeLessThanOrEqual(140)
      }),
    ))
})
