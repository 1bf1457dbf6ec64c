import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { bytesOfPiece, type FolderLine } from '../../../src/store/backup/backup-file.ts'
import { folderLines } from '../../../src/store/file/backup-folder.ts'
import { disk } from '../../../src/store/file/disk.ts'
import { FolderUnusableError, openFolder } from '../../../src/store/file/open-folder.ts'
import { prepareRestore } from '../../../src/store/file/restore-folder.ts'
import { insertMessage } from '../../../src/store/sqlite/records.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { copyFrozenFolder, readFrozenFolder } from '../../tools/frozen-stores.ts'
import { openRecordsIn } from '../../tools/sqlite-records.ts'

const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

/** The files that a restore of these lines would make. */
async function bytesOf(lines: AsyncIterable<FolderLine>): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const line of lines)
    if (!('removed' in line))
      files.set(
        line.file,
        Buffer.concat([
          line.at === 0 ? Buffer.alloc(0) : (files.get(line.file) ?? Buffer.alloc(0)),
          bytesOfPiece(line),
        ]),
      )
  return files
}

const linesOf = (folder: string) => folderLines(folder, join(emptyFolder(), 'scratch'))

/** The text files of a folder. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const files = await bytesOf(linesOf(folder))
  files.delete('records.sqlite')
  return new Map([...files].map(([file, bytes]) => [file, bytes.toString('utf8')]))
}

/** A store whose writer does its next steps whenever a file is read, as often as `steps` says. */
function busyFolder(steps: number[]) {
  const { folder, database } = openRecordsIn()
  mkdirSync(join(folder, 'checkpoints'))
  let [done, step] = [0, 0]
  /** As the bot: the card and the reminder are stored before the checkpoint. */
  const writes = [
    () =>
      database.all([{ text: insertMessage, values: ['cards', 'C1', String(done + 1), `{"n":${done + 1}}`] }]),
    () =>
      database.all([
        {
          text: 'insert into records (collection, key, value) values ($1, $2, $3) on conflict do update set value = excluded.value',
          values: ['reminders', 'r', String(done + 1)],
        },
      ]),
    () =>
      writeFileSync(join(folder, 'checkpoints', `a${(done % 3) + 1}.json`), JSON.stringify({ upTo: ++done })),
  ]
  const advance = (count: number) => {
    for (let one = 0; one < count; one++) writes[step++ % writes.length]?.()
  }
  advance(7)
  const { read } = disk
  const spy = vi.spyOn(disk, 'read').mockImplementation((path) => {
    advance(steps.shift() ?? 0)
    const bytes = read(path)
    advance(steps.shift() ?? 0)
    return bytes
  })
  return { folder, stop: () => spy.mockRestore() }
}

describe('the copy of a data folder', () => {
  it('has what each of its checkpoints says, and the records of one moment, whatever the bot writes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 20 }), async (steps) => {
        const { folder, stop } = busyFolder([...steps])
        const files = await bytesOf(linesOf(folder)).finally(stop)
        const restored = emptyFolder()
        writeFileSync(join(restored, 'records.sqlite'), files.get('records.sqlite') ?? '')
        const { collection, messages, close } = openRecordsIn(restored)
        const cards = await messages('cards', z.unknown()).count('C1')
        const reminders = (await collection('reminders', z.number()).find('r')) ?? 0
        close()
        expect([reminders, reminders + 1]).toContain(cards)
        expect([...files.keys()].filter((file) => file.startsWith('checkpoints/')).length).toBeGreaterThan(1)
        for (const [file, bytes] of files)
          if (file.startsWith('checkpoints/')) {
            const { upTo } = z.object({ upTo: z.number() }).parse(JSON.parse(bytes.toString()))
            expect(upTo).toBeLessThanOrEqual(cards)
            expect(upTo).toBeLessThanOrEqual(reminders)
          }
      }),
      { numRuns: 30 },
    )
  })

  it('leaves out unfinished files, other files and what was removed before, and needs no other process to end', async () => {
    const { folder, database } = openRecordsIn()
    for (const name of ['mutes.json.new', 'mentions.sqlite', 'records.sqlite.new'])
      writeFileSync(join(folder, name), 'x')
    mkdirSync(join(folder, 'version-1.copy'))
    writeFileSync(join(folder, 'version-1.copy', 'mutes.json'), '{}')
    writeFileSync(join(folder, 'mutes.json.damaged-2'), '{"a":1}')
    const removed = 'x'.repeat(20_000)
    database.all([
      {
        text: 'insert into records (collection, key, value) values ($1, $2, $3)',
        values: ['mutes', 'C1', JSON.stringify(removed)],
      },
      { text: 'delete from records', values: [] },
    ])
    const files = await bytesOf(linesOf(folder))
    expect([...files.keys()].toSorted()).toEqual(['mutes.json.damaged-2', 'records.sqlite'])
    expect(files.get('records.sqlite')?.includes(removed.slice(0, 100))).toBe(false)
  })
})

const lines = (files: Record<string, string>) =>
  async function* (): AsyncGenerator<FolderLine> {
    for (const [file, text] of Object.entries(files)) yield { file, at: 0, text }
  }

describe('the restore of a data folder', () => {
  const options = { version: 2, replace: true, now: Date.parse('2026-11-23T09:00:00Z') }
  const copyName = 'before-restore-20261123090000000.copy'
  const backup = lines({ version: '2\n', 'mutes.json': '{"new":1}', 'checkpoints/a.json': '{"new":2}' })

  it('brings back all that a store of version 0.2 has, as it was', async () => {
    const [from, to] = [emptyFolder(), emptyFolder()]
    copyFrozenFolder(from)
    await (await prepareRestore(to, linesOf(from), { ...options, version: 1 })).commit()
    const files = await filesOf(to)
    expect(files.get('version')).toBe('1\n')
    files.delete('version')
    expect(files).toEqual(await filesOf(from))
    expect(Object.keys(readFrozenFolder().records).length).toBeGreaterThan(10)
  })

  it('refuses a folder with data, and replaces nothing before it is told', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'mutes.json'), '{"old":1}')
    await expect(prepareRestore(folder, backup(), { ...options, replace: false })).rejects.toThrow(
      `The folder ${folder} has data. With --replace it is moved to a copy within the folder, and replaced.`,
    )
    const { abandon } = await prepareRestore(folder, backup(), options)
    await abandon()
    expect(await filesOf(folder)).toEqual(new Map([['mutes.json', '{"old":1}']]))
    expect(disk.list(folder)).toEqual(['mutes.json'])
  })

  it('keeps the copy of a restore that ended just before', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'cards'))
    writeFileSync(join(folder, 'cards', 'a.json'), '{"old":1}')
    const restore = async (now: number, text: string) => {
      const newer = lines({ version: '2\n', 'cards/a.json': text })
      return (await prepareRestore(folder, newer(), { ...options, now })).commit()
    }
    const first = await restore(options.now, '{"new":1}')
    const second = await restore(options.now + 1, '{"new":2}')
    const copied = async (copy = '') => (await filesOf(copy)).get('cards/a.json')
    expect([await copied(first), await copied(second)]).toEqual(['{"old":1}', '{"new":1}'])
  })

  it('can be killed at any step: no bot starts on half of the data, and a second restore loses nothing of either', async () => {
    for (let step = 1; ; step++) {
      const folder = emptyFolder()
      const old = openRecordsIn(folder)
      await old.collection('mutes', z.number()).put('old', 1)
      old.close()
      mkdirSync(join(folder, 'checkpoints'))
      writeFileSync(join(folder, 'checkpoints', 'a.json'), '{"old":2}')
      writeFileSync(join(folder, 'checkpoints', 'b.json'), '{"old":3}')
      writeFileSync(join(folder, 'version'), '4\n')
      let renames = 0
      const { rename } = disk
      const spy = vi.spyOn(disk, 'rename').mockImplementation((from, to) => {
        if (++renames === step) throw new Error('killed')
        rename(from, to)
      })
      const failed = await prepareRestore(folder, backup(), options)
        .then(({ commit }) => commit())
        .then(
          () => false,
          () => true,
        )
      spy.mockRestore()
      if (!failed) break
      const isUntouched =
        existsSync(join(folder, 'records.sqlite')) && existsSync(join(folder, 'checkpoints', 'b.json'))
      const opened = await openFolder(folder, deps).then(
        (store) => store.close(),
        (error: unknown) => error,
      )
      if (opened !== undefined)
        expect(opened).toEqual(
          new FolderUnusableError(
            `DATA_DIR: A backup was being restored to the folder ${folder} when the command was killed. Restore the backup again.`,
          ),
        )
      else expect(isUntouched).toBe(true)
      const again = await prepareRestore(folder, backup(), options)
      const copy = await again.commit()
      expect(copy).toBe(join(folder, copyName))
      const restored = await filesOf(folder)
      expect([...restored]).toEqual([
        ['checkpoints/a.json', '{"new":2}'],
        ['version', '2\n'],
        ['mutes.json', '{"new":1}'],
      ])
      expect([...(await filesOf(copy ?? ''))]).toEqual(
        expect.arrayContaining([
          ['checkpoints/a.json', '{"old":2}'],
          ['checkpoints/b.json', '{"old":3}'],
        ]),
      )
      expect(await openRecordsIn(copy).collection('mutes', z.number()).find('old')).toBe(1)
      expect(step).toBeLessThan(30)
    }
  })

  it.each(['../x.json', 'a/../../x.json', '/etc/x.json', 'lock', 'owner', '.probe', 'a\0b'])(
    'refuses a backup that would write %j',
    async (file) => {
      const folder = emptyFolder()
      await expect(prepareRestore(folder, lines({ [file]: '{}' })(), options)).rejects.toThrow(
        'a file that no store has',
      )
      expect(disk.list(folder)).toEqual([])
    },
  )
})
