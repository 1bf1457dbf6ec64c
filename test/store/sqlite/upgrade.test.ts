import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { messageSchemas } from '../../../src/cli/doctor/local-checks.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { disk } from '../../../src/store/file/disk.ts'
import { FolderFullError, openFolder, readableFolder } from '../../../src/store/file/open-folder.ts'
import type { Store, StoreDeps } from '../../../src/store/store.ts'
import { storedKinds } from '../../../src/stored-kinds.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { filesBelow, writeOldFolder } from '../../tools/old-folder.ts'
import { onSmallDisk, smallDisk, whyNoDisk } from '../../tools/small-disk.ts'

const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }

async function contentsOf(store: Store): Promise<unknown[]> {
  const found: unknown[] = []
  for (const kind of storedKinds) found.push([kind.name, await openCollection(store, kind).entries()])
  for (const [name, schema] of Object.entries(messageSchemas))
    found.push([name, await Array.fromAsync(store.messages(name, schema).since(0))])
  found.push(await Array.fromAsync(store.decisions.entries(0)))
  return found
}

type Open = (folder: string, deps: StoreDeps) => Promise<Store>

async function opened(folder: string, open: Open = openFolder): Promise<unknown[]> {
  const store = await open(folder, deps)
  return contentsOf(store).finally(() => store.close())
}

const readOnly = async (folder: string) => readableFolder(folder, deps)

describe('the upgrade of records in files', () => {
  it('moves all of them to one database, after a copy, and leaves no file with records', async () => {
    const folder = emptyFolder()
    writeOldFolder(folder)
    const before = filesBelow(folder)
    const read = await opened(folder, readOnly)
    expect(filesBelow(folder)).toEqual(before)
    expect(await opened(folder)).toEqual(read)
    expect(readdirSync(folder).sort()).toEqual([
      'checkpoints',
      'lock',
      'owner',
      'records.sqlite',
      'version',
      'version-2.copy',
    ])
    expect(readFileSync(join(folder, 'version'), 'utf8')).toBe('4\n')
    expect(filesBelow(join(folder, 'version-2.copy'))).toEqual(before)
    expect(await opened(folder, readOnly)).toEqual(read)
  })

  it('loses nothing if it is killed at any step and repeated, also without its database half written', async () => {
    const first = emptyFolder()
    writeOldFolder(first)
    const wanted = await opened(first, readOnly)
    let step = 0
    for (;;) {
      step += 1
      const folder = emptyFolder()
      writeOldFolder(folder)
      let steps = 0
      const kill = () => {
        if (++steps === step) throw new Error('killed')
      }
      const { rename, remove, syncFolder } = disk
      const spies = [
        vi.spyOn(disk, 'rename').mockImplementation((from, to) => {
          kill()
          rename(from, to)
        }),
        vi.spyOn(disk, 'remove').mockImplementation((path) => {
          kill()
          remove(path)
        }),
        vi.spyOn(disk, 'syncFolder').mockImplementation(async (path) => {
          kill()
          await syncFolder(path)
        }),
      ]
      const ended = await opened(folder).catch((error: Error) => String(error.cause ?? error))
      for (const spy of spies) spy.mockRestore()
      if (typeof ended !== 'string') break
      expect(ended).toContain('killed')
      expect(await opened(folder, readOnly)).toEqual(wanted)
      expect(await opened(folder)).toEqual(wanted)
      rmSync(folder, { recursive: true })
    }
    expect(step).toBeGreaterThan(40)
  }, 60_000)

  it('takes the older data if somebody has brought it back after an upgrade', async () => {
    const folder = emptyFolder()
    writeOldFolder(folder)
    await opened(folder)
    const store = await openFolder(folder, deps)
    await store.collection('channels', storedKinds[0]?.schema ?? expect.anything()).put('later', [])
    await store.close()
    const copy = join(folder, 'version-2.copy')
    for (const name of readdirSync(copy)) renameSync(join(copy, name), join(folder, name))
    writeFileSync(join(folder, 'version'), '2\n')
    const read = await opened(folder, readOnly)
    expect(await opened(folder)).toEqual(read)
    const again = await openFolder(folder, deps)
    expect(
      await again.collection('channels', storedKinds[0]?.schema ?? expect.anything()).find('later'),
    ).toBeUndefined()
    await again.close()
  })

  it('reads a file that nobody could read when a person has repaired it', async () => {
    const folder = emptyFolder()
    writeOldFolder(folder)
    const mutes = readFileSync(join(folder, 'mutes.json'))
    const wanted = await opened(folder, readOnly)
    writeFileSync(join(folder, 'mutes.json'), mutes.subarray(0, 20))
    expect(await opened(folder)).not.toEqual(wanted)
    writeFileSync(join(folder, 'mutes.json'), mutes)
    expect(await opened(folder)).toEqual(wanted)
    expect(existsSync(join(folder, 'mutes.json'))).toBe(false)
  })
})

describe.skipIf(whyNoDisk !== undefined)(onSmallDisk('the upgrade on a full disk'), () => {
  it('is refused, loses nothing, and works when there is room', async () => {
    const { folder: place, fill, makeRoom } = smallDisk()
    const folder = join(place, 'data')
    mkdirSync(folder)
    writeOldFolder(folder)
    const wanted = await opened(folder, readOnly)
    writeFileSync(join(folder, 'version'), '2 to 4\n')
    mkdirSync(join(folder, 'checkpoints'))
    fill()
    await expect(openFolder(folder, deps)).rejects.toThrow(FolderFullError)
    makeRoom()
    expect(await opened(folder)).toEqual(wanted)
  })
})
