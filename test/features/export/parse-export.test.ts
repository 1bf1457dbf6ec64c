import { expect, it } from 'vitest'
import { type AskedExport, parseExport } from '../../../src/features/export/parse-export.ts'

const known = { tables: [{ word: 'changes', mostDays: 365 }], mostDays: 90 }

it.each<[string, Omit<AskedExport, 'format'>]>([
  ['', { days: 30 }],
  ['2w', { days: 14 }],
  ['"Acme brand" for 7 days', { name: 'Acme brand', days: 7 }],
  ['"Agent 30d"', { name: 'Agent 30d', days: 30 }],
  ['<#C123|brand> 90d', { channel: 'C123', days: 90 }],
  ['"Acme brand" <#C123|brand> 7 days', { name: 'Acme brand', channel: 'C123', days: 7 }],
  ['acme for two weeks', { name: 'acme', days: 14 }],
  ['Area 51', { name: 'Area 51', days: 30 }],
  ['changes', { table: 'changes', days: 30 }],
  ['Changes 52w', { table: 'changes', days: 364 }],
  ['changes in law', { name: 'changes in law', days: 30 }],
  ['changes in <#C123|brand>', { name: 'changes', channel: 'C123', days: 30 }],
])('“/mentions export %s” is understood', (line, asked) =>
  expect(parseExport(line, known)).toEqual({ ...asked, format: 'csv' }),
)

it.each<[string, AskedExport]>([
  ['json', { days: 30, format: 'json' }],
  ['acme 7d as JSON', { name: 'acme', days: 7, format: 'json' }],
  ['changes 7d csv', { table: 'changes', days: 7, format: 'csv' }],
  ['"json"', { name: 'json', days: 30, format: 'csv' }],
])('“/mentions export %s” says the format at its end', (line, asked) =>
  expect(parseExport(line, known)).toEqual(asked),
)

it.each<[string, string, number, string[]]>([
  ['acme 2y', '2y', 90, ['export acme 30d', 'export acme 90d']],
  ['acme -1d', '-1d', 90, ['export acme 30d', 'export acme 90d']],
  ['acme until friday', 'until friday', 90, ['export acme 30d', 'export acme 90d']],
  ['91d', '91d', 90, ['export 30d', 'export 90d']],
  ['changes 366d', '366d', 365, ['export changes 30d', 'export changes 90d']],
])(
  '“/mentions export %s” names a time that cannot be exported, and suggests others',
  (line, words, mostDays, guesses) => expect(parseExport(line, known)).toEqual({ words, mostDays, guesses }),
)

it('a time that is longer than cards are kept is not exported, and the usual time is at most as long', () => {
  const short = { ...known, mostDays: 14 }
  expect(parseExport('acme', short)).toEqual({ name: 'acme', days: 14, format: 'csv' })
  expect(parseExport('acme 14d', short)).toMatchObject({ days: 14 })
  expect(parseExport('acme 15d', short)).toEqual({ words: '15d', mostDays: 14, guesses: ['export acme 14d'] })
  expect(parseExport('changes 90d', short)).toMatchObject({ table: 'changes', days: 90 })
})
