import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CollectionOptions } from '../../../src/model/collection.ts'
import { placeOf, RecordDamagedError } from '../../../src/model/damage.ts'
import { createDamageLog } from '../../../src/store/damage.ts'
import { collectionFiles } from '../../../src/store/file/collection-files.ts'
import { type Disk, disk } from '../../../src/store/file/disk.ts'
import { messageFiles } from '../../../src/store/file/message-files.ts'
import { emptyFolder } from '../../tools/folder.ts'

const counts = (folder: string) => collectionFiles(folder)('counts', z.number())

/** A collection of two counts whose file is broken before it is opened. */
async function broken(text: string | Buffer, options: CollectionOptions = {}) {
  const folder = emptyFolder()
  const path = join(folder, 'counts.json')
  writeFileSync(path, text)
  const damage = createDamageLog()
  const open = () => collectionFiles(folder, { damage })('counts', z.number(), options)
  return { folder, path, damage, records: open(), open, places: () => damage.all().map(placeOf) }
}

const notReadable: [string, string | Buffer][] = [
  ['is not JSON', '{"a":'],
  ['is empty', ''],
  ['is a list', '[1, 2]'],
  ['is the word null', 'null'],
  ['is not UTF-8', Buffer.from([...Buffer.from('{"a":1,"'), 0xff, ...Buffer.from('":2}')])],
  ['is full of zeros', Buffer.alloc(100)],
]

describe('a collection whose file', () => {
  it.each(notReadable)(
    '%s starts empty, names the file, and sets it aside at the first write',
    async (_what, text) => {
      const { folder, path, records, places } = await broken(text)
      expect(await records.readAll()).toMatchObject({
        entries: [],
        damaged: [{ place: { kind: 'file', path } }],
      })
      expect(places()).toEqual([path])
      expect(readFileSync(path)).toEqual(Buffer.from(text))
      await records.put('a', 1)
      expect(readFileSync(`${path}.damaged`)).toEqual(Buffer.from(text))
      expect(await counts(folder).entries()).toEqual([{ key: 'a', value: 1 }])
      expect(places()).toEqual([])
    },
  )

  it.each(notReadable)(
    '%s stops everything if its records restrict, and is never replaced',
    async (_what, text) => {
      const { path, records, places } = await broken(text, { restricts: true })
      for (const attempt of [
        () => records.find('a'),
        () => records.find('new'),
        () => records.put('new', 1),
        () => records.change('a', () => undefined),
      ])
        await expect(attempt()).rejects.toThrow(RecordDamagedError)
      expect(await records.readAll()).toMatchObject({
        entries: [],
        damaged: [{ place: { kind: 'file', path } }],
      })
      expect(places()).toEqual([path])
      expect(readFileSync(path)).toEqual(Buffer.from(text))
    },
  )

  it('was repaired or removed by a person is read again, without a restart', async () => {
    const { path, records, places } = await broken('{"a":', { restricts: true })
    await expect(records.find('a')).rejects.toThrow(RecordDamagedError)
    writeFileSync(path, '{"a":4}')
    expect(await records.find('a')).toBe(4)
    expect(places()).toEqual([])
    const other = await broken('{"a":', { restricts: true })
    await expect(other.records.find('a')).rejects.toThrow(RecordDamagedError)
    rmSync(other.path)
    expect(await other.records.find('a')).toBeUndefined()
    await other.records.put('a', 5)
    expect(await other.open().find('a')).toBe(5)
  })

  it('cannot be read by the disk starts empty, and names the file', async () => {
    const folder = emptyFolder()
    const damage = createDamageLog()
    const failing: Disk = {
      ...disk,
      read() {
        throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
      },
    }
    const records = collectionFiles(folder, { damage, disk: failing })('counts', z.number())
    expect(await records.all()).toEqual([])
    expect(damage.all()).toMatchObject([{ why: 'the disk cannot read it' }])
  })

  it('may not be read by this user rejects, because that is no damage', async () => {
    const forbidden: Disk = {
      ...disk,
      read() {
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
      },
    }
    const records = collectionFiles(emptyFolder(), { disk: forbidden })('counts', z.number())
    await expect(records.all()).rejects.toThrow('EACCES')
  })
})

describe('a damaged record of a collection', () => {
  const text = '{"a":1,"b":"two","c":3}'

  it('counts as missing, is named with its key, and the other records are read', async () => {
    const { path, records, places } = await broken(text)
    expect(await records.entries()).toEqual([
      { key: 'a', value: 1 },
      { key: 'c', value: 3 },
    ])
    expect(await records.find('b')).toBeUndefined()
    expect(places()).toEqual([`${path}, record 'b'`])
  })

  it('stays in the file when other records change, and is set aside when it is replaced', async () => {
    const { path, records, places } = await broken(text)
    await records.put('a', 10)
    await records.change('c', () => undefined)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: 10, b: 'two' })
    await records.change('b', (known) => known ?? 2)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: 10, b: 2 })
    expect(JSON.parse(readFileSync(`${path}.damaged`, 'utf8'))).toEqual({ b: 'two' })
    expect(places()).toEqual([])
  })

  it('is neither read nor replaced if it restricts, but the others are', async () => {
    const { path, records } = await broken(text, { restricts: true })
    await expect(records.find('b')).rejects.toThrow(`${path}, record 'b' is damaged`)
    await expect(records.put('b', 2)).rejects.toThrow(RecordDamagedError)
    await records.put('a', 10)
    expect(await records.find('a')).toBe(10)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: 10, b: 'two', c: 3 })
  })

  it('stays damaged if its replacement cannot be written', async () => {
    const { path, records, places } = await broken(text)
    mkdirSync(`${path}.new`)
    await expect(records.put('b', 2)).rejects.toThrow()
    expect(await records.find('b')).toBeUndefined()
    expect(places()).toEqual([`${path}, record 'b'`])
    rmSync(`${path}.new`, { recursive: true })
    await records.put('a', 10)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: 10, b: 'two', c: 3 })
  })

  it('is set aside in a file of its own each time', async () => {
    const { folder, path, records } = await broken(text)
    await records.put('b', 2)
    writeFileSync(path, '{"b":[]}')
    await counts(folder).put('b', 3)
    expect(readdirSync(folder)).toEqual(['counts.json', 'counts.json.damaged', 'counts.json.damaged-2'])
  })
})

describe('a field that a newer version has added to a record', () => {
  it('is no damage, and stays until this version changes the record', async () => {
    const folder = emptyFolder()
    const path = join(folder, 'pairs.json')
    writeFileSync(path, '{"a":{"n":1,"later":[1]},"b":{"n":2}}')
    const damage = createDamageLog()
    const pairs = collectionFiles(folder, { damage })('pairs', z.object({ n: z.number() }))
    expect(await pairs.find('a')).toEqual({ n: 1 })
    expect(damage.all()).toEqual([])
    await pairs.put('b', { n: 3 })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: { n: 1, later: [1] }, b: { n: 3 } })
    await pairs.put('a', { n: 4 })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: { n: 4 }, b: { n: 3 } })
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

  it('keep a last line that a crash cut off, and lose nothing else', async () => {
    const folder = emptyFolder()
    await cards(folder).add(key, 'one')
    writeFileSync(path(folder), '{"ts":"1795176001.000100","va', { flag: 'a' })
    expect(await cards(folder).find(key)).toBe('one')
    await cards(folder).add({ ...key, ts: '1795176002.000100' }, 'three')
    expect(await Array.fromAsync(cards(folder).since(0))).toEqual(['one', 'three'])
    expect(readFileSync(path(folder), 'utf8').split('\n')[1]).toBe('{"ts":"1795176001.000100","va')
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
