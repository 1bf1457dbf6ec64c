import { expect, it } from 'vitest'
import { type AskedExport, parseExport } from '../../../src/features/export/parse-export.ts'

it.each<[string, AskedExport]>([
  ['', { days: 30 }],
  ['2w', { days: 14 }],
  ['"Acme brand" for 7 days', { name: 'Acme brand', days: 7 }],
  ['"Agent 30d"', { name: 'Agent 30d', days: 30 }],
  ['<#C123|brand> 90d', { channel: 'C123', days: 90 }],
  ['Area 51', { name: 'Area 51', days: 30 }],
])('“/mentions export %s” is understood', (line, asked) => expect(parseExport(line)).toEqual(asked))

it.each<[string, string, string[]]>([
  ['acme 2y', '2y', ['export acme 30d', 'export acme 90d']],
  ['91d', '91d', ['export 30d', 'export 90d']],
])(
  '“/mentions export %s” names a time that cannot be exported, and suggests others',
  (line, words, guesses) => expect(parseExport(line)).toEqual({ words, guesses }),
)
