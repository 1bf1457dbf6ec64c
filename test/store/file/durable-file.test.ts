import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { durableFile } from '../../../src/store/file/durable-file.ts'
import { emptyFolder } from '../../tools/folder.ts'

const shape = z.record(z.string(), z.union([z.string(), z.number()]))
/** Names like `__proto__` are none of ours: the configuration refuses them. */
const key = fc.string().filter((text) => text !== '__proto__')
const data = fc.dictionary(key, fc.oneof(fc.string({ unit: 'binary' }), fc.integer()), {
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
        const file = durableFile(path, shape)
        for (const version of versions) await file.write(version)
        const found = await durableFile(path, shape).open()
        expect(found).toEqual({ kind: 'read', data: versions.at(-1), restored: false })
      }),
      { numRuns: 60 },
    )
  })

  it('has the new or the one before after a power cut that left only some sectors of a write, and says when it may be the one before', async () => {
    await fc.assert(
      fc.asyncProperty(evenly, evenly, evenly, sectors, async (first, second, third, arrived) => {
        const path = join(emptyFolder(), 'facts.json')
        const file = durableFile(path, shape)
        await file.write(first)
        await file.write(second)
        const before = readFileSync(path)
        await file.write(third)
        const after = readFileSync(path)
        writeFileSync(path, torn(before, after, arrived))

        const found = await durableFile(path, shape).open()
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

/** Runs some lines over the file in a process of few means, `limit` being an option of ulimit; resolves with what it prints. */
async function underLimit(limit: string, path: string, lines: string): Promise<string[]> {
  const { pathname } = new URL('../../../src/store/file/durable-file.ts', import.meta.url)
  const script = `
    import { openSync } from 'node:fs'
    import { z } from 'zod'
    import { durableFile } from ${JSON.stringify(pathname)}
    const file = durableFile(${JSON.stringify(path)}, z.record(z.string(), z.string()))
    const failed = ({ code }) => console.log(code)
    ${lines}`
  const started = `ulimit ${limit}; exec "$0" --input-type=module -e "$1"`
  const { stdout } = await promisify(execFile)('bash', ['-c', started, process.execPath, script])
  return stdout.split('\n').filter((line) => line !== '')
}

describe('on a full disk', () => {
  const [short, long] = ['a'.repeat(500), 'b'.repeat(3000)]
  /** Files may not grow beyond 1024 bytes. */
  const writeAll = (path: string, values: string[]) =>
    underLimit(
      '-f 1',
      path,
      `for (const value of ${JSON.stringify(values)}) await file.write({ value }).catch(failed)`,
    )

  it('a file that is not there yet does not begin: half of it would pass for a damaged one', async () => {
    const path = join(emptyFolder(), 'facts.json')
    expect(await writeAll(path, [long])).toEqual(['EFBIG'])
    expect(await durableFile(path, shape).open()).toEqual({ kind: 'fresh' })
  })

  it('what fits into its files is written, and what does not leaves the generation before', async () => {
    const path = join(emptyFolder(), 'facts.json')
    const last = `${short}!`
    expect(await writeAll(path, [short, long, short, long, last])).toEqual(['EFBIG', 'EFBIG'])
    expect(await durableFile(path, shape).open()).toEqual({
      kind: 'read',
      data: { value: last },
      restored: false,
    })
  })
})

it('a file is not taken for damaged by a process that has too many others open', async () => {
  const path = join(emptyFolder(), 'facts.json')
  await durableFile(path, shape).write({ value: 'first' })
  const openAll = 'try { for (;;) openSync("/dev/null") } catch {}'
  expect(await underLimit('-n 64', path, `${openAll}; await file.open().catch(failed)`)).toEqual(['EMFILE'])
})

it('what was written before there were generations is read, and goes on with the first', async () => {
  const path = join(emptyFolder(), 'facts.json')
  writeFileSync(path, '{"value":2}')
  expect(await durableFile(path, shape).open()).toMatchObject({ data: { value: 2 }, restored: false })
  writeFileSync(`${path}.bak`, '{"value":1}')
  const file = durableFile(path, shape)
  expect(await file.open()).toEqual({ kind: 'read', data: { value: 2 }, restored: false })
  await file.write({ value: 3 })
  expect(await durableFile(path, shape).open()).toEqual({ kind: 'read', data: { value: 3 }, restored: false })
  writeFileSync(`${path}.bak`, '')
  expect(await durableFile(path, shape).open()).toEqual({ kind: 'read', data: { value: 2 }, restored: true })
})

it('an old copy of one of the two files in its place is told: a newer generation may be lost', async () => {
  const path = join(emptyFolder(), 'facts.json')
  const file = durableFile(path, shape)
  await file.write({ value: 1 })
  const copy = readFileSync(path)
  for (const value of [2, 3, 4, 5]) await file.write({ value })
  writeFileSync(path, copy)
  expect(await durableFile(path, shape).open()).toEqual({ kind: 'read', data: { value: 4 }, restored: true })
})
