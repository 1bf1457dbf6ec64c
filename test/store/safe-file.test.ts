import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { safeFile } from '../../src/store/safe-file.ts'
import { emptyFolder } from './folder.ts'

const shape = z.record(z.string(), z.union([z.string(), z.number()]))
const data = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary' }), fc.integer()), {
  noNullPrototype: true,
})
/** Versions of the same layout over several sectors: a mixture of two is JSON of the right shape. */
const evenly = fc
  .array(fc.stringMatching(/^[a-z]{40}$/), { minLength: 40, maxLength: 40 })
  .map((values) => Object.fromEntries(values.map((value, index) => [`key ${index + 10}`, value])))
/** Some of a write is on the disk and some is not, as whole sectors: true for each that is. */
const sectors = fc.array(fc.boolean(), { minLength: 1, maxLength: 16 })
const sector = 512

describe('a file in two generations', () => {
  it('gives back what was written last, whatever it was and however often', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(data, { minLength: 1, maxLength: 6 }), async (versions) => {
        const path = join(emptyFolder(), 'facts.json')
        const file = safeFile(path, shape)
        for (const version of versions) await file.write(version)
        const found = await safeFile(path, shape).open()
        expect(found).toEqual({ kind: 'read', data: versions.at(-1), restored: false })
      }),
      { numRuns: 60 },
    )
  })

  it('has the new or the one before after a power cut that left only some sectors of a write, and says when it may be the one before', async () => {
    await fc.assert(
      fc.asyncProperty(evenly, evenly, evenly, sectors, async (first, second, third, arrived) => {
        const path = join(emptyFolder(), 'facts.json')
        const file = safeFile(path, shape)
        await file.write(first)
        await file.write(second)
        const before = readFileSync(path)
        await file.write(third)
        const after = readFileSync(path)
        writeFileSync(path, torn(before, after, arrived))

        const found = await safeFile(path, shape).open()
        if (found.kind !== 'read') throw new Error(`it was ${found.kind}`)
        const isThird = JSON.stringify(found.data) === JSON.stringify(third)
        expect(isThird ? third : second).toEqual(found.data)
        // Only a write of which nothing arrived looks as if it had never begun.
        if (!isThird && !torn(before, after, arrived).equals(before)) expect(found.restored).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

function torn(before: Buffer, after: Buffer, arrived: boolean[]): Buffer {
  const mixed = Buffer.alloc(after.length)
  before.copy(mixed)
  for (let at = 0; at < after.length; at += sector) {
    if (arrived[(at / sector) % arrived.length]) after.copy(mixed, at, at, at + sector)
  }
  return mixed
}
