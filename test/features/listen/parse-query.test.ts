import { expect, it } from 'vitest'
import { parseQuery } from '../../../src/features/listen/subcommands.ts'

it.each([
  ['"acme app" OR acmehq -jobs', '"acme app" OR acmehq -jobs'],
  [
    'site:<http://news.example|news.example> <https://x.example/a?b=1&amp;c=2> AT&amp;T',
    'site:news.example https://x.example/a?b=1&c=2 AT&T',
  ],
  ['a'.repeat(2500), 'a'.repeat(2500)],
])('/mentions listen reads the query as it was typed from "%s"', (line, query) =>
  expect(parseQuery(line)).toBe(query),
)
