import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterFirstLook } from '../../src/decide/bookmark.ts'
import { stateChecks } from '../../src/doctor/state-checks.ts'
import { seeSettings } from '../../src/settings/settings-seen.ts'
import { createMutes } from '../../src/store/mutes.ts'
import { openFolder } from '../../src/store/open-store.ts'
import { emptyFolder } from '../store/folder.ts'

const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }

/** A folder as a bot left it. */
async function usedFolder() {
  const folder = emptyFolder()
  const store = await openFolder(folder, deps)
  const bookmarks = await store.takeTurn('7')
  await bookmarks.keep({ subscription: 'acme', alert: '7' }, afterFirstLook([], true, [], 1))
  await createMutes(store.records, deps.now).change('C1', () => [
    { channel: 'C1', kind: 'author', name: 'Loud', by: 'U1', at: 0 },
  ])
  await store.close()
  return folder
}

async function findings(folder: string) {
  const settings = seeSettings({ DATA_DIR: folder }, 'none.yaml', () => Buffer.alloc(0))
  const inDatabase = async () => Promise.reject(new Error('there is none'))
  const found = await Promise.all(stateChecks(settings, inDatabase).map(({ run }) => run()))
  return found.flat().map(({ level, what }) => `${level}: ${what.replaceAll(folder, '…')}`)
}

/** Both generations of a file are gone bad. */
function damage(path: string): void {
  for (const one of [path, `${path}.bak`]) writeFileSync(one, '{"generation":1')
}

describe('what the doctor says of the folder of the state', () => {
  it('is that it can be written, where all is well', async () => {
    expect(await findings(await usedFolder())).toEqual(['fine: The folder … can be written.'])
  })

  it('names a damaged bookmark, which the channel makes good', async () => {
    const folder = await usedFolder()
    const [name = ''] = readdirSync(join(folder, 'bookmarks'))
    damage(join(folder, 'bookmarks', name))
    expect(await findings(folder)).toEqual([
      'fine: The folder … can be written.',
      expect.stringMatching(/^warning: A bookmark is damaged, and so is its backup: …\/bookmarks\/acme-/),
    ])
  })

  it('names a damaged file of facts, for which a person must act', async () => {
    const folder = await usedFolder()
    damage(join(folder, 'mutes.json'))
    expect(await findings(folder)).toEqual([
      'fine: The folder … can be written.',
      expect.stringMatching(/^fault: A file of the state is damaged, and so is its backup: …\/mutes\.json/),
    ])
  })

  it('is that its path is too long for the lock of the bot', async () => {
    expect(await findings(join(await usedFolder(), 'x'.repeat(120)))).toEqual([
      'fault: DATA_DIR: The path of the folder … is too long for its lock: name a shorter one.',
    ])
  })

  it('is nothing of one generation that was torn: the other has it', async () => {
    const folder = await usedFolder()
    writeFileSync(join(folder, 'mutes.json.bak'), '{"generation":2')
    expect(await findings(folder)).toHaveLength(1)
  })
})
