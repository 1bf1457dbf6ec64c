import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEnvironmentReader, readSettings } from '../../src/config/settings.ts'
import { untilRestart } from '../../src/config/until-restart.ts'

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const CONFIG_FILE = join(folder, 'overheard.yaml')
  writeFileSync(CONFIG_FILE, 'subscriptions: [{name: acme, alert: Acme, channel: C00000BRAND}]')
  const environment = {
    CONFIG_FILE,
    MENTIONS_API_URL: 'https://mentions.example',
    MENTIONS_API_TOKEN: 'token',
    SLACK_BOT_TOKEN: 'xoxb-one',
    SLACK_APP_TOKEN: 'xapp-one',
    PORT: '3000',
    STATUS_TOKEN: 'status-token-number-one',
  }
  return { folder, environment }
}

it('settings that were read again apply, except those with which the store and the connections were opened', () => {
  const { environment } = inFolder()
  const present = readSettings(environment)
  writeFileSync(environment.CONFIG_FILE, 'subscriptions: []')
  const changed = {
    SLACK_BOT_TOKEN: 'xoxb-two',
    PORT: '4000',
    STATUS_TOKEN: 'status-token-number-two',
    LOG_LEVEL: 'debug',
  }
  const { settings, names } = untilRestart(present, readSettings({ ...environment, ...changed }))
  expect(names).toEqual(['SLACK_BOT_TOKEN', 'PORT'])
  expect(settings.configuration.subscriptions).toEqual([])
  expect(settings.environment).toEqual({
    ...present.environment,
    STATUS_TOKEN: 'status-token-number-two',
    LOG_LEVEL: 'debug',
  })
})

it('a changed `listen` needs a restart only if its service has another port or is that of others, and a made-up secret needs none', () => {
  const { environment } = inFolder()
  const { MENTIONS_API_URL: _, MENTIONS_API_TOKEN: __, ...without } = environment
  const subscriptions = 'subscriptions: [{name: acme, alert: Acme, channel: C00000BRAND}]\n'
  const listen = (word: string, more = '') =>
    `listen: {alerts: [{name: Acme, query: ${word}}], feeds: [https://news.example/feed]${more}}\n`
  writeFileSync(environment.CONFIG_FILE, subscriptions + listen('acme'))
  const present = readSettings(without)
  expect(untilRestart(present, readSettings(without)).names).toEqual([])
  writeFileSync(environment.CONFIG_FILE, subscriptions + listen('other'))
  const changed = untilRestart(present, readSettings(without))
  expect(changed.names).toEqual([])
  expect(changed.settings.configuration.listen?.alerts).toMatchObject([{ query: 'other' }])
  writeFileSync(environment.CONFIG_FILE, subscriptions + listen('other', ', port: 4999'))
  const { settings, names } = untilRestart(present, readSettings(without))
  expect(names).toEqual(['listen'])
  expect(settings.configuration.listen).toEqual(present.configuration.listen)
})

it('a changed limit of requests needs a restart, and the other keys of `polling` do not', () => {
  const { environment } = inFolder()
  const write = (polling: string) =>
    writeFileSync(environment.CONFIG_FILE, `subscriptions: []\npolling: ${polling}`)
  write('{requestsPerMinute: 60}')
  const present = readSettings(environment)
  write('{requestsPerMinute: 90, share: 0.25}')
  const { settings, names } = untilRestart(present, readSettings(environment))
  expect(names).toEqual(['polling.requestsPerMinute'])
  expect(settings.configuration.polling).toMatchObject({ requestsPerMinute: 60, share: 0.25 })
})

it('variables of .env are read again, except those that were set beside it', () => {
  const { folder } = inFolder()
  const file = join(folder, 'env')
  writeFileSync(file, 'ONE=old\nTWO=old\nGONE=old\n')
  const read = createEnvironmentReader(file, { ONE: 'old', TWO: 'beside', GONE: 'old', OTHER: 'set' })
  writeFileSync(file, 'ONE=new\nTWO=new\nADDED=new\n')
  expect(read()).toEqual({ ONE: 'new', TWO: 'beside', ADDED: 'new', OTHER: 'set' })
})
