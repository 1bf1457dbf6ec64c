import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  readConfigurationOnly,
  readSettings,
  SettingsError,
  withoutByteOrderMark,
} from '../../src/config/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'overheard-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const variables = {
  MENTIONS_API_URL: 'https://mentions.example',
  MENTIONS_API_TOKEN: 'mention-secret',
  SLACK_BOT_TOKEN: 'xoxb-secret',
  SLACK_APP_TOKEN: 'xapp-secret',
}

function fileOf(text: string): string {
  const path = join(folder, 'overheard.yaml')
  writeFileSync(path, text)
  return path
}

function reportOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof SettingsError) return error.report
  }
  throw new Error('nothing was wrong')
}

describe('the settings', () => {
  it.each([
    ['by a byte order mark', { '\ufeffPORT': '1', HOST: 'h' }, { PORT: '1', HOST: 'h' }],
    ['by none', { PORT: '1' }, { PORT: '1' }],
    ['by one, where the environment has the same name', { '\ufeffPORT': '1', PORT: '2' }, { PORT: '2' }],
  ])('are found in a file that begins %s', (_what, environment, found) =>
    expect(withoutByteOrderMark(environment)).toMatchObject(found),
  )

  it('are the environment and the file together', () => {
    const CONFIG_FILE = fileOf('doubtSeconds: 7')
    expect(readSettings({ ...variables, CONFIG_FILE })).toMatchObject({
      environment: { MENTIONS_API_TOKEN: 'mention-secret' },
      configuration: { doubtSeconds: 7 },
    })
    expect(readConfigurationOnly({ CONFIG_FILE })).toMatchObject({ doubtSeconds: 7 })
  })

  it('that have faults in both are told in one report, without a secret', () => {
    const CONFIG_FILE = fileOf('owner: ana\ncolour: red')
    const report = reportOf(() => readSettings({ ...variables, CONFIG_FILE, PORT: 'x' }))
    expect(report).toBe(
      `The environment has a fault:\n  PORT: expected a port number\n  Set it in .env (npm run setup asks for everything) or in the environment.\n${CONFIG_FILE} has 2 faults:\n  line 1: owner: expected a Slack member id (U…)\n  line 2: colour: unknown key; there are: timezone, owner, admins, docs, plan, doubtSeconds, subscriptions, digests`,
    )
  })

  it.each([
    ['that is not there', 'absent.yaml', 'there is no such file or folder'],
    ['that is a folder', '', 'this is a folder, where a file is wanted'],
  ])('name a file %s', (_what, name, message) => {
    const CONFIG_FILE = join(folder, name)
    const report = `${CONFIG_FILE} has a fault:\n  ${message}`
    expect(reportOf(() => readSettings({ ...variables, CONFIG_FILE }))).toBe(report)
    expect(reportOf(() => readConfigurationOnly({ CONFIG_FILE }))).toBe(report)
  })
})
