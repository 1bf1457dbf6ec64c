import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionsTable, type TableRow } from '../../src/messages/mentions-table.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const card = { channel: 'C1', ts: '1795176000.000100', subscription: 'acme', alert: '7' }
const names = { channel: (id: string) => `#${id}`, alert: (id: string) => `alert ${id}` }
const table = (rows: TableRow[], timezone = 'Asia/Tokyo') => mentionsTable(rows, names, timezone)
const read = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true })

/** What a spreadsheet takes for a formula if a cell begins with it. */
const formula = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/

/** Where a semicolon or a line break within a text would begin a formula if cells were separated by semicolons. */
const formulaWithin = /(?<=[;\r\n])(?="*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20])/g

const unkind = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '"', "'", ',', ';', 'a', ' ', '＝', '𝒳'),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join('')),
)

describe('the table of posted mentions', () => {
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
    expect(read(table([{ card, mention, record, ticket }]))).toMatchObject([
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

  it('keeps every text, and puts an apostrophe before a text that a spreadsheet would take for a formula', () => {
    const texts = fc.array(fc.record({ title: unkind, name: unkind, url: unkind, note: unkind }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(texts, (given) => {
        const rows = given.map(({ title, name, url, note }, index): TableRow => {
          const mention = sampleMention({ id: String(index), title, url, date: Number.NaN })
          const assigned = { id: 'a', from: 'U', fromName: name, note }
          const place = { ...card, mention: mention.id, state: 'assigned' as const }
          const record = { ...place, user: 'U', by: name, at: 1, firstAt: 1, assigned }
          const ticket = undefined
          return { card, mention: { ...mention, author: { ...mention.author, name } }, record, ticket }
        })
        const shown = read(table(rows))
        const safe = (text: string) => `${formula.test(text) ? "'" : ''}${text.replace(formulaWithin, "'")}`
        expect(shown.map((row) => [row.title, row.author, row.address, row.person, row.note])).toEqual(
          given.map(({ title, name, url, note }) => [title, name, url, name, note].map(safe)),
        )
        const cells = shown.flatMap((row) => Object.values(row))
        expect(cells.filter((cell) => formula.test(cell))).toEqual([])
        const afterSemicolons = cells.flatMap((cell) => cell.split(/[;\r\n]/).slice(1))
        expect(afterSemicolons.filter((part) => formula.test(part.replace(/^"+/, '')))).toEqual([])
      }),
    )
  })
})
