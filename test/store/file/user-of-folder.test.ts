import { chownSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lockFolder } from '../../../src/store/file/folder-lock.ts'
import { openFolder, tryFolder } from '../../../src/store/file/open-folder.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { copyFrozenFolder } from '../../tools/frozen-stores.ts'

const deps = {
  now: Date.now,
  setTimer: () => () => undefined,
  warn: () => undefined,
  log: { warn: () => undefined },
}
const bot = 12_345

/** A folder of the user of the bot, with the data of an older version. */
function folderOfBot(): string {
  const folder = emptyFolder()
  copyFrozenFolder(folder)
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), bot, bot)
  return folder
}

/** The files and folders that the bot could not open. */
const foreignIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).uid !== bot,
  )

describe.skipIf(process.getuid?.() !== 0)(
  'if root works on the data folder of another user (needs root),',
  () => {
    it('what says who has the folder belongs to that user at once, because root may be killed', async () => {
      const folder = emptyFolder()
      chownSync(folder, bot, bot)
      const lock = await lockFolder(folder, deps)
      expect(readdirSync(folder).sort()).toEqual(['lock', 'owner'])
      expect(foreignIn(folder)).toEqual([])
      await lock.release()
    })

    it('all that it has upgraded and stored belongs to that user when it releases the folder', async () => {
      const folder = folderOfBot()
      const store = await openFolder(folder, deps)
      await store.collection('mutes', z.unknown()).put('C9', [])
      await store.close()
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['records.sqlite', 'version-1.copy']))
      expect(foreignIn(folder)).toEqual([])
    })

    it('nothing behind a link in the folder gets another owner', async () => {
      const [folder, elsewhere] = [folderOfBot(), emptyFolder()]
      writeFileSync(join(elsewhere, 'shadow'), 'of root')
      symlinkSync(elsewhere, join(folder, 'version-9.copy'))
      const lock = await lockFolder(folder, deps)
      await lock.release()
      expect([elsewhere, join(elsewhere, 'shadow')].map((path) => statSync(path).uid)).toEqual([0, 0])
    })

    it('the folder of checkpoints that a look of the doctor makes belongs to that user', async () => {
      const folder = emptyFolder()
      chownSync(folder, bot, bot)
      await tryFolder(folder)
      expect(readdirSync(folder)).toEqual(['checkpoints'])
      expect(foreignIn(folder)).toEqual([])
    })

    it('files of other programs stay those of root', async () => {
      const folder = folderOfBot()
      mkdirSync(join(folder, 'lost+found'))
      writeFileSync(join(folder, 'secret'), 'x')
      await (await openFolder(folder, deps)).close()
      expect(foreignIn(folder).sort()).toEqual(['lost+found', 'secret'])
    })
  },
)
