import { expect, it } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'

it('the key proposals, which is now called muteProposals, means the same', () => {
  const [before, today] = ['proposals', 'muteProposals'].map((name) => readConfiguration(`${name}: false`))
  expect(before?.errors).toEqual([])
  expect(before).toMatchObject({
    configuration: { renamed: [{ formerly: 'proposals', name: 'muteProposals' }] },
  })
  expect(before).toMatchObject(today ?? {})
})
