import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ephemeralDiskPlatform, startupWarnings } from '../../src/health/startup-warnings.ts'
import { emptyFolder } from '../tools/folder.ts'

it.each([
  [{ DYNO: 'web.1' }, 'Heroku'],
  [{ K_SERVICE: 'overheard' }, 'Cloud Run'],
  [{ DYNO: '' }, undefined],
  [{}, undefined],
])(
  'the environment variables %j are those of the hosting platform %s (undefined: of none)',
  (variables, platform) => {
    expect(ephemeralDiskPlatform(variables)).toBe(platform)
  },
)

const inSocketMode = { HOST: '127.0.0.1', SLACK_APP_TOKEN: 'xapp-1' }

it('the start warns about a disk that the platform erases, unless the bot uses a database', () => {
  expect(startupWarnings({ DYNO: 'web.1' }, inSocketMode)).toMatchObject([
    { whatToDo: expect.stringContaining('DATABASE_URL') },
  ])
  expect(
    startupWarnings({ DYNO: 'web.1' }, { ...inSocketMode, DATABASE_URL: 'postgres://db/overheard' }),
  ).toEqual([])
  expect(startupWarnings({}, inSocketMode)).toEqual([])
})

it.each([
  ['http://mentions.example', 1],
  ['http://10.0.0.5:8080', 1],
  ['https://mentions.example', 0],
  ['http://127.0.0.1:8080', 0],
  ['http://localhost:8080', 0],
])(
  'if the mention service is at %s, the start gives %i warnings that others can read the access token on the way',
  (url, count) => {
    const warnings = startupWarnings({}, { ...inSocketMode, MENTIONS_API_URL: url })
    expect(warnings).toHaveLength(count)
    if (count > 0) expect(warnings[0]?.what).toContain('can read its access token')
  },
)

it.each([
  ['other machines can connect', { ...inSocketMode, HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
  ['Slack sends its requests to the port', { HOST: '127.0.0.1' }, 'HTTP mode'],
  ['AI assistants can ask', { ...inSocketMode, MCP_TOKEN: 'x' }, '/mcp'],
])(
  'the start warns once that /status and /metrics are off if %s and STATUS_TOKEN is not set',
  (_case, settings, reason) => {
    const warnings = startupWarnings({}, settings)
    expect(warnings).toMatchObject([
      { what: expect.stringContaining(reason), whatToDo: expect.stringContaining('Set STATUS_TOKEN') },
    ])
    expect(warnings[0]?.what).toContain('/status and /metrics are switched off')
    expect(startupWarnings({}, { ...settings, STATUS_TOKEN: 'x' })).toEqual([])
  },
)

it.each([
  ['600', 0, 0o600, []],
  ['400', 0, 0o400, []],
  ['644', 1, 0o644, [{ whatToDo: expect.stringContaining('chmod 600') }]],
  ['660', 1, 0o660, [{ what: expect.stringContaining('mode 660') }]],
])(
  'for an env file with the mode %s, the start gives %i warnings that other users may read it',
  (_written, _count, mode, expected) => {
    const file = join(emptyFolder(), '.env')
    expect(startupWarnings({}, inSocketMode, file)).toEqual([])
    writeFileSync(file, 'SLACK_BOT_TOKEN=x')
    chmodSync(file, mode)
    expect(startupWarnings({}, inSocketMode, file)).toMatchObject(expected)
  },
)
