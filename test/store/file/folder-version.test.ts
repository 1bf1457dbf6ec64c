import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorSentence } from '../../../src/cli/output.ts'
import {
  copiesIn,
  type FolderStep,
  folderVersion,
  hasRecordFiles,
  pruneCopies,
  upgradeFolder,
  whyUnusableVersion,
} from '../../../src/store/file/folder-version.ts'
import {
  FolderFullError,
  FolderUnusableError,
  openFolder,
  readableFolder,
} from '../../../src/store/file/open-folder.ts'
import type { Store } from '../../../src/store/store.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { copyFrozenFolder } from '../../tools/frozen-stores.ts'
import { onSmallDisk, smallDisk, whyNoDisk } from '../../tools/small-disk.ts'

const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

/** Every file of a folder with its content. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    files
      .map((one) => join(one.parentPath, one.name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )
}

const withoutLock = (contents: Record<string, string>) =>
  Object.fromEntries(Object.entries(contents).filter(([name]) => !/^(lock|owner)/.test(name)))

const isOfCopy = (name: string) => name.includes('.copy/')

describe('the version of a data folder', () => {
  it('is written by the first start on an empty folder, without a copy', async () => {
    const folder = emptyFolder()
    await (await openFolder(folder, deps)).close()
    expect(contentsOf(folder)).toMatchObject({ version: '4\n' })
    expect(copiesIn(folder)).toEqual([])
  })

  it('is added to a folder of version 0.2, after all its data was copied', async () => {
    const folder = emptyFolder()
    copyFrozenFolder(folder)
    const before = withoutLock(contentsOf(folder))
    const upgrades: string[] = []
    await (await openFolder(folder, { ...deps, onUpgraded: (what) => upgrades.push(what) })).close()
    const copy = join(folder, 'version-1.copy')
    expect(contentsOf(copy)).toEqual({ ...before, version: '1\n' })
    const after = Object.entries(withoutLock(contentsOf(folder))).filter(([name]) => !isOfCopy(name))
    const checkpoints = Object.entries(before).filter(([name]) => name.startsWith('checkpoints/'))
    expect(Object.fromEntries(after)).toEqual({
      ...Object.fromEntries(checkpoints),
      'records.sqlite': expect.anything(),
      version: '4\n',
    })
    expect(upgrades).toEqual([
      `Upgraded the data in the folder ${folder} from version 1 to version 4. The data of before is in ${copy}.`,
    ])
  })

  it('is left alone by the next start, which makes no copy', async () => {
    const folder = emptyFolder()
    copyFrozenFolder(folder)
    await (await openFolder(folder, deps)).close()
    await pruneCopies(folder, Number.POSITIVE_INFINITY)
    await (await openFolder(folder, deps)).close()
    expect(contentsOf(folder)).toMatchObject({ version: '4\n' })
    expect(copiesIn(folder)).toEqual([])
  })

  it.each(['5', '1 to 5', '999999999'])('"%s" is refused before anything is written', async (version) => {
    const folder = emptyFolder()
    copyFrozenFolder(folder)
    rmSync(join(folder, 'checkpoints'), { recursive: true })
    writeFileSync(join(folder, 'version'), `${version}\n`)
    const before = contentsOf(folder)
    const refused = await openFolder(folder, deps).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FolderUnusableError)
    expect(errorSentence(refused)).toBe(
      `DATA_DIR: A newer version of Overheard has written the folder ${folder}: its data has version ${version.split(' ').at(-1)}, and this program knows up to 4. Run the newer version. To stay with this one, restore a copy from before the update (docs/run/upgrade.md, "Going back").`,
    )
    expect(contentsOf(folder)).toEqual(before)
  })

  it.each(['', 'two', '-1', '2.5', '2 to', '{"version":2}', '9999999999'])(
    'is not guessed if its file has "%s"',
    async (text) => {
      const folder = emptyFolder()
      writeFileSync(join(folder, 'version'), text)
      await expect(openFolder(folder, deps)).rejects.toThrow(
        /must have the version of the data, and has something else\. Restore it from a copy\. .* write 4 into it\.$/,
      )
      expect(readdirSync(folder)).toEqual(['version'])
    },
  )

  it('is not guessed if a folder has its name', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'version'))
    await expect(openFolder(folder, deps)).rejects.toThrow('must have the version of the data')
  })
})

/** A data folder with one record, and what `lose` does to it while no bot runs. */
async function folderWith(record: string, lose: (folder: string) => string | undefined): Promise<string> {
  const folder = emptyFolder()
  const store = await openFolder(folder, deps)
  await store.collection('mutes', z.string()).put('C1', record)
  await store.close()
  return lose(folder) ?? folder
}

const recordIn = async (store: Store) => {
  const found = await store.collection('mutes', z.string()).find('C1')
  await store.close()
  return found
}

const loseVersion = (folder: string) => rmSync(join(folder, 'version'))

describe('a data folder that has lost the file with its version', () => {
  it.each<[string, (folder: string) => string | undefined]>([
    ['after the file was deleted', (folder) => void loseVersion(folder)],
    [
      'after only the records and checkpoints were copied to another machine',
      (folder) => {
        const other = emptyFolder()
        for (const name of ['records.sqlite', 'checkpoints'])
          cpSync(join(folder, name), join(other, name), { recursive: true })
        return other
      },
    ],
    [
      'after only the records were restored',
      (folder) => {
        const other = emptyFolder()
        cpSync(join(folder, 'records.sqlite'), join(other, 'records.sqlite'))
        return other
      },
    ],
    [
      'after a copy of before an update was put in its place',
      (folder) => {
        const copy = join(folder, 'version-4.copy')
        mkdirSync(copy)
        cpSync(join(folder, 'records.sqlite'), join(copy, 'records.sqlite'))
        const other = emptyFolder()
        cpSync(copy, other, { recursive: true })
        return other
      },
    ],
    [
      'while a file that nobody could read waits for its repair',
      (folder) => {
        writeFileSync(join(folder, 'pauses.json'), '{')
        loseVersion(folder)
        return undefined
      },
    ],
  ])('has all its records %s, and gets the file again', async (_when, lose) => {
    const folder = await folderWith('kept', lose)
    expect(hasRecordFiles(folder)).toBe(false)
    expect(folderVersion(folder)).toBe(4)
    expect(await recordIn(readableFolder(folder, deps))).toBe('kept')
    expect(await recordIn(await openFolder(folder, deps))).toBe('kept')
    expect(contentsOf(folder)).toMatchObject({ version: '4\n' })
    expect(copiesIn(folder)).toEqual([])
    expect(await recordIn(await openFolder(folder, deps))).toBe('kept')
  })

  it('is one of 0.2 if somebody has brought the older data back, and the newer records are in the copy', async () => {
    const folder = await folderWith('newer', (one) => {
      copyFrozenFolder(one)
      return void loseVersion(one)
    })
    const older = emptyFolder()
    copyFrozenFolder(older)
    const mutesIn = async (one: string) => {
      const store = await openFolder(one, deps)
      const entries = await store.collection('mutes', z.unknown()).entries()
      await store.close()
      return entries
    }
    expect(await mutesIn(folder)).toEqual(await mutesIn(older))
    const back = emptyFolder()
    cpSync(join(folder, 'version-1.copy', 'records.sqlite'), join(back, 'records.sqlite'))
    expect(await recordIn(await openFolder(back, deps))).toBe('newer')
  })
})

describe('an upgrade of a data folder', () => {
  const count = (folder: string) => Number(readFileSync(join(folder, 'volume.json'), 'utf8'))
  const put = (folder: string, text: string) => writeFileSync(join(folder, 'volume.json'), text)
  const toTwo: FolderStep = async (folder) => put(folder, '20')
  const toThree: FolderStep = async (folder) => put(folder, String(count(folder) + 1))

  it('runs the steps from the version of the data on, and copies that version', async () => {
    const folder = emptyFolder()
    put(folder, '1')
    expect(await upgradeFolder(folder, [toTwo])).toMatchObject({ from: 1, to: 2 })
    expect(await upgradeFolder(folder, [toTwo, toThree])).toEqual({
      ...{ from: 2, to: 3 },
      copy: join(folder, 'version-2.copy'),
    })
    expect(count(folder)).toBe(21)
    expect(count(join(folder, 'version-1.copy'))).toBe(1)
    expect(count(join(folder, 'version-2.copy'))).toBe(20)
    expect(await upgradeFolder(folder, [toTwo, toThree])).toBeUndefined()
  })

  it('that ended in the middle goes on, and keeps the copy of the data as it was', async () => {
    const folder = emptyFolder()
    put(folder, '1')
    const fails: FolderStep = async () => {
      put(folder, 'half')
      throw new Error('killed')
    }
    await expect(upgradeFolder(folder, [fails])).rejects.toThrow('killed')
    expect(readFileSync(join(folder, 'version'), 'utf8')).toBe('1 to 2\n')
    expect(await upgradeFolder(folder, [toTwo])).toMatchObject({ from: 1, to: 2 })
    expect(count(folder)).toBe(20)
    expect(count(join(folder, 'version-1.copy'))).toBe(1)
  })

  it('that ended after a step does not do this step again', async () => {
    const folder = emptyFolder()
    put(folder, '1')
    const fails: FolderStep = async () => {
      throw new Error('killed')
    }
    await expect(upgradeFolder(folder, [toTwo, toThree, fails])).rejects.toThrow('killed')
    expect(readFileSync(join(folder, 'version'), 'utf8')).toBe('1 to 4 at 3\n')
    expect(whyUnusableVersion(folder, [toTwo, toThree, toThree])).toBeUndefined()
    const copy = join(folder, 'version-1.copy')
    expect(await upgradeFolder(folder, [toTwo, toThree, toThree])).toEqual({ from: 1, to: 4, copy })
    expect(count(folder)).toBe(22)
  })

  it('copies again if somebody has brought back the older data', async () => {
    const folder = emptyFolder()
    put(folder, '1')
    await upgradeFolder(folder, [toTwo])
    rmSync(join(folder, 'version'))
    put(folder, '7')
    await upgradeFolder(folder, [toTwo])
    expect(count(join(folder, 'version-1.copy'))).toBe(7)
  })

  it('copies neither the mention service, nor locks, nor what somebody else has put there', async () => {
    const folder = emptyFolder()
    put(folder, '1')
    for (const name of [
      'mentions.sqlite',
      'mentions.sqlite-wal',
      'lock',
      'owner',
      'owner-x',
      'lost+found',
      '.env',
    ])
      writeFileSync(join(folder, name), name)
    await upgradeFolder(folder, [toTwo])
    expect(readdirSync(join(folder, 'version-1.copy'))).toEqual(['version', 'volume.json'])
  })

  it('can be undone by putting the copy in the place of the folder', async () => {
    const folder = emptyFolder()
    copyFrozenFolder(folder)
    await (await openFolder(folder, deps)).close()
    const back = emptyFolder()
    cpSync(join(folder, 'version-1.copy'), back, { recursive: true })
    expect(whyUnusableVersion(back)).toBeUndefined()
    await (await openFolder(back, deps)).close()
    expect(existsSync(join(back, 'version-1.copy', 'mutes.json'))).toBe(true)
  })
})

describe.skipIf(whyNoDisk !== undefined)(
  onSmallDisk('an upgrade on a disk without room for the copy'),
  () => {
    it('is refused, changes nothing, and happens when there is room', async () => {
      const { folder: disk, makeRoom } = smallDisk()
      const folder = join(disk, 'data')
      mkdirSync(folder)
      writeFileSync(join(folder, 'mutes.json'), '{}'.padEnd(150_000))
      mkdirSync(join(folder, 'checkpoints'))
      const before = withoutLock(contentsOf(folder))
      // The probe of the start fits, and the copy does not.
      writeFileSync(join(disk, 'filler'), Buffer.alloc(350_000))
      const refused = await openFolder(folder, deps).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(FolderFullError)
      expect(errorSentence(refused)).toBe(
        `The data in the folder ${folder} (DATA_DIR) cannot be upgraded, because it is copied first: the disk is full.`,
      )
      expect(withoutLock(contentsOf(folder))).toEqual(before)
      makeRoom()
      await (await openFolder(folder, deps)).close()
      expect(copiesIn(folder)).toEqual([join(folder, 'version-1.copy')])
    })
  },
)

it('copies of before an upgrade are removed when they are old', async () => {
  const folder = emptyFolder()
  copyFrozenFolder(folder)
  const store = await openFolder(folder, deps)
  await store.setAside.prune(Date.now() - 60_000)
  expect(copiesIn(folder)).toHaveLength(1)
  await store.setAside.prune(Date.now() + 60_000)
  expect(copiesIn(folder)).toEqual([])
  await store.close()
})
