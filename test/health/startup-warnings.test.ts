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

const HOST = '127.0.0.1'

it('the start warns about a disk that the platform erases, unless the bot uses a database', () => {
  expect(startupWarnings({ DYNO: 'web.1' }, { HOST })).toMatchObject([
    { whatToDo: expect.stringContaining('DATABASE_URL') },
  ])
  expect(startupWarnings({ DYNO: 'web.1' }, { HOST, DATABASE_URL: 'postgres://db/overheard' })).toEqual([])
  expect(startupWarnings({}, { HOST })).toEqual([])
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
    const warnings = startupWarnings({}, { HOST, MENTIONS_API_URL: url })
    expect(warnings).toHaveLength(count)
    if (count > 0) expect(warnings[0]?.what).toContain('can read its access token')
  },
)

it('the start warns once that /status and /metrics are off if other machines can connect and STATUS_TOKEN is not set', () => {
  expect(startupWarnings({}, { HOST: '0.0.0.0' })).toMatchObject([
    { what: expect.stringContaining('/status and /metrics are switched off') },
  ])
  expect(startupWarnings({}, { HOST: '0.0.0.0', STATUS_TOKEN: 'x' })).toEqual([])
})

it.each([
  ['600', 0, 0o600, []],
  ['400', 0, 0o400, []],
  ['644', 1, 0o644, [{ whatToDo: expect.stringContaining('chmod 600') }]],
  ['660', 1, 0o660, [{ what: expect.stringContaining('mode 660') }]],
])(
  'for an env file with the mode %s, the start gives %i warnings that other users may read it',
  (_written, _count, mode, expected) => {
    const file = join(emptyFolder(), '.env')
    expect(startupWarnings({}, { HOST }, file)).toEqual([])
    writeFileSync(file, 'SLACK_BOT_TOKEN=x')
    chmodSync(file, mode)
    expect(startupWarnings({}, { HOST }, file)).toMatchObject(expected)
  },
)
