import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf, mentionRows, type PostedRow } from '../../../src/features/export/mentions-table.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const card = { channel: 'C1', ts: '1795176000.000100', subscription: 'acme', alert: '7' }
const names = { channel: (id: string) => `#${id}`, alert: (id: string) => `alert ${id}` }
const table = (rows: PostedRow[], timezone = 'Asia/Tokyo') => csvOf(mentionRows(rows, names, timezone))
const read = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true })

/** What programs may drop at the beginning of a cell: white space, control characters, and characters that are not shown. */
const isDropped = (character: string) =>
  character.trim() === '' || /[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(character)

/** What a spreadsheet takes for the beginning of a formula. */
const starts = new Set('=+-@＝＋－＠')

/** True if a spreadsheet may take a cell for a formula: as it is (also for a tab or a carriage return), or without what programs drop. */
function isFormula(cell: string): boolean {
  const [first = ''] = cell
  const shown = [...cell].find((character) => !isDropped(character)) ?? ''
  return starts.has(shown) || first === '\t' || first === '\r'
}

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const separators = ['\t', '\r', '\n', '\r\n', '"', "'", ',', ';']
const blanks = [' ', '\u00a0', '\u3000', '\u2028', '\u0085', '\v', '\0', '\u0001']
const notShown = [
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u180e',
  '\ufe0f',
  '\u034f',
  '\u3164',
  '\u{e0020}',
]

const unkind = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom(...signs, ...separators, ...blanks, ...notShown, 'a', '𝒳'), { maxLength: 12 })
    .map((parts) => parts.join('')),
)

describe('the table of posted mentions', () => {
  it('has the note of the person who closed a mention, and no formula in it', () => {
    const mention = sampleMention({ id: '1' })
    const times = { at: 1_795_176_060_000, firstAt: 1_795_176_060_000 }
    const done = {
      state: 'done' as const,
      user: 'U1',
      by: 'Ana Lima',
      note: '=HYPERLINK("https://evil.example")',
    }
    const record = { ...card, mention: mention.id, ...times, ...done }
    const [row] = read(table([{ card, mention, record, ticket: undefined, correction: undefined }]))
    expect(row?.['note when done']).toBe('\'=HYPERLINK("https://evil.example")')
    expect(row?.note).toBe('')
  })

  it('has the state, the person and the times of a mention, and every digit of a very long id', () => {
    const mention = sampleMention({
      id: '9007199254740993123',
      title: 'Is Acme down?',
      date: 1_795_000_000_000,
    })
    const assigned = { id: 'a1', from: 'U1', fromName: 'Ana Lima', note: 'Please answer' }
    const at = 1_795_176_060_000
    const place = { ...card, mention: mention.id }
    const record = {
      ...place,
      state: 'assigned' as const,
      user: 'U2',
      by: 'Ben Okafor',
      at,
      firstAt: at,
      assigned,
    }
    const ticket = { mention: mention.id, url: 'https://tracker.example/12', user: 'U1', by: 'Ana Lima', at }
    expect(read(table([{ card, mention, record, ticket, correction: undefined }]))).toMatchObject([
      {
        'posted (UTC)': '2026-11-20T12:00:00Z',
        'posted (Asia/Tokyo)': '2026-11-20 21:00',
        channel: '#C1',
        alert: 'alert 7',
        'mention id': '9007199254740993123',
        title: 'Is Acme down?',
        state: 'assigned',
        person: 'Ben Okafor',
        'since (UTC)': '2026-11-20T12:01:00Z',
        'assigned by': 'Ana Lima',
        note: 'Please answer',
        'snoozed until (UTC)': '',
        ticket: 'https://tracker.example/12',
      },
    ])
  })

  it('keeps every text, and has no cell that a spreadsheet would take for a formula, also behind blanks and characters that are not shown', () => {
    const texts = fc.array(fc.record({ title: unkind, name: unkind, url: unkind, note: unkind }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(texts, (given) => {
        const rows = given.map(({ title, name, url, note }, index): PostedRow => {
          const mention = sampleMention({ id: String(index), title, url, date: Number.NaN })
          const assigned = { id: 'a', from: 'U', fromName: name, note }
          const place = { ...card, mention: mention.id, state: 'assigned' as const }
          const record = { ...place, user: 'U', by: name, at: 1, firstAt: 1, assigned }
          const ticket = undefined
          const correction = undefined
          const author = { ...mention.author, name }
          return { card, mention: { ...mention, author }, record, ticket, correction }
        })
        const shown = read(table(rows))
        const cells = shown.flatMap((row) => Object.values(row))
        expect(cells.filter(isFormula)).toEqual([])
        // The cells of a program that separates them by semicolons or tabs. It may drop a quotation mark.
        const parts = cells.flatMap((cell) => cell.split(/[;\t\r\n]/).slice(1))
        expect(parts.filter((part) => isFormula(part) || isFormula(part.replaceAll('"', '')))).toEqual([])
        const found = shown.map((row) => [row.title, row.author, row.address, row.person, row.note])
        const expected = given.map(({ title, name, url, note }) => [title, name, url, name, note])
        const withoutApostrophes = (texts: (string | undefined)[][]) =>
          texts.map((row) => row.map((text) => text?.replaceAll("'", '')))
        expect(withoutApostrophes(found)).toEqual(withoutApostrophes(expected))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['a title', 'a title'],
    ['2026-11-20', '2026-11-20'],
    ["'=1+1", "'=1+1"],
    ['  indented', '  indented'],
    ['a = b; c - d\ne + f', 'a = b; c - d\ne + f'],
    ['=1+1', "'=1+1"],
    [' =1+1', "' =1+1"],
    ['\u200b\ufeff=1+1', "'\u200b\ufeff=1+1"],
    ['a; @b', "a;' @b"],
    ['a\n\u200b-b', "a\n'\u200b-b"],
    ['a;"=1+1', 'a;\'"=1+1'],
    ['\ttext', "'\ttext"],
    ['a\t=1+1', "a\t'=1+1"],
  ])('shows the text %j as %j', (title, shown) => {
    const mention = sampleMention({ id: '1', title })
    const [row] = read(
      table([{ card, mention, record: undefined, ticket: undefined, correction: undefined }]),
    )
    expect(row?.title).toBe(shown)
  })

  it('takes as long for a text of a million line breaks or blanks as for any other text', () => {
    // With a search that begins again at each of them, this would take hours.
    for (const one of ['\n', ' ', ';', '\u200b', '; ', '"'])
      expect(
        table([
          {
            card,
            mention: sampleMention({ id: '1', title: one.repeat(1_000_000) }),
            record: undefined,
            ticket: undefined,
            correction: undefined,
          },
        ]).length,
      ).toBeGreaterThan(1_000_000)
  })
})
