import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordFiles, StateDamagedError } from '../../src/store/record-files.ts'
import type { Kind } from '../../src/store/records.ts'
import { emptyFolder } from './folder.ts'

const counts: Kind<number> = { name: 'counts', shape: z.number() }
const plusOne = (count = 0) => count + 1

function open(folder = emptyFolder()) {
  const warnings: string[] = []
  return {
    folder,
    warnings,
    records: recordFiles(folder, { warn: (_fields, sentence) => void warnings.push(sentence) }),
  }
}

describe('small facts in files', () => {
  it('are absent, changed, found again by the next process, and removed', async () => {
    const { folder, records } = open()
    expect(await records.find(counts, 'a')).toBeUndefined()
    expect(await records.change(counts, 'a', plusOne)).toBe(1)
    await records.change(counts, 'b', plusOne)
    const next = open(folder).records
    expect(await next.all(counts)).toEqual([
      { key: 'a', value: 1 },
      { key: 'b', value: 1 },
    ])
    expect(await next.change(counts, 'a', () => undefined)).toBeUndefined()
    expect(await open(folder).records.all(counts)).toEqual([{ key: 'b', value: 1 }])
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])('may have the key %s', async (key) => {
    const { folder, records } = open()
    expect(await records.find(counts, key)).toBeUndefined()
    await records.change(counts, key, plusOne)
    expect(await open(folder).records.find(counts, key)).toBe(1)
  })

  it('that change a hundred times at once lose none, in few writes', async () => {
    const { folder, records } = open()
    await Promise.all(Array.from({ length: 100 }, () => records.change(counts, 'a', plusOne)))
    expect(await open(folder).records.find(counts, 'a')).toBe(100)
  })

  it('that cannot be written stay as they were, and can be changed later', async () => {
    const { folder, records } = open()
    await records.change(counts, 'a', plusOne)
    await records.change(counts, 'a', plusOne)
    const older = join(folder, 'counts.json')
    rmSync(older)
    mkdirSync(join(older, 'x'), { recursive: true })
    const both = await Promise.allSettled([
      records.change(counts, 'a', plusOne),
      records.change(counts, 'b', plusOne),
    ])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await records.all(counts)).toEqual([{ key: 'a', value: 2 }])
    rmSync(older, { recursive: true })
    expect(await records.change(counts, 'a', plusOne)).toBe(3)
    expect(JSON.parse(readFileSync(older, 'utf8'))).toMatchObject({ generation: 3, data: { a: 3 } })
  })

  it('in a damaged file come from its backup, with a warning; without one they are an error, never nothing', async () => {
    const { folder, records } = open()
    await records.change(counts, 'a', plusOne)
    await records.change(counts, 'a', plusOne)
    writeFileSync(join(folder, 'counts.json.bak'), '{"a":')
    const restored = open(folder)
    expect(await restored.records.find(counts, 'a')).toBe(1)
    expect(restored.warnings).toHaveLength(1)
    writeFileSync(join(folder, 'counts.json'), '{"a":')
    writeFileSync(join(folder, 'counts.json.bak'), '')
    await expect(open(folder).records.find(counts, 'a')).rejects.toThrow(StateDamagedError)
  })
})
