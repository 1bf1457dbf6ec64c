import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { offeredActions } from '../../src/model/subscription.ts'

it('docs/links.md explains every action of a card', () => {
  const rows = [...readFileSync('docs/links.md', 'utf8').matchAll(/^\| `([^`{]+)` \|/gm)].map(
    ([, name]) => name,
  )
  expect(rows).toEqual([...offeredActions])
})
