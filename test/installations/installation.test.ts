import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openInstallation } from '../../src/installations/installation.ts'
import type { Collections } from '../../src/model/collection.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { openRecordsIn } from '../tools/sqlite-records.ts'

const databases = useDatabases()
const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }

let made = 0
/** Each call is another second of another process. */
const idOf = async (store: Collections) => {
  made += 1
  return (
    await openInstallation(
      store,
      () => made * 1000,
      () => made,
    )
  ).id
}

async function inFolder(folder: string): Promise<string> {
  const store = await openFolder(folder, deps)
  return idOf(store).finally(() => store.close())
}

describe('the installation id of a folder', () => {
  it('is made once, and stays after each start', async () => {
    const folder = emptyFolder()
    const id = await inFolder(folder)
    expect(await inFolder(folder)).toBe(id)
  })

  it('is another one in a new folder', async () => {
    expect(await inFolder(emptyFolder())).not.toBe(await inFolder(emptyFolder()))
  })

  it('is replaced if it is damaged, so the bot starts', async () => {
    const folder = emptyFolder()
    const id = await inFolder(folder)
    const { collection, close } = openRecordsIn(folder)
    await collection('installation', z.unknown()).put('store', 'damaged')
    close()
    const next = await inFolder(folder)
    expect(next).not.toBe(id)
    expect(await inFolder(folder)).toBe(next)
  })
})

it('all processes on one database have one installation id, although they start at the same moment', async () => {
  const { open } = await databases.fresh()
  const stores = await Promise.all(
    [1, 2, 3].map(async () => openDatabaseStore((await open()).database, deps)),
  )
  const ids = await Promise.all(stores.map(idOf))
  expect(new Set(ids).size).toBe(1)
  expect(await idOf(await openDatabaseStore((await open()).database, deps))).toBe(ids[0])
})
