import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { gates } from '../../src/engine/gates/gates.ts'

it('the gates of a run, and when it passes them, are in docs/build/architecture.md in the order in which they apply', () => {
  const page = readFileSync(new URL('../../docs/build/architecture.md', import.meta.url), 'utf8')
  const described = [...page.matchAll(/^- \*\*([\w ]+)\*\* \(([\w, ]+)\): /gm)].map(([, name, before]) => [
    name,
    before,
  ])
  expect(described).toEqual(gates.map(({ name, before }) => [name, before.join(', ')]))
})
