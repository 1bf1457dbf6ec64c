import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { proxySettings, readEnvironment } from '../../src/config/environment.ts'
import {
  howToSet,
  readConfigurationOnly,
  readSettings,
  readVariables,
  SettingsError,
  withoutByteOrderMark,
  withoutQuotes,
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
  throw new Error('no SettingsError was thrown')
}

describe('the advice about a missing variable', () => {
  it('says that this user may not read .env, instead of telling to write one', () => {
    expect(howToSet(['PORT: missing'], true)).toContain('this user may not read it')
    expect(howToSet(['PORT: missing'], false)).toBe('Set it in .env or in the environment.')
  })
})

describe('the settings', () => {
  it.each([
    ['with a byte order mark', { '\ufeffPORT': '1', HOST: 'h' }, { PORT: '1', HOST: 'h' }],
    ['without a byte order mark', { PORT: '1' }, { PORT: '1' }],
    [
      'with a byte order mark, but the same variable without the mark takes precedence',
      { '\ufeffPORT': '1', PORT: '2' },
      { PORT: '2' },
    ],
  ])('are found in an .env file that begins %s', (_what, environment, found) =>
    expect(withoutByteOrderMark(environment)).toMatchObject(found),
  )

  it.each([
    ["'xoxb-1'", 'xoxb-1'],
    ['"xoxb-1"', 'xoxb-1'],
    ['`a"b`', 'a"b'],
    ["a'b'", "a'b'"],
    ['"', '"'],
    ['\'x"', '\'x"'],
  ])('read the value %s as %s, because Docker keeps the quotes of an env file', (written, meant) => {
    expect(withoutQuotes({ A: written })).toEqual({ A: meant })
  })

  it('consist of the environment and the configuration file', () => {
    const CONFIG_FILE = fileOf('doubtSeconds: 7')
    expect(readSettings({ ...variables, CONFIG_FILE })).toMatchObject({
      environment: { MENTIONS_API_TOKEN: 'mention-secret' },
      configuration: { doubtSeconds: 7 },
    })
    expect(readConfigurationOnly({ CONFIG_FILE })).toMatchObject({ doubtSeconds: 7 })
  })

  it('report the errors of the environment and of the configuration file together, without any secret', () => {
    const CONFIG_FILE = fileOf('admins: [ana]\ncolour: red')
    const report = reportOf(() => readSettings({ ...variables, CONFIG_FILE, PORT: 'x' }))
    expect(report).toContain(
      `The environment has an error:\n  PORT: expected a port number\n  Set it in .env or in the environment.\n${CONFIG_FILE} has 2 errors:\n  line 1: admins[0]: expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID\n  line 2: colour: unknown key; known keys: timezone, language, locale, admins, ownPosts, private, `,
    )
  })

  it('name the setup only if it asks for a variable that is wrong', () => {
    const CONFIG_FILE = fileOf('')
    const { SLACK_BOT_TOKEN: _token, ...others } = variables
    expect(reportOf(() => readSettings({ ...others, CONFIG_FILE }))).toContain(
      'Set it in .env (`npm run setup` asks for the addresses and tokens) or in the environment.',
    )
  })

  it('name the file with the other ending, if it exists', () => {
    const other = fileOf('').replace(/yaml$/, 'yml')
    expect(reportOf(() => readConfigurationOnly({ CONFIG_FILE: other }))).toBe(
      `${other} has an error:\n  there is no such file or folder; but there is ${other.replace(/yml$/, 'yaml')}`,
    )
  })

  it.each([
    ['that does not exist', 'absent.yaml', 'there is no such file or folder'],
    ['that is a device', '../../../../../../dev/zero', 'this is a device or a pipe, but a file is needed'],
    ['that is a folder', '', 'this is a folder, but a file is needed'],
  ])('report the name of a configuration file %s, and the reason', (_what, name, message) => {
    const CONFIG_FILE = join(folder, name)
    const report = `${CONFIG_FILE} has an error:\n  ${message}`
    expect(reportOf(() => readSettings({ ...variables, CONFIG_FILE }))).toBe(report)
    expect(reportOf(() => readConfigurationOnly({ CONFIG_FILE }))).toBe(report)
  })
})

describe('a proxy variable with a lower-case name, as other programs read it,', () => {
  const address = 'http://bot:pass-9f2c@10.0.0.5:3128'

  it('is checked as the one with the upper-case name', () =>
    expect(readEnvironment(readVariables({ ...variables, https_proxy: '10.0.0.5:3128' })).errors).toEqual([
      'HTTPS_PROXY: expected an http or https address',
    ]))

  it('is used, and is among the settings whose passwords the log hides', () => {
    const read = readVariables({
      ...variables,
      http_proxy: `"${address}"`,
      https_proxy: ` ${address} `,
      no_proxy: 'localhost',
    })
    expect(readEnvironment(read)).toMatchObject({
      environment: { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: 'localhost' },
    })
    expect(proxySettings(read)).toEqual({ httpProxy: address, httpsProxy: address, noProxy: 'localhost' })
  })

  it('may be that of a SOCKS proxy', () =>
    expect(
      readEnvironment(readVariables({ ...variables, https_proxy: 'socks5://10.0.0.1:1080' })),
    ).toMatchObject({ errors: [], environment: { HTTPS_PROXY: 'socks5://10.0.0.1:1080' } }))

  it('does not count beside the upper-case one, or beside its file', () => {
    for (const given of [{ HTTPS_PROXY: address }, { HTTPS_PROXY_FILE: fileOf(address) }]) {
      const read = readVariables({ ...variables, ...given, https_proxy: 'http://other.example' })
      expect(readEnvironment(read)).toMatchObject({ errors: [], environment: { HTTPS_PROXY: address } })
    }
  })

  it('counts if the upper-case one is empty', () =>
    expect(readVariables({ HTTP_PROXY: ' ', http_proxy: address }).HTTP_PROXY).toBe(address))
})
