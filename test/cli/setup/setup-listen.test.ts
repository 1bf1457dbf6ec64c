import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../src/config/settings.ts'
import { goodTokens, openWorld, type World } from './setup-world.ts'

const slackTokens = (world: World) => goodTokens(world).slice(2)
const feed = 'https://blog.example/feed.xml'

describe('npm run setup without an account', () => {
  it('asks what to listen for and where, and writes settings with which the bot starts the mention service', async () => {
    const world = await openWorld()
    const { code, said } = await world.setUp([
      'LISTEN',
      'acme OR',
      '"acme app" OR acmehq -jobs',
      '',
      'github.com/acme/app/issues',
      `${feed} News`,
      ...slackTokens(world),
      'general',
    ])
    expect(code).toBe(0)
    for (const sentence of [
      'A word is missing after OR. (at character 8',
      'GitHub has no feed of issues',
      "has a new subscription, 'acme-app-or-acmehq-jobs': acme app OR acmehq -jobs to #general.",
      'At most three older mentions are posted',
    ])
      expect(said).toContain(sentence)
    expect(await world.read('configuration')).toBe(`listen:
  alerts:
    - name: acme app OR acmehq -jobs
      query: '"acme app" OR acmehq -jobs'
  feeds:
    - ${feed}
  sources:
    news: true
subscriptions:
  - name: acme-app-or-acmehq-jobs
    alert: acme app OR acmehq -jobs
    dedupe: coverage
    channel: C0GENERAL # #general
`)
    const settings = readSettings(parseEnv(await world.read('env')))
    expect(settings).toMatchObject({
      startsService: true,
      configuration: { listen: { feeds: [feed], sources: { news: true } } },
    })
  })

  it('keeps `listen` and the comments of an existing file, and takes an old address out of .env', async () => {
    const world = await openWorld()
    const yaml =
      '# mine\nlisten: { alerts: [{ name: Acme, query: acme }, { name: Rivals, query: rivals }] } # why\n'
    await world.write('configuration', yaml)
    await world.write('env', 'MENTIONS_API_URL=https://old.example\nPORT=4000\n')
    const { code, said } = await world.setUp(['listen', ...slackTokens(world), 'rivals', 'general'])
    expect(code).toBe(0)
    expect(said).toContain('says what to listen for already')
    expect(said).toContain('At most three older mentions are posted')
    expect(await world.read('configuration')).toBe(
      `${yaml}subscriptions:\n  - name: rivals\n    alert: Rivals\n    dedupe: coverage\n    channel: C0GENERAL # #general\n`,
    )
    const env = parseEnv(await world.read('env'))
    expect(env).toMatchObject({ MENTIONS_API_URL: '', PORT: '4000' })
    expect(readSettings(env)).toMatchObject({ startsService: true })
  })

  it('asks each feed once, and takes one that gives nothing only if the person insists', async () => {
    const world = await openWorld()
    const { code, said } = await world.setUp([
      ...['listen', 'acme', ''],
      ...[`${feed} https://nofeed.example`, 'https://nofeed.example https://nofeed.example/blog', ''],
      ...[...slackTokens(world), 'general'],
    ])
    expect(code).toBe(0)
    expect(said).toContain(`${feed}: a feed with 2 entries.`)
    expect(said).toContain('https://nofeed.example: This page has no feed.')
    expect(await world.read('configuration')).toContain(
      '  feeds:\n    - https://nofeed.example\n    - https://nofeed.example/blog\n',
    )
  })

  it('suggests the right word for a misspelt `listen` and a misspelt source', async () => {
    const world = await openWorld()
    const { code, said } = await world.setUp([
      ...['listne', 'listen', 'acme', '', 'hackernews', 'hacker-news'],
      ...[...slackTokens(world), 'general'],
    ])
    expect(code).toBe(0)
    expect(said).toContain('Did you mean listen?')
    expect(said).toContain('There is no source hackernews. Did you mean hacker-news?')
  })

  it('says which command runs the mention service if DATABASE_URL is set', async () => {
    const world = await openWorld()
    const { said } = await world.setUp(['listen', ...goodTokens(world), 'acme brand', 'general'], {
      DATABASE_URL: 'postgres://db.example/overheard',
    })
    expect(said).toContain('run `npm run overheard -- listen`, and give its address here')
  })

  it('allows private addresses if a feed has one, because the person has named it', async () => {
    const world = await openWorld()
    await world.setUp([
      ...['listen', 'acme', '', `http://192.168.1.7/feed.xml`],
      ...[...slackTokens(world), 'general'],
    ])
    const { configuration } = readSettings(parseEnv(await world.read('env')))
    expect(configuration.listen).toMatchObject({ allowPrivate: true })
  })
})
