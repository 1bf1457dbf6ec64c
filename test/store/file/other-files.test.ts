import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copiesIn, dataIn } from '../../../src/store/file/folder-version.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { prepareRestore } from '../../../src/store/file/restore-folder.ts'
import { rewriteFolder } from '../../../src/store/file/rewrite-folder.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { copyFrozenFolder } from '../../tools/frozen-stores.ts'
import { filesBelow } from '../../tools/old-folder.ts'

/** People keep other files in the folder of the bot, because it is often the only one that lasts. */

const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

const others: Record<string, string> = {
  'config.json': '{"alerts":[]}',
  'service-account.json': '{"private_key":"Jane Doe"}',
  'notes.json.damaged': '{"by":"Jane Doe"}',
  'slack-token': 'xoxb-1',
  'backups/monday.gz': 'x',
  'backups/settings.json': '{"a":1}',
  'backups/report.json.damaged': '{"by":"Jane Doe"}',
  'exports/C1/2026-11-23.jsonl': '{"ts":"1795424400.0001","value":1}\n',
}

function withOthers(folder: string): string {
  for (const [name, text] of Object.entries(others)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const oldFolder = () => {
  const folder = withOthers(emptyFolder())
  copyFrozenFolder(folder)
  return folder
}

const othersIn = (folder: string) =>
  Object.fromEntries(
    filesBelow(folder)
      .filter((name) => name in others)
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

const restore = async (folder: string, replace: boolean) => {
  async function* lines() {
    yield { file: 'version', at: 0, text: '2\n' }
    yield { file: 'mutes.json', at: 0, text: '{}' }
  }
  const { commit } = await prepareRestore(folder, lines(), { version: 2, replace, now: Date.now() })
  return commit()
}

describe('files of other programs in the data folder', () => {
  it('stay as they are through an upgrade, later starts and the removal of what is old', async () => {
    const folder = oldFolder()
    for (let starts = 0; starts < 2; starts++) {
      const store = await openFolder(folder, deps)
      await store.setAside.prune(starts === 0 ? 0 : Date.now() + 60_000)
      expect(await store.setAside.list()).toEqual([])
      await store.close()
      expect(othersIn(folder)).toEqual(others)
      for (const copy of copiesIn(folder)) expect(othersIn(copy)).toEqual({})
    }
  })

  it('are neither moved nor copied by a restore', async () => {
    const folder = oldFolder()
    const copy = (await restore(folder, true)) ?? ''
    expect(othersIn(folder)).toEqual(others)
    expect(othersIn(copy)).toEqual({})
    expect(readdirSync(copy)).toContain('mutes.json')
  })

  it('do not make a new folder count as one with data', async () => {
    const folder = withOthers(emptyFolder())
    expect(await restore(folder, false)).toBeUndefined()
    expect(othersIn(folder)).toEqual(others)
  })

  it('are not changed if an author is removed', async () => {
    const folder = oldFolder()
    await (await openFolder(folder, deps)).close()
    await rewriteFolder(folder, ({ value }) =>
      JSON.parse(JSON.stringify(value ?? null).replaceAll('Jane Doe', '')),
    )
    expect(othersIn(folder)).toEqual(others)
  })
})

it.each(['0.2', '2026-11-28', '2026-11-28-b', '2026-11-28-c'] as const)(
  'everything in the data folder of %s counts as data, except who works on it and its version',
  (name) => {
    const folder = emptyFolder()
    cpSync(join('test', 'frozen', name, 'folder'), folder, { recursive: true })
    const known = dataIn(folder)
    const rest = readdirSync(folder).filter((one) => !known.includes(one))
    expect(rest.filter((one) => !['lock', 'owner', 'version'].includes(one))).toEqual([])
    expect(known.length).toBeGreaterThan(name === '2026-11-28-c' ? 0 : 15)
  },
)
