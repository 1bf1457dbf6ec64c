import { describe, expect, it } from 'vitest'
import { requireDistinct } from '../../src/model/distinct-names.ts'

describe('names that must be distinct', () => {
  it('are accepted if they are', () =>
    expect(() => requireDistinct('keys', ['owner', 'watch'])).not.toThrow())

  it('are refused with the name that occurs twice', () =>
    expect(() => requireDistinct('keys', ['owner', 'watch', 'owner'])).toThrow(
      'two keys have the name owner',
    ))
})
