import { describe, expect, it } from 'vitest'
import { placeholderVariables, readSettings, SettingsError } from '../../src/config/settings.ts'
import { openInstallation } from '../../src/installations/index.ts'
import { openCollection } from '../../src/model/collection.ts'
import { settingKind } from '../../src/model/made-settings.ts'
import { withStoredSettings } from '../../src/start/stored-settings.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import type { Store } from '../../src/store/store.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'

const databases = useDatabases()
const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }

const stores: [name: string, open: () => Promise<Store>][] = [
  ['a folder', () => openFolder(emptyFolder(), deps)],
  ['a database', async () => openDatabaseStore((await (await databases.fresh()).open()).database, deps)],
]

const absent = () => {
  throw Object.assign(new Error('absent'), { code: 'ENOENT' })
}
const withoutFile = (variables = placeholderVariables) => readSettings(variables, absent, true)
const withFile = (text: string) =>
  readSettings({ ...placeholderVariables, CONFIG_FILE: 'x.yaml' }, () => Buffer.from(text))
const open = (store: Store, hasFile: boolean) =>
  openInstallation(
    store,
    () => 0,
    () => 0,
    hasFile,
  )
const put = (store: Store, key: string, value: string | object) =>
  openCollection(store, settingKind).put(key, { value: JSON.parse(JSON.stringify(value)), by: 'U1', at: 0 })
const refused = async (settings: Promise<unknown>) =>
  settings.then(
    () => 'accepted',
    (error) => (error instanceof SettingsError ? error.report : String(error)),
  )

describe.each(stores)('the settings of a bot on %s', (_name, openStore) => {
  it('need no file in new data, and need one for ever after data was used with a file', async () => {
    const store = await openStore()
    await open(store, false)
    await open(store, false)
    await expect(withStoredSettings(store, withoutFile())).resolves.toMatchObject({ hasFile: false })
    await open(store, true)
    await withStoredSettings(store, withFile(''))
    await open(store, false)
    expect(await refused(withStoredSettings(store, withoutFile()))).toBe(
      'config/overheard.yaml has an error:\n  there is no such file, but this data was used with a configuration file; start in the folder that has it, or set CONFIG_FILE to its path',
    )
    await store.close()
  })

  it('need a file in data of a version that always had one', async () => {
    const store = await openStore()
    await open(store, true)
    await open(store, false)
    expect(await refused(withStoredSettings(store, withoutFile()))).toContain('was used with')
    await store.close()
  })

  it('are those of the file, and for other keys those that people set without it', async () => {
    const store = await openStore()
    await open(store, true)
    await put(store, 'timezone', 'Europe/Berlin')
    const writtenWith = async (text: string) =>
      (await withStoredSettings(store, withFile(text))).configuration.written
    expect(await writtenWith('doubtSeconds: 7')).toEqual({ doubtSeconds: 7, timezone: 'Europe/Berlin' })
    expect(await writtenWith('timezone: Asia/Tokyo')).toEqual({ timezone: 'Asia/Tokyo' })
    await put(store, 'timezone', 'Mars/Base')
    expect(await refused(withStoredSettings(store, withFile('')))).toContain(
      'What was set without a file has an error:\n  timezone: ',
    )
    await store.close()
  })

  it('need no mention service in the environment if the store says what to listen for', async () => {
    const store = await openStore()
    await open(store, false)
    const slackAlone = { ...placeholderVariables, MENTIONS_API_URL: '', MENTIONS_API_TOKEN: '' }
    const refusal = await refused(withStoredSettings(store, withoutFile(slackAlone)))
    expect(refusal).toContain('MENTIONS_API_URL: missing')
    expect(refusal).toContain('`npm run setup` asks for the addresses')
    await put(store, 'listen', { alerts: [{ name: 'Acme', query: 'acme' }] })
    await expect(withStoredSettings(store, withoutFile(slackAlone))).resolves.toMatchObject({
      startsService: true,
      configuration: { listen: { alerts: [{ name: 'Acme' }] } },
    })
    await store.close()
  })
})

it('a file that somebody names must be there, and so must one with the other ending', () => {
  expect(() =>
    readSettings({ ...placeholderVariables, CONFIG_FILE: 'config/overheard.yaml' }, absent),
  ).toThrow('there is no such file')
})
