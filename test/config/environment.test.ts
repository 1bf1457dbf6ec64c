import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../../src/config/environment.ts'

const sound = {
  MENTIONS_API_URL: 'https://mentions.example',
  MENTIONS_API_TOKEN: 'mention-secret',
  SLACK_BOT_TOKEN: 'xoxb-secret',
  SLACK_APP_TOKEN: 'xapp-secret',
}

describe('in the environment,', () => {
  it('four variables are enough, because the others are optional or have defaults', () => {
    expect(readEnvironment(sound)).toEqual({
      errors: [],
      environment: {
        ...sound,
        SLACK_API_URL: 'https://slack.com/api/',
        CONFIG_FILE: 'config/overheard.yaml',
        DATA_DIR: './data',
        PORT: 3000,
        HOST: '127.0.0.1',
        LOG_LEVEL: 'info',
      },
    })
  })

  it('a signing secret can replace the app token', () => {
    const { SLACK_APP_TOKEN: _socket, ...rest } = sound
    expect(readEnvironment({ ...rest, SLACK_SIGNING_SECRET: 'secret' }).errors).toEqual([])
  })

  it.each([
    ['MENTIONS_API_URL', 'https://m.example/v1.0/', 'https://m.example'],
    ['MENTIONS_API_URL', 'http://m.example/under/', 'http://m.example/under'],
    ['SLACK_API_URL', 'http://127.0.0.1:3100/api', 'http://127.0.0.1:3100/api/'],
    ['PORT', '0', 0],
    ['HOST', '', '127.0.0.1'],
    ['MENTIONS_API_TOKEN', ' out-of-a-file\r\n', 'out-of-a-file'],
  ])('%s=%j is read as %j', (name, written, read) => {
    expect(readEnvironment({ ...sound, [name]: written })).toMatchObject({ environment: { [name]: read } })
  })
})

describe('an invalid environment variable is reported by its name, never with its value,', () => {
  it.each([
    ['MENTIONS_API_URL', undefined, 'missing'],
    ['MENTIONS_API_URL', 'mentions.example', 'expected an http or https address'],
    ['MENTIONS_API_URL', 'ftp://mentions.example', 'expected an http or https address'],
    ['MENTIONS_API_TOKEN', ' ', 'missing'],
    ['SLACK_BOT_TOKEN', 'xapp-swapped', 'expected a bot token (xoxb-…)'],
    ['SLACK_APP_TOKEN', 'xoxb-swapped', 'expected an app-level token (xapp-…)'],
    ['SLACK_APP_TOKEN', undefined, 'missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for HTTP mode'],
    ['SLACK_API_URL', 'slack', 'expected an http or https address'],
    ['DATABASE_URL', 'mysql://user:hidden@host/db', 'expected postgres://…'],
    ['PORT', 'http', 'expected a port number'],
    ['PORT', '70000', 'expected a port of at most 65535'],
    ['MCP_TOKEN', 'short', 'expected at least 16 characters'],
    ['LOG_LEVEL', 'loud', 'expected one of fatal, error, warn, info, debug, trace, silent'],
  ])('if %s is %j: "%s"', (name, value, message) => {
    const { errors } = readEnvironment({ ...sound, [name]: value })
    expect(errors).toEqual([`${name}: ${message}`])
    if (value?.trim()) expect(errors.join()).not.toContain(value)
  })

  it('if both tokens of /mcp are the same', () => {
    const token = 'the-same-token-twice'
    const { errors } = readEnvironment({ ...sound, MCP_TOKEN: token, MCP_PRIVATE_TOKEN: token })
    expect(errors).toEqual(['MCP_PRIVATE_TOKEN: expected another token than MCP_TOKEN'])
  })

  it('if one of the tokens of /mcp is the same', () => {
    const [one, other] = ['the-same-token-twice', 'another-token-of-mcp']
    const { errors } = readEnvironment({ ...sound, MCP_TOKEN: `${other} ${one}`, MCP_PRIVATE_TOKEN: one })
    expect(errors).toEqual(['MCP_PRIVATE_TOKEN: expected another token than MCP_TOKEN'])
  })

  it.each([
    ['fifteen-letters', 'expected at least 16 characters'],
    ['aaaaaaaaaaaaaaaa short', 'expected at least 16 characters'],
    ['short aaaaaaaaaaaaaaaa', 'expected at least 16 characters'],
    ['aaaaaaaaaaaaaaaa fifteen-letters', 'expected at least 16 characters'],
    [
      'aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb cccccccccccccccc',
      'expected one token, or two with a blank between them',
    ],
  ])('if STATUS_TOKEN has the tokens "%s"', (value, message) => {
    expect(readEnvironment({ ...sound, STATUS_TOKEN: value }).errors).toEqual([`STATUS_TOKEN: ${message}`])
  })

  it('together with all other errors at once', () => {
    const { errors } = readEnvironment({ PORT: 'x', LOG_LEVEL: 'loud', SLACK_BOT_TOKEN: 'hush' })
    expect(errors.map((error) => error.split(':')[0]).toSorted()).toEqual([
      'LOG_LEVEL',
      'MENTIONS_API_TOKEN',
      'MENTIONS_API_URL',
      'PORT',
      'SLACK_APP_TOKEN',
      'SLACK_BOT_TOKEN',
    ])
    expect(errors.join()).not.toContain('hush')
  })
})

it('a token may have exactly 16 characters, also if it replaces another', () => {
  for (const STATUS_TOKEN of ['sixteen-letters-', 'sixteen-letters- a-longer-token-of-it'])
    expect(readEnvironment({ ...sound, STATUS_TOKEN }).errors).toEqual([])
})
