import { expect, it } from 'vitest'
import { foldersIn, withoutFeatures } from '../../build/feature-list.ts'

const list = `import { joke } from './features/joke/feature.ts'
import { longJoke } from './features/long-joke/feature.ts'
import type { Feature } from './kernel/feature.ts'

export const features: readonly Feature[] = [joke, longJoke]
`

it('a feature is taken out of the list with its import', () => {
  expect(foldersIn(list)).toEqual(['joke', 'long-joke'])
  const left = withoutFeatures(list, ['joke'])
  expect(left).not.toContain("'./features/joke/")
  expect(left).toContain('= [longJoke]')
  expect(withoutFeatures(list, ['long-joke', 'joke'])).toMatch(/= \[\s*\]/)
})

it('a feature that is not in the list is an error', () =>
  expect(() => withoutFeatures(list, ['jokes'])).toThrow('no feature in the folder jokes'))
