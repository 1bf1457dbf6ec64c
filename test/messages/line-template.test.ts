import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RichPart } from '../../src/messages/kit/block-kit.ts'
import { words } from '../../src/messages/kit/block-kit.ts'
import {
  fieldsOf,
  fillLine,
  type LineTemplate,
  longestLine,
  readLineTemplate,
} from '../../src/messages/mention/line-template.ts'
import { cardFields } from '../../src/model/subscription.ts'
import { arbitraryLine } from '../tools/arbitrary-layout.ts'
import { foreignText } from '../tools/arbitrary-mention.ts'

const errorsOf = (line: string) => {
  const read = readLineTemplate(line)
  return 'errors' in read ? read.errors : []
}

function templateOf(line: string): LineTemplate {
  const read = readLineTemplate(line)
  if ('errors' in read) throw new Error(read.errors.join('; '))
  return read.template
}

const textOf = (parts: RichPart[]) => parts.map((part) => ('text' in part ? part.text : '')).join('')

/** The line with these values. A placeholder without a value stays empty. */
const filled = (line: string, values: Record<string, string>) =>
  textOf(fillLine(templateOf(line), (name) => (values[name] ? [words(values[name])] : [])))

describe('a line of the configuration', () => {
  it('is not accepted with an unknown placeholder, and the error suggests the right word', () => {
    const [error, ...others] = errorsOf('{title} · {autor}')
    expect(error).toMatch(
      /^unknown placeholder \{autor\}; did you mean \{author\}\? Known placeholders: \{title\}/,
    )
    expect(others).toEqual([])
  })

  it.each([
    ['{author}', '{title} is missing: it is the link to the mention'],
    ['{title} · {author} · {author}', '{author} is here twice'],
    ['{title} {', '{ and } enclose a placeholder'],
    ['{title}\n{author}', 'a line has no line breaks and no control characters'],
    [`{title}${'x'.repeat(longestLine)}`, `too long: at most ${longestLine} characters`],
    ['', '{title} is missing: it is the link to the mention'],
  ])('%j is refused: %s', (line, error) => expect(errorsOf(line)).toEqual([error]))

  it('names the fields that it shows, in its order and without the title', () => {
    expect(fieldsOf(templateOf('{reach} {title} · {author} ({topics})'))).toEqual([
      'reach',
      'author',
      'topics',
    ])
  })

  it('of any text has errors, or shows the title once', () => {
    fc.assert(
      fc.property(fc.oneof(foreignText, arbitraryLine), (line) => {
        const read = readLineTemplate(line)
        if ('errors' in read) expect(read.errors.length).toBeGreaterThan(0)
        else expect(read.template.slots.filter(({ placeholder }) => placeholder === 'title')).toHaveLength(1)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a filled line', () => {
  const all = Object.fromEntries(['title', ...cardFields].map((name) => [name, name.toUpperCase()]))

  it('with every value is the text of the configuration with the values in place of the names', () => {
    fc.assert(
      fc.property(
        arbitraryLine.filter((line) => /^[\x20-\x7e·–]*$/.test(line)),
        (line) => {
          const expected = line.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
          expect(filled(line, all).replace(/ +/g, ' ')).toBe(expected.replace(/ +/g, ' '))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('has the values in the order of the configuration, each once, and none that is missing', () => {
    fc.assert(
      fc.property(arbitraryLine, fc.subarray([...cardFields]), (line, known) => {
        const marks = Object.fromEntries(['title', ...known].map((name) => [name, `⟦${name}⟧`]))
        const shown = [...filled(line, marks).matchAll(/⟦(\w+)⟧/g)].map(([, name]) => name)
        const wanted = templateOf(line).slots.map(({ placeholder }) => placeholder)
        expect(shown).toEqual(wanted.filter((name) => name === 'title' || known.some((one) => one === name)))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['{sentiment} {title} · {author}', { title: 'T' }, 'T'],
    ['{title} · {author} ({reach})', { title: 'T', author: 'Kim' }, 'T · Kim'],
    ['{title} · {author} ({reach})', { title: 'T', reach: '7' }, 'T (7)'],
    ['{author}: {title}', { title: 'T' }, 'T'],
    ['by {author}: {title}', { title: 'T' }, 'T'],
    ['News: {sentiment} {title}', { title: 'T' }, 'News: T'],
    ['“{title}” – {reach} people', { title: 'T' }, '“T”'],
    ['{title} – {reach} · Acme', { title: 'T' }, 'T · Acme'],
    ['[{topics}] {title}!', { title: 'T' }, 'T!'],
  ])(
    '%j leaves out the brackets and separators of values that the mention lacks (%j)',
    (line, values, shown) => expect(filled(line, values)).toBe(shown),
  )
})
