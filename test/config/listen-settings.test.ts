import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'
import { readPartialSettings, readSettings, SettingsError } from '../../src/config/settings.ts'
import { emptyFolder } from '../tools/folder.ts'

const slack = { SLACK_BOT_TOKEN: 'xoxb-secret', SLACK_APP_TOKEN: 'xapp-secret' }
const account = { MENTIONS_API_URL: 'https://mentions.example', MENTIONS_API_TOKEN: 'mention-secret' }
const listening = 'listen: { alerts: [{ name: Acme, query: acme }] }\n'
const subscribed =
  "subscriptions: [{ name: a, alert: Acme, channel: '#a' }, { name: b, alert: Acme, channel: '#a', backfill: 0, maxAge: 1d }]\n"

function fileOf(text: string): string {
  const path = join(emptyFolder(), 'overheard.yaml')
  writeFileSync(path, text)
  return path
}

function reportOf(variables: Record<string, string>): string {
  try {
    readSettings(variables)
  } catch (error) {
    if (error instanceof SettingsError) return error.report
  }
  throw new Error('no SettingsError was thrown')
}

describe('`listen` in the configuration file', () => {
  it('is read with what the service needs', () => {
    const read = readConfiguration(`${listening}  `)
    expect(read).toMatchObject({
      configuration: {
        listen: {
          alerts: [{ name: 'Acme', query: 'acme', languages: [] }],
          feeds: [],
          allowPrivate: false,
          keep: '400d',
        },
      },
    })
  })

  it.each<[what: string, text: string, error: string]>([
    [
      'a query',
      'listen:\n  alerts:\n    - name: Acme\n      query: acme OR\n',
      'line 4: listen.alerts[0].query: A word is missing after OR. (at character 8; for example acme OR acmehq)',
    ],
    [
      'the name of a source',
      'listen:\n  sources:\n    newss: true\n',
      'line 3: listen.sources.newss: unknown key; did you mean `news`?',
    ],
    [
      'a repeated name',
      'listen:\n  alerts:\n    - { name: A, query: a1 }\n    - { name: A, query: a2 }\n',
      "line 4: listen.alerts[1].name: the name 'A' is already taken",
    ],
    [
      'a feed',
      'listen:\n  feeds:\n    - https://a.example/feed\n    - github.com/acme/app/issues\n',
      'line 4: listen.feeds[1]: GitHub has no feed of issues and pull requests. Named are: releases, tags, commits and discussions of a repository.',
    ],
    [
      'a source',
      'listen:\n  sources: { news: often }\n',
      'line 2: listen.sources.news: expected true, false or the settings of this source',
    ],
  ])('is refused with the line of %s that is wrong', (_what, text, error) => {
    expect(readConfiguration(text).errors).toEqual([error])
  })

  it('lets subscriptions post three mentions at first and nothing that is older than a week, unless they say otherwise', () => {
    const settingsOf = (text: string) => {
      const read = readConfiguration(text)
      const listed = 'configuration' in read ? read.configuration.subscriptions : []
      return listed.map(({ backfill, maxAge }) => [backfill, maxAge])
    }
    expect(settingsOf(listening + subscribed)).toEqual([
      [3, 7 * 86_400_000],
      [0, 86_400_000],
    ])
    expect(settingsOf(subscribed)).toEqual([
      [0, undefined],
      [0, 86_400_000],
    ])
  })
})

describe('without MENTIONS_API_URL and with `listen`,', () => {
  it('the bot starts the mention service, with a token of its own that differs each time', () => {
    const CONFIG_FILE = fileOf(listening)
    const first = readSettings({ ...slack, CONFIG_FILE })
    expect(first).toMatchObject({ startsService: true })
    expect(first.environment.MENTIONS_API_TOKEN).toMatch(/^[\w-]{32}$/)
    expect(readSettings({ ...slack, CONFIG_FILE }).environment.MENTIONS_API_TOKEN).not.toBe(
      first.environment.MENTIONS_API_TOKEN,
    )
    expect(readSettings({ ...slack, ...account, CONFIG_FILE })).toMatchObject({
      startsService: false,
      environment: { MENTIONS_API_URL: 'https://mentions.example' },
    })
  })

  it('the settings are refused if DATABASE_URL is set, because each process would start a service', () => {
    const DATABASE_URL = 'postgres://db.example/overheard'
    expect(reportOf({ ...slack, DATABASE_URL, CONFIG_FILE: fileOf(listening) })).toContain(
      'MENTIONS_API_URL: missing; with DATABASE_URL, run `npm run overheard -- listen` and set MENTIONS_API_URL\n',
    )
  })

  it('errors in the file are not accompanied by a missing MENTIONS_API_URL', () => {
    const report = reportOf({ ...slack, CONFIG_FILE: fileOf('listen:\n  feed: []\n') })
    expect(report).toContain('line 2: listen.feed: unknown key; did you mean `feeds`?')
    expect(report).not.toContain('MENTIONS_API')
    expect(reportOf({ ...slack, CONFIG_FILE: fileOf('') })).toContain('MENTIONS_API_URL: missing')
  })

  it('the doctor has no address and no token to ask', () => {
    const read = readPartialSettings(slack, 'x.yaml', () => Buffer.from(listening))
    expect(read).toMatchObject({ startsService: true, environmentErrors: [] })
    expect(read.usable('MENTIONS_API_URL')).toBe(false)
  })
})
