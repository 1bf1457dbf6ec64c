import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SetTimer } from '../../../src/async/clock.ts'
import { stateChecks } from '../../../src/cli/doctor/local-checks.ts'
import { createRuntime } from '../../../src/cli/runtime.ts'
import { readPartialSettings } from '../../../src/config/settings.ts'
import { afterInitialSync } from '../../../src/model/checkpoint.ts'
import { lockFolder } from '../../../src/store/file/folder-lock.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { createMutes } from '../../../src/store/mutes.ts'
import { emptyFolder } from '../../tools/folder.ts'

const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }

/** A folder as a bot left it. */
async function usedFolder() {
  const folder = emptyFolder()
  const store = await openFolder(folder, deps)
  const checkpoints = await store.takeOver('7')
  await checkpoints.save({ subscription: 'acme', alert: '7' }, afterInitialSync([], true, [], 1))
  await createMutes(store.records, deps.now).change('C1', () => [
    { channel: 'C1', kind: 'author', name: 'Loud', by: 'U1', at: 0 },
  ])
  await store.close()
  return folder
}

/** The doctor's waits pass at once, but for those that are to be of real time. */
const atOnce: SetTimer = (run) => {
  setImmediate(run)
  return () => undefined
}

async function findings(folder: string, setTimer = atOnce) {
  const settings = readPartialSettings({ DATA_DIR: folder }, 'none.yaml', () => Buffer.alloc(0))
  const inDatabase = async () => Promise.reject(new Error('there is none'))
  const found = await Promise.all(stateChecks(settings, inDatabase, setTimer).map(({ run }) => run()))
  return found.flat().map(({ level, what }) => `${level}: ${what.replaceAll(folder, '…')}`)
}

/** The files of the lock: which they are, and what stands in them. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name === 'lock' || name === 'owner' || name.includes('-'))
    .map((name) => [name, statSync(join(folder, name)).ino, readFileSync(join(folder, name), 'utf8')])

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

  it('is that the bot cannot lock it', async () => {
    const folder = await usedFolder()
    rmSync(join(folder, 'lock'))
    mkdirSync(join(folder, 'lock'))
    expect(await findings(folder)).toEqual([
      'fault: The lock file …/lock is not an empty file, as it has to be: remove it while no bot is running.',
    ])
  })

  it('is that a bot was killed, or hangs, whose record nobody renews', async () => {
    const folder = await usedFolder()
    const record = { owner: 'other', machine: 'boot-2', host: 'host-2', pid: 7 }
    writeFileSync(join(folder, 'owner'), JSON.stringify(record))
    expect(await findings(folder)).toEqual([
      'fine: The folder … can be written.',
      'warning: The bot that worked there last (process 7 on host-2) was killed, or hangs: it does not renew the file "owner".',
    ])
  })

  it('is that a bot is running, from which it takes nothing', async () => {
    const folder = await usedFolder()
    const { now, setTimer } = createRuntime()
    const lock = await lockFolder(folder, { now, setTimer, tell: () => undefined })
    const before = filesIn(folder)
    expect(await findings(folder, setTimer)).toEqual([
      `fine: The folder … is in use: the bot is running (process ${process.pid} on ${hostname()}).`,
    ])
    expect(filesIn(folder)).toEqual(before)
    expect(lock.holds()).toBe(true)
    await lock.release()
  })

  it('is nothing of one generation that was torn: the other has it', async () => {
    const folder = await usedFolder()
    writeFileSync(join(folder, 'mutes.json.bak'), '{"generation":2')
    expect(await findings(folder)).toHaveLength(1)
  })
})
