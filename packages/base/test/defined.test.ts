import { expect, it } from 'vitest'
import { defined } from '../src/defined.ts'

it('values that are undefined are left out, and all others are kept, also empty ones', () => {
  const unknown: string | undefined = undefined
  const values: { a: string; b?: string; c: number; d: null } = defined({ a: '', b: unknown, c: 0, d: null })
  expect(Object.entries(values)).toEqual([
    ['a', ''],
    ['c', 0],
    ['d', null],
  ])
})

it('a type with an optional property that must not be undefined takes the result, and not the values themselves', () => {
  const take = (value: { b?: string }) => Object.keys(value)
  const maybe = (): string | undefined => undefined
  expect(take(defined({ b: maybe() }))).toEqual([])
  // @ts-expect-error `b` can be undefined here.
  expect(take({ b: maybe() })).toEqual(['b'])
})
