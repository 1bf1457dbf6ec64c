import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { collectionFiles } from '../../../src/store/file/collection-files.ts'
import { messageFiles } from '../../../src/store/file/message-files.ts'
import { StateDamagedError } from '../../../src/store/store.ts'
import { emptyFolder } from '../../tools/folder.ts'

const counts = (folder: string) => collectionFiles(folder)('counts', z.number())

describe('a collection with a damaged file', () => {
  it.each([
    ['is not JSON', '{"a":'],
    ['does not fit the schema', '{"a":"x"}'],
    ['is empty', ''],
  ])('that cannot be rebuilt causes an error that names the remedy if the file %s', async (_what, text) => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'counts.json'), text)
    await expect(counts(folder).find('a')).rejects.toThrow(StateDamagedError)
    await expect(counts(folder).find('a')).rejects.toThrow(/counts\.json .* Restore it from a copy/)
    expect(readFileSync(join(folder, 'counts.json'), 'utf8')).toBe(text)
  })

  it('starts empty if it can be rebuilt; the damaged file is renamed and reported', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'counts.json'), '{"a":')
    const reported: string[] = []
    const open = collectionFiles(folder, { onDamagedFile: (reason) => void reported.push(reason) })
    const rebuildable = open('counts', z.number(), { rebuildable: true })
    expect(await rebuildable.find('a')).toBeUndefined()
    await rebuildable.put('a', 1)
    expect(reported).toEqual([expect.stringContaining('counts.json')])
    expect(readdirSync(folder)).toEqual(['counts.json', 'counts.json.damaged'])
    expect(await counts(folder).find('a')).toBe(1)
  })
})

describe('a failed write of a collection of records', () => {
  it('changes nothing, and later changes work', async () => {
    const folder = emptyFolder()
    const records = counts(folder)
    await records.put('a', 2)
    mkdirSync(join(folder, 'counts.json.new'))
    const both = await Promise.allSettled([records.put('a', 3), records.put('b', 1)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await records.entries()).toEqual([{ key: 'a', value: 2 }])
    rmSync(join(folder, 'counts.json.new'), { recursive: true })
    await records.put('a', 3)
    expect(await counts(folder).find('a')).toBe(3)
  })
})

describe('the files of message records', () => {
  const key = { channel: 'C1', ts: '1795176000.000100' }
  const cards = (folder: string) => messageFiles(folder)('cards', z.string())
  const path = (folder: string) => join(folder, 'cards', 'C1', '2026-11-20.jsonl')

  it('belong to one channel and one UTC day each, and are readable only by their owner', async () => {
    const folder = emptyFolder()
    await cards(folder).add(key, 'one')
    await cards(folder).add({ ...key, ts: '1795176001.000100' }, 'two')
    expect(readFileSync(path(folder), 'utf8').split('\n')).toHaveLength(3)
    expect(statSync(path(folder)).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'cards', 'C1')).mode & 0o777).toBe(0o700)
  })

  it('lose a last line that a crash cut off, and nothing else', async () => {
    const folder = emptyFolder()
    await cards(folder).add(key, 'one')
    writeFileSync(path(folder), '{"ts":"1795176001.000100","va', { flag: 'a' })
    expect(await cards(folder).find(key)).toBe('one')
    await cards(folder).add({ ...key, ts: '1795176002.000100' }, 'three')
    expect(await Array.fromAsync(cards(folder).since(0))).toEqual(['one', 'three'])
  })

  it('cause an error that names the line if a line other than the last is damaged, because people may have entered it', async () => {
    const folder = emptyFolder()
    await cards(folder).add(key, 'one')
    writeFileSync(path(folder), '{"ts":\n{"ts":"1795176001.000100","value":"two"}\n', { flag: 'a' })
    await expect(cards(folder).find(key)).rejects.toThrow(/2026-11-20\.jsonl, line 2 cannot be read/)
  })

  it('stay small although one record changes thousands of times', async () => {
    const folder = emptyFolder()
    const stored = cards(folder)
    for (let count = 0; count < 2500; count++) await stored.change(key, () => `${count}`)
    expect(readFileSync(path(folder), 'utf8').split('\n').length).toBeLessThan(1100)
    expect(await cards(folder).find(key)).toBe('2499')
  })

  it('stay in their folder even if the id of a channel is a path', async () => {
    const folder = emptyFolder()
    await cards(folder).add({ ...key, channel: '../..' }, 'one')
    expect(readdirSync(folder)).toEqual(['cards'])
    expect(await cards(folder).find({ ...key, channel: '../..' })).toBe('one')
  })
})
