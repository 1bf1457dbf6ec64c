import { existsSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Suggestion } from '@overheard/mention-client/listening-client'
import { describe, expect, it } from 'vitest'
import { completeSettings, readSettings } from '../../../src/config/settings.ts'
import { findInstallation, openInstallation } from '../../../src/installations/index.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { readMadeSettings, settingKind } from '../../../src/model/made-settings.ts'
import { changeCollections, readCollections } from '../../../src/store/of-commands.ts'
import { subscriptionKind } from '../../../src/stored-kinds.ts'
import { goodTokens, openWorld, type World } from './setup-world.ts'

const suggestion: Suggestion = {
  ...{ host: 'tideline.example', name: 'Tideline', description: '' },
  alerts: [
    { name: 'Tideline', query: 'Tideline OR tidelinehq' },
    { name: 'Tideline Pulse', query: '"Tideline Pulse"' },
  ],
  feeds: ['https://tideline.example/feed.xml'],
  sources: ['hacker-news'],
}

async function newcomer() {
  const world = await openWorld()
  world.sites.set('https://tideline.example', { kind: 'read', suggestion })
  return { world, DATA_DIR: world.withoutFile() }
}

const storedIn = (DATA_DIR: string) =>
  readCollections({ DATA_DIR }, async (store) => ({
    made: await readMadeSettings(store),
    subscriptions: await openCollection(store, subscriptionKind).all(),
    installation: await findInstallation(store),
  }))

const slackTokens = (world: World) => goodTokens(world).slice(2)

describe('setup without a configuration file', () => {
  it('stores what it would have written, and writes only the tokens', async () => {
    const { world, DATA_DIR } = await newcomer()
    const { code, said } = await world.setUp([
      'tideline.example',
      '',
      ...slackTokens(world),
      'general',
      'ana',
    ])
    expect(code, said).toBe(0)
    expect(existsSync(world.files.configuration)).toBe(false)
    expect(said).toContain("the data folder has a new subscription, 'tideline': Tideline to #general.")
    const { made, subscriptions, installation } = await storedIn(DATA_DIR)
    expect(made.listen).toEqual({
      alerts: suggestion.alerts,
      feeds: suggestion.feeds,
      sources: { 'hacker-news': true },
    })
    expect(subscriptions).toMatchObject([
      { subscription: { name: 'tideline', alert: 'Tideline', channel: 'C0GENERAL', backfill: 3 } },
      { subscription: { name: 'tideline-pulse', alert: 'Tideline Pulse', channel: 'C0GENERAL' } },
    ])
    expect(installation?.isWithoutFile).toBe(true)
    const env = parseEnv(await world.read('env'))
    expect(completeSettings(readSettings({ ...env, DATA_DIR }, undefined, true), made)).toMatchObject({
      startsService: true,
      configuration: { listen: { feeds: suggestion.feeds } },
    })
  })

  it('goes on where it was ended, asks nothing twice, and stores nothing twice', async () => {
    const { world, DATA_DIR } = await newcomer()
    const tokens = slackTokens(world)
    const ended = await world.setUp(['tideline.example', '', ...tokens])
    expect(ended.code).toBe(1)
    expect(ended.said).toContain('Your answers so far are in')
    const env = parseEnv(await world.read('env')) as Record<string, string>
    const again = await world.setUp(['', '', '', 'tideline pulse', 'general', ''], env)
    expect(again.code, again.said).toBe(0)
    expect(again.said).toContain('says what to listen for already')
    const first = await storedIn(DATA_DIR)
    expect(first.subscriptions.map(({ subscription }) => subscription.name)).toEqual(['tideline-pulse'])
    const third = await world.setUp(['', '', '', 'tideline pulse', 'general', ''], env)
    expect(third.said).toContain('it stays as it is')
    expect(await storedIn(DATA_DIR)).toEqual(first)
  })

  it('leaves the quiet hours of all subscriptions to the settings', async () => {
    const { world, DATA_DIR } = await newcomer()
    await world.setUp(['tideline.example', '', ...slackTokens(world)])
    const value = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
    await changeCollections({ DATA_DIR }, (store) =>
      openCollection(store, settingKind).change('quiet', () => ({ value, by: 'U1', at: 1 })),
    )
    const env = parseEnv(await world.read('env')) as Record<string, string>
    const again = await world.setUp(['', '', '', 'tideline pulse', 'general', ''], env)
    expect(again.code, again.said).toBe(0)
    const { made, subscriptions } = await storedIn(DATA_DIR)
    expect(made.quiet).toEqual(value)
    expect(subscriptions).toMatchObject([{ subscription: { name: 'tideline-pulse' } }])
    const [one] = subscriptions
    expect(Object.keys(one?.subscription ?? {})).not.toContain('quiet')
    expect(Object.keys(one?.subscription ?? {})).not.toContain('maxAge')
  })

  it('gives a subscription another name than one that has ended', async () => {
    const { world, DATA_DIR } = await newcomer()
    const answers = ['tideline.example', '1', ...slackTokens(world), 'general', '']
    await world.setUp(answers)
    await changeCollections({ DATA_DIR }, (store) =>
      openCollection(store, subscriptionKind).change(
        'tideline',
        (current) => current && { ...current, ended: { by: 'U1', at: 1 } },
      ),
    )
    const env = parseEnv(await world.read('env')) as Record<string, string>
    const again = await world.setUp(['', '', '', 'tideline', 'general', ''], env)
    expect(again.code, again.said).toBe(0)
    const { subscriptions } = await storedIn(DATA_DIR)
    expect(subscriptions.map(({ subscription, ended }) => [subscription.name, ended !== undefined])).toEqual([
      ['tideline', true],
      ['tideline-2', false],
    ])
  })

  it('stores nothing in data that was used with a file', async () => {
    const { world, DATA_DIR } = await newcomer()
    await changeCollections({ DATA_DIR }, (store) =>
      openInstallation(
        store,
        () => 0,
        () => 0,
      ),
    )
    const { code, said } = await world.setUp(['tideline.example', '', ...slackTokens(world)])
    expect(code).toBe(1)
    expect(said).toContain('this data was used with a configuration file')
    expect((await storedIn(DATA_DIR)).made).toEqual({})
  })
})
