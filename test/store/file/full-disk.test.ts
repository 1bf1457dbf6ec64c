import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorSentence } from '../../../src/cli/output.ts'
import { emptyCheckpoint } from '../../../src/model/checkpoint.ts'
import { naming } from '../../../src/store/file/disk.ts'
import { FolderFullError, freeBytes, openFolder, probeFolder } from '../../../src/store/file/open-folder.ts'
import { recordsFile } from '../../../src/store/sqlite/records-file.ts'
import { onSmallDisk, smallDisk, whyNoDisk } from '../../tools/small-disk.ts'
import { openRecordsIn } from '../../tools/sqlite-records.ts'

const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }
const key = { channel: 'C1', ts: '1795176000.000100' }

describe.skipIf(whyNoDisk !== undefined)(onSmallDisk('a data folder on a full disk'), () => {
  it('can still get empty files, but is found full, and works again when there is room', async () => {
    const { folder, fill, makeRoom } = smallDisk()
    await probeFolder(folder)
    const before = await freeBytes(folder)
    expect(before).toBeGreaterThan(300_000)
    fill()
    writeFileSync(join(folder, 'empty'), '')
    expect(await freeBytes(folder)).toBeLessThan(5000)
    await expect(probeFolder(folder)).rejects.toMatchObject({ code: 'ENOSPC' })
    makeRoom()
    await probeFolder(folder)
    expect(readdirSync(folder)).toEqual(['empty'])
  })

  it('cannot be opened, which names the folder, and is not an error of the settings', async () => {
    const { folder, fill, makeRoom } = smallDisk()
    fill()
    const data = join(folder, 'data')
    const refused = await openFolder(data, deps).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FolderFullError)
    expect(errorSentence(refused)).toBe(`The folder ${data} (DATA_DIR) cannot be written: the disk is full.`)
    makeRoom()
    await (await openFolder(data, deps)).close()
  })

  it('names the file that could not be written', async () => {
    const { folder, fill } = smallDisk()
    const store = await openFolder(join(folder, 'data'), deps)
    fill()
    const checkpoints = store.leading.checkpoints()
    const saving = checkpoints.save({ subscription: 'acme', alert: '7' }, emptyCheckpoint)
    const path = expect.stringContaining(join('data', 'checkpoints', 'acme-'))
    await expect(saving).rejects.toMatchObject({ code: 'ENOSPC', path, message: path })
    await store.close()
  })

  it('gets no half of a record, whatever part of it the disk has taken, and takes records again when there is room', async () => {
    const { folder, fill, makeRoom } = smallDisk()
    const cards = openRecordsIn(folder).messages(
      'cards',
      z.object({ channel: z.string(), ts: z.string(), text: z.string() }),
    )
    let number = 0
    const add = (bytes: number) => {
      number += 1
      const place = { ...key, ts: `${1795176000 + number}.000100` }
      return cards.add(place, { ...place, text: 'x'.repeat(bytes) })
    }
    for (const bytes of [10, 5000, 70_000]) {
      await add(3900)
      fill()
      await expect(add(bytes + 40_960)).rejects.toMatchObject({
        code: 'ENOSPC',
        message: expect.stringContaining(recordsFile),
      })
      makeRoom()
    }
    await add(10)
    const found = await Array.fromAsync(cards.since(0))
    expect(found.map(({ text }) => text.length)).toEqual([3900, 3900, 3900, 10])
  })
})

it('the error of a file operation names its file, also if Node does not', () => {
  expect(() => naming('/dev/full', () => appendFileSync('/dev/full', 'text'))).toThrow(
    /^ENOSPC: .* '\/dev\/full'$/,
  )
})
