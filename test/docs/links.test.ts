import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { offeredActions } from '../../src/model/subscription.ts'

it('docs/use/cards.md explains every action of a card', () => {
  const rows = [...readFileSync('docs/use/cards.md', 'utf8').matchAll(/^\| `([^`{]+)` \|/gm)].map(
    ([, name]) => name,
  )
  expect(rows).toEqual([...offeredActions])
})
