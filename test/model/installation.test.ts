import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOlder, newInstallationId } from '../../src/installations/installation.ts'

const start = Date.UTC(2026, 10, 20, 12)

describe('the id of an installation', () => {
  it('has twelve letters and digits, and nothing but the time and chance', () => {
    const [id, again] = [() => 0, () => 0].map((chance) => newInstallationId(start, chance))
    expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
    expect(again).toBe(id)
  })

  it('is another one for each store, even for stores of the same second', () => {
    const ids = Array.from({ length: 50 }, () => newInstallationId(start, randomInt))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('shows which of two stores is older, whatever chance adds', () => {
    const seconds = fc.integer({ min: 0, max: 2 ** 33 })
    fc.assert(
      fc.property(seconds, seconds, (one, other) => {
        fc.pre(one < other)
        const [first, second] = [
          newInstallationId(one * 1000, randomInt),
          newInstallationId(other * 1000, randomInt),
        ]
        expect([isOlder(first, second), isOlder(second, first)]).toEqual([true, false])
      }),
    )
  })
})
