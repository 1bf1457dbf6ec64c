import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../../src/config/environment.ts'

const text = readFileSync('.env.example', 'utf8')
const example: NodeJS.Dict<string> = parseEnv(text)

const secrets = [
  'MENTIONS_API_URL',
  'MENTIONS_API_TOKEN',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
  'DATABASE_URL',
  'STATUS_TOKEN',
  'MCP_TOKEN',
  'MCP_PRIVATE_TOKEN',
]
const defaults = ['SLACK_API_URL', 'CONFIG_FILE', 'DATA_DIR', 'PORT', 'HOST', 'LOG_LEVEL']

describe('.env.example', () => {
  it('names every variable, and leaves empty those that only the reader knows', () => {
    expect(Object.keys(example).sort()).toEqual([...secrets, ...defaults].sort())
    for (const name of secrets) expect(example[name], name).toBe('')
  })

  it('explains each variable in the line above it', () => {
    expect(text.match(/^# .+\n[A-Z_]+=/gm)).toHaveLength(secrets.length + defaults.length)
  })

  it('shows the real defaults', () => {
    const needed = {
      MENTIONS_API_URL: 'https://mentions.example',
      MENTIONS_API_TOKEN: 'token',
      SLACK_BOT_TOKEN: 'xoxb-token',
      SLACK_APP_TOKEN: 'xapp-token',
    }
    expect(readEnvironment({ ...example, ...needed })).toEqual(readEnvironment(needed))
  })

  it('leads to errors that name four required variables while their values are empty', () => {
    const { errors } = readEnvironment(example)
    expect(errors.map((error) => error.split(':')[0])).toEqual(
      expect.arrayContaining([
        'MENTIONS_API_URL',
        'MENTIONS_API_TOKEN',
        'SLACK_BOT_TOKEN',
        'SLACK_APP_TOKEN',
      ]),
    )
  })
})

describe('the Procfile', () => {
  it('starts the bot on all interfaces, so that the router of a hosting platform reaches it', () => {
    expect(readFileSync('Procfile', 'utf8')).toBe('web: HOST=0.0.0.0 exec npm start\n')
  })
})
