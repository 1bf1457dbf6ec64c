import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordFiles, StateDamagedError } from '../../../src/store/file/record-files.ts'
import type { RecordType } from '../../../src/store/records.ts'
import { emptyFolder } from '../../tools/folder.ts'

const counts: RecordType<number> = { name: 'counts', shape: z.number() }
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

/** A kind that is kept in parts, as it is now, and as an earlier version kept it. */
const parted: RecordType<number> = { name: 'numbers', shape: z.number(), part: (key) => key.slice(0, 1) }
const whole: RecordType<number> = { name: 'numbers', shape: z.number() }

/** A folder as an earlier version left it. */
async function earlier() {
  const { folder, records } = open()
  for (const [key, value] of [
    ['a1', 1],
    ['a2', 2],
    ['b1', 3],
  ] as const)
    await records.change(whole, key, () => value)
  return folder
}
const everything = [
  { key: 'a1', value: 1 },
  { key: 'a2', value: 2 },
  { key: 'b1', value: 3 },
]

describe('small facts that an earlier version kept in one file', () => {
  it('are taken over to their parts, once', async () => {
    const folder = await earlier()
    const { records } = open(folder)
    expect(await Promise.all([records.find(parted, 'b1'), records.all(parted)])).toEqual([3, everything])
    expect(readdirSync(folder)).toEqual(['numbers.parts'])
    await records.change(parted, 'a1', () => undefined)
    expect(await open(folder).records.all(parted)).toEqual(everything.slice(1))
  })

  it('are taken over whole by the next process where one died in the middle of it', async () => {
    const folder = await earlier()
    mkdirSync(join(folder, 'numbers.parts'))
    await open(folder).records.change({ ...whole, name: 'numbers.parts/a' }, 'a1', () => 1)
    expect(await open(folder).records.all(parted)).toEqual(everything)
  })

  it.each(['numbers.json', 'numbers.json.bak'])(
    'do not come back where the process died before %s was gone',
    async (left) => {
      const folder = await earlier()
      // The file is written in place, so this second name of it has what it had when it went.
      linkSync(join(folder, left), join(folder, 'left'))
      const { records } = open(folder)
      await records.change(parted, 'a1', () => undefined)
      renameSync(join(folder, 'left'), join(folder, left))
      expect(await open(folder).records.all(parted)).toEqual(everything.slice(1))
    },
  )

  it('are an error where that file is damaged, never nothing', async () => {
    const folder = await earlier()
    for (const file of ['numbers.json', 'numbers.json.bak']) writeFileSync(join(folder, file), '{')
    await expect(open(folder).records.all(parted)).rejects.toThrow(StateDamagedError)
  })
})
