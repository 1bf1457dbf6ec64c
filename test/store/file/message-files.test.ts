import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { placeOf } from '../../../src/model/damage.ts'
import { createDamageLog } from '../../../src/store/damage.ts'
import { type Disk, disk } from '../../../src/store/file/disk.ts'
import { messageFiles } from '../../../src/store/file/message-files.ts'
import { emptyFolder } from '../../tools/folder.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const day = 86_400_000
const at = (ms: number, channel = 'C1') => ({ channel, ts: (ms / 1000).toFixed(6) })

const records = (folder: string, changes: Partial<Disk> = {}) =>
  messageFiles(folder, { disk: { ...disk, ...changes } })('events', z.string())

/** A disk that is full while `isFull`: an append writes only the first half, as a real disk may do. */
function fullDisk() {
  const state = { isFull: false }
  const changes: Partial<Disk> = {
    append(path, text) {
      if (!state.isFull) return disk.append(path, text)
      appendFileSync(path, text.slice(0, text.length / 2))
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    },
  }
  return { state, changes }
}

describe('an append on a full disk', () => {
  it('fails, and leaves nothing in the file that later records could be appended to', async () => {
    const folder = emptyFolder()
    const { state, changes } = fullDisk()
    const stored = records(folder, changes)
    await stored.add(at(noon), 'one')
    state.isFull = true
    await expect(stored.add(at(noon + 1), 'two')).rejects.toThrow('ENOSPC')
    state.isFull = false
    await stored.add(at(noon + 2), 'three')
    expect(await Array.fromAsync(records(folder).since(0))).toEqual(['one', 'three'])
    expect(readFileSync(join(folder, 'events', 'C1', '2026-11-20.jsonl'), 'utf8')).not.toContain('two')
  })
})

describe('a file of records whose last line a crash has cut off', () => {
  it('gets the next record in a line of its own, also if the disk was full at the first attempt', async () => {
    const folder = emptyFolder()
    await records(folder).add(at(noon), 'one')
    const path = join(folder, 'events', 'C1', '2026-11-20.jsonl')
    appendFileSync(path, '{"ts":"1795')
    const { state, changes } = fullDisk()
    const stored = records(folder, changes)
    state.isFull = true
    for (const ms of [1, 2]) await expect(stored.add(at(noon + ms), 'two')).rejects.toThrow('ENOSPC')
    state.isFull = false
    for (const ms of [3, 4]) await stored.add(at(noon + ms), 'three')
    expect(await Array.fromAsync(records(folder).since(0))).toEqual(['one', 'three', 'three'])
    expect(readFileSync(path, 'utf8').split('\n')[1]).toBe('{"ts":"1795')
  })
})

describe('a record that is added while its file is compacted', () => {
  it('is kept, also if other files have displaced that file in the memory meanwhile', async () => {
    const folder = emptyFolder()
    let meanwhile: (() => Promise<void>) | undefined
    const stored = records(folder, {
      async write(path, text) {
        await meanwhile?.()
        meanwhile = undefined
        return disk.write(path, text)
      },
    })
    for (let channel = 0; channel < 40; channel++)
      await stored.add(at(noon, `D${channel}`), 'x'.repeat(600_000))
    for (let count = 0; count < 999; count++) await stored.change(at(noon), () => `${count}`)
    meanwhile = async () => {
      for (let channel = 0; channel < 40; channel++) await stored.count(`D${channel}`)
      await stored.add(at(noon + 1), 'added meanwhile')
    }
    await stored.change(at(noon), () => 'the last')
    expect(meanwhile).toBeUndefined()
    expect(await stored.find(at(noon + 1))).toBe('added meanwhile')
    expect(await records(folder).find(at(noon + 1))).toBe('added meanwhile')
  })
})

describe('the queues of ten webhooks', () => {
  it('are looked at every two seconds for a minute without reading a file again', async () => {
    const folder = emptyFolder()
    const queues = Array.from({ length: 10 }, (_, index) => `webhook-${index}`)
    for (const queue of queues)
      for (const days of [0, 1, 2, 3, 4]) await records(folder).add(at(noon + days * day, queue), 'an event')
    let reads = 0
    const stored = records(folder, {
      read(path) {
        reads += 1
        return disk.read(path)
      },
    })
    const lookAt = async (queue: string) => {
      expect(await stored.count(queue)).toBe(5)
      expect(await Array.fromAsync(stored.since(0, queue))).toHaveLength(5)
    }
    for (const queue of queues) await lookAt(queue)
    expect(reads).toBe(50)
    for (let round = 0; round < 30; round++) await Promise.all(queues.map(lookAt))
    expect(reads).toBe(50)
  })

  it('are counted without reading, however large they are', async () => {
    const folder = emptyFolder()
    const queues = Array.from({ length: 40 }, (_, index) => `webhook-${index}`)
    for (const queue of queues) await records(folder).add(at(noon, queue), 'x'.repeat(600_000))
    let reads = 0
    const stored = records(folder, {
      read(path) {
        reads += 1
        return disk.read(path)
      },
    })
    for (let round = 0; round < 3; round++)
      for (const queue of queues) expect(await stored.count(queue)).toBe(1)
    expect(reads).toBe(40)
    await stored.change(at(noon, 'webhook-7'), () => undefined)
    expect(await stored.count('webhook-7')).toBe(0)
  })
})

describe('a damaged line of message records', () => {
  const path = (folder: string) => join(folder, 'events', 'C1', '2026-11-20.jsonl')
  const lineOf = (ms: number, value: unknown) => JSON.stringify({ ts: at(ms).ts, value })

  /** Opens a file with these lines. */
  function opened(...lines: (string | Buffer)[]) {
    const folder = emptyFolder()
    mkdirSync(dirname(path(folder)), { recursive: true })
    writeFileSync(
      path(folder),
      Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])),
    )
    const damage = createDamageLog()
    const stored = messageFiles(folder, { damage })('events', z.string())
    const places = () => damage.all().map((one) => placeOf(one).replace(`${folder}/`, ''))
    return { folder, stored, places }
  }

  it.each([
    ['is not JSON', '{"ts":'],
    ['is no record', '[]'],
    ['has no time', '{"value":"two"}'],
    ['has a value of another form', lineOf(noon + 1, { text: 'two' })],
    ['is not UTF-8', Buffer.from([...Buffer.from('{"ts":"'), 0xc3, 0x28])],
    ['is full of zeros', Buffer.alloc(30)],
  ])('that %s is named and kept, and all other lines are read', async (_what, line) => {
    const { folder, stored, places } = opened(lineOf(noon, 'one'), line, lineOf(noon + 2, 'three'))
    const before = readFileSync(path(folder))
    expect(await Array.fromAsync(stored.since(0))).toEqual(['one', 'three'])
    expect(places()).toEqual(['events/C1/2026-11-20.jsonl, line 2'])
    await stored.add(at(noon + 3), 'four')
    expect(readFileSync(path(folder)).subarray(0, before.length)).toEqual(before)
    expect(await Array.fromAsync(stored.since(0))).toEqual(['one', 'three', 'four'])
  })

  it('counts as the newest state of its message, so that an older state does not come back', async () => {
    const { stored, places } = opened(lineOf(noon, 'claimed'), lineOf(noon, { state: 'done' }))
    expect(await stored.find(at(noon))).toBeUndefined()
    expect(places()).toEqual(['events/C1/2026-11-20.jsonl, line 2'])
  })

  it('is set aside when its record is replaced, and not before', async () => {
    const { folder, stored, places } = opened(lineOf(noon, { state: 'done' }))
    await stored.change(at(noon), (known) => known)
    expect(readdirSync(dirname(path(folder)))).toEqual(['2026-11-20.jsonl'])
    await stored.change(at(noon), () => 'new')
    expect(await stored.find(at(noon))).toBe('new')
    expect(JSON.parse(readFileSync(`${path(folder)}.damaged`, 'utf8'))).toMatchObject({
      value: { state: 'done' },
    })
    expect(places()).toEqual([])
  })

  it.each(['add', 'addAll'] as const)('is set aside when its record is stored again with %s', async (how) => {
    const { folder, stored, places } = opened(lineOf(noon, { state: 'done' }))
    expect(await stored.find(at(noon))).toBeUndefined()
    if (how === 'add') expect(await stored.add(at(noon), 'new')).toBe('new')
    else expect(await stored.addAll([{ key: at(noon), value: 'new' }])).toEqual([])
    expect(await records(folder).find(at(noon))).toBe('new')
    expect(readdirSync(dirname(path(folder)))).toHaveLength(2)
    expect(places()).toEqual([])
  })

  it('is not lost when the other records change thousands of times', async () => {
    const { folder, stored } = opened('{"ts":', lineOf(noon, 'one'))
    for (let count = 0; count < 1100; count++) await stored.change(at(noon), () => `${count}`)
    expect(readFileSync(path(folder), 'utf8').startsWith('{"ts":\n')).toBe(true)
    expect(await records(folder).find(at(noon))).toBe('1099')
  })

  it('is removed with its day, together with what was set aside', async () => {
    const { folder, stored, places } = opened('{"ts":', lineOf(noon, { state: 'done' }))
    await stored.change(at(noon), () => 'new')
    await stored.prune(noon + day)
    expect(readdirSync(dirname(path(folder)))).toEqual([])
    expect(places()).toEqual([])
  })

  it('stays if a newer version has added fields to other records, which keep these fields', async () => {
    const folder = emptyFolder()
    mkdirSync(dirname(path(folder)), { recursive: true })
    writeFileSync(path(folder), `${lineOf(noon + 1, { n: 1, later: 2 })}\n`)
    const stored = messageFiles(folder)('events', z.object({ n: z.number() }))
    expect(await stored.find(at(noon + 1))).toEqual({ n: 1 })
    for (let count = 0; count < 1000; count++) await stored.change(at(noon), () => ({ n: count }))
    const lines = readFileSync(path(folder), 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThan(100)
    expect(lines.map((line) => JSON.parse(line).value)).toContainEqual({ n: 1, later: 2 })
  })
})
