import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { restrictingKinds } from '../../src/stored-kinds.ts'

it('docs/run/problems.md says of every collection that restricts something what stops if it is damaged', () => {
  const [, chapter = ''] =
    /^## Damaged records$([\s\S]*?)^## /m.exec(readFileSync('docs/run/problems.md', 'utf8')) ?? []
  const rows = chapter.match(/^\| `.*$/gm) ?? []
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  )
  expect(named.sort()).toEqual([...restrictingKinds].sort())
})
