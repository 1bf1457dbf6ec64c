import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { bytesOfPiece, type FolderLine } from '../../../src/store/backup/backup-file.ts'
import { folderLines } from '../../../src/store/file/backup-folder.ts'
import { type Disk, disk } from '../../../src/store/file/disk.ts'
import { FolderUnusableError, openFolder } from '../../../src/store/file/open-folder.ts'
import { prepareRestore } from '../../../src/store/file/restore-folder.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { copyFrozenFolder, readFrozenFolder } from '../../tools/frozen-stores.ts'

const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

/** The files that a restore of these lines would make. */
async function filesOf(lines: AsyncIterable<FolderLine>): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for await (const line of lines) {
    if ('removed' in line) files.delete(line.removed)
    else
      files.set(line.file, (line.at === 0 ? '' : files.get(line.file)) + bytesOfPiece(line).toString('utf8'))
  }
  return files
}

/** A store whose writer does its next steps whenever a file is read, as often as `steps` says. */
function busyFolder(steps: number[]) {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'checkpoints'))
  mkdirSync(join(folder, 'cards', 'C1'), { recursive: true })
  const put = (name: string, value: unknown) => {
    writeFileSync(join(folder, `${name}.new`), JSON.stringify(value))
    disk.rename(join(folder, `${name}.new`), join(folder, name))
  }
  let done = 0
  let step = 0
  /** As the bot: the card and the reminder are stored before the checkpoint. */
  const writes = [
    () => appendFileSync(join(folder, 'cards', 'C1', '2026-11-23.jsonl'), `{"ts":"${done + 1}"}\n`),
    () => put('reminders.json', { upTo: done + 1 }),
    () => put(`checkpoints/a${(done % 3) + 1}.json`, { upTo: ++done }),
  ]
  const advance = (count: number) => {
    for (let one = 0; one < count; one++) writes[step++ % writes.length]?.()
  }
  advance(7)
  const watched: Disk = {
    ...disk,
    read(path) {
      advance(steps.shift() ?? 0)
      const bytes = disk.read(path)
      advance(steps.shift() ?? 0)
      return bytes
    },
  }
  return { folder, watched }
}

describe('the copy of a data folder', () => {
  it('has what each of its checkpoints says, and ends with the files of one moment, whatever the bot writes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 40 }), async (steps) => {
        const { folder, watched } = busyFolder([...steps])
        const files = await filesOf(folderLines(folder, watched))
        const cards = files.get('cards/C1/2026-11-23.jsonl')?.trimEnd().split('\n').length ?? 0
        const { upTo: reminders } = JSON.parse(files.get('reminders.json') ?? '{}')
        for (const [file, text] of files)
          if (file.startsWith('checkpoints/')) {
            expect(JSON.parse(text).upTo).toBeLessThanOrEqual(cards)
            expect(JSON.parse(text).upTo).toBeLessThanOrEqual(reminders)
          }
        // The writer stops some time, so the last pass finds all other files unchanged.
        expect(files.get('cards/C1/2026-11-23.jsonl')).toBe(
          readFileSync(join(folder, 'cards', 'C1', '2026-11-23.jsonl'), 'utf8'),
        )
        expect(files.get('reminders.json')).toBe(readFileSync(join(folder, 'reminders.json'), 'utf8'))
      }),
      { numRuns: 50 },
    )
  })

  it('ends also if the bot never stops writing, and has what each of its checkpoints says', async () => {
    const folder = emptyFolder()
    for (const name of ['checkpoints', 'mutes']) mkdirSync(join(folder, name))
    let [done, subscriptions] = [0, 0]
    /** The newest subscription posts a mention. */
    const post = () => {
      done += 1
      writeFileSync(join(folder, 'reminders.json'), JSON.stringify({ upTo: done }))
      writeFileSync(join(folder, 'checkpoints', `${subscriptions}.json`), JSON.stringify({ upTo: done }))
    }
    const endless: Disk = {
      ...disk,
      list(path) {
        if (path.endsWith('checkpoints')) subscriptions += 1
        post()
        return disk.list(path)
      },
      read(path) {
        post()
        return disk.read(path)
      },
    }
    post()
    const files = await filesOf(folderLines(folder, endless))
    const { upTo: reminders } = JSON.parse(files.get('reminders.json') ?? '')
    expect(files.size).toBeGreaterThan(10)
    for (const [file, text] of files)
      if (file.startsWith('checkpoints/')) expect(JSON.parse(text).upTo).toBeLessThanOrEqual(reminders)
  })

  it('leaves out a line that is being written, unfinished files, other files and what was removed meanwhile', async () => {
    const { folder } = busyFolder([])
    appendFileSync(join(folder, 'cards', 'C1', '2026-11-23.jsonl'), '{"ts":"9","val')
    writeFileSync(join(folder, 'mutes.json.new'), '{}')
    writeFileSync(join(folder, 'mentions.sqlite'), 'x')
    mkdirSync(join(folder, 'version-1.copy'))
    writeFileSync(join(folder, 'version-1.copy', 'mutes.json'), '{}')
    writeFileSync(join(folder, 'mutes.json.damaged-2'), '{"a":1}')
    writeFileSync(join(folder, 'pauses.json'), '{}')
    const removing: Disk = {
      ...disk,
      read(path) {
        if (path.endsWith('reminders.json')) rmSync(join(folder, 'pauses.json'), { force: true })
        return disk.read(path)
      },
    }
    const files = await filesOf(folderLines(folder, removing))
    expect([...files.keys()].toSorted()).toEqual([
      'cards/C1/2026-11-23.jsonl',
      'checkpoints/a1.json',
      'checkpoints/a2.json',
      'mutes.json.damaged-2',
      'reminders.json',
    ])
    expect(files.get('cards/C1/2026-11-23.jsonl')).not.toContain('val')
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
    await (await prepareRestore(to, folderLines(from), { ...options, version: 1 })).commit()
    const files = await filesOf(folderLines(to))
    expect(files.get('version')).toBe('1\n')
    files.delete('version')
    expect(files).toEqual(await filesOf(folderLines(from)))
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
    expect(await filesOf(folderLines(folder))).toEqual(new Map([['mutes.json', '{"old":1}']]))
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
    const copied = async (copy = '') => (await filesOf(folderLines(copy))).get('cards/a.json')
    expect([await copied(first), await copied(second)]).toEqual(['{"old":1}', '{"new":1}'])
  })

  it('can be killed at any step: no bot starts on half of the data, and a second restore loses nothing of either', async () => {
    for (let step = 1; ; step++) {
      const folder = emptyFolder()
      writeFileSync(join(folder, 'mutes.json'), '{"old":1}')
      mkdirSync(join(folder, 'checkpoints'))
      writeFileSync(join(folder, 'checkpoints', 'a.json'), '{"old":2}')
      writeFileSync(join(folder, 'checkpoints', 'b.json'), '{"old":3}')
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
      const isUntouched = (await filesOf(folderLines(folder))).get('mutes.json') === '{"old":1}'
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
      const restored = await filesOf(folderLines(folder))
      expect([...restored]).toEqual([
        ['checkpoints/a.json', '{"new":2}'],
        ['version', '2\n'],
        ['mutes.json', '{"new":1}'],
      ])
      expect([...(await filesOf(folderLines(copy ?? '')))]).toEqual(
        expect.arrayContaining([
          ['checkpoints/a.json', '{"old":2}'],
          ['checkpoints/b.json', '{"old":3}'],
          ['mutes.json', '{"old":1}'],
        ]),
      )
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
