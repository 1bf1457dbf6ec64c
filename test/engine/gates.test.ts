import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { gates } from '../../src/engine/gates/gates.ts'

it('the gates of a run, and when it passes them, are in docs/architecture.md in the order in which they apply', () => {
  const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('| gate | before | what it does |\n|---|---|---|\n')
  const rows = table.split('\n\n')[0]?.split('\n') ?? []
  const described = rows.map((row) =>
    row
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  )
  expect(described).toEqual(gates.map(({ name, before }) => [name, before.join(', ')]))
})
