import { expect, it } from 'vitest'
import { storedKinds } from '../../../src/stored-kinds.ts'

it('the swaps of version 0.2 are read', () =>
  expect(storedKinds.map(({ name }) => name)).toContain('watch-swaps'))
