import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readChanges } from '../../src/cli/export-config.ts'
import { openCollection } from '../../src/model/collection.ts'
import { knownChannels } from '../../src/slack/channels.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { muteKind, pauseKind } from '../../src/stored-kinds.ts'

it('what people have set in Slack is read from a folder while a bot works on it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = await openFolder(folder, {
    now: Date.now,
    setTimer: () => () => undefined,
    log: { warn: () => undefined },
  })
  const mute = { channel: 'C00000BRAND', kind: 'author' as const, name: 'Kim Lee', by: 'U0000000ANA', at: 1 }
  const pause = { id: 'p1', by: 'U0000000ANA', at: 1 }
  await openCollection(store, muteKind).put('C00000BRAND', [mute])
  await openCollection(store, pauseKind).put('acme', pause)
  await knownChannels(store).keep('#brand', 'C00000BRAND')
  const { idOf, ...changes } = await readChanges({ DATA_DIR: folder })
  expect(changes).toEqual({ subscriptions: [], mutes: [mute], pauses: [{ name: 'acme', pause }] })
  expect([idOf('#Brand'), idOf('C1'), idOf('#other')]).toEqual(['C00000BRAND', 'C1', undefined])
  await store.close()
})

it('a folder that does not exist is an error that names its variable', async () => {
  await expect(readChanges({ DATA_DIR: '/nonexistent' })).rejects.toThrow('DATA_DIR names the folder')
})
