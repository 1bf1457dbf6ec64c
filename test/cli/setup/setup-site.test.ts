import { parseEnv } from 'node:util'
import type { Suggestion } from '@overheard/mention-client/listening-client'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../src/config/settings.ts'
import { goodTokens, openWorld, type World } from './setup-world.ts'

const suggestion: Suggestion = {
  host: 'tideline.example',
  name: 'Tideline',
  description: 'The issue tracker for calm teams',
  alerts: [
    {
      name: 'Tideline',
      query: 'Tideline OR tidelinehq',
      found: {
        found: 12,
        bySource: { 'hacker-news': 12 },
        examples: [
          {
            source: 'hacker-news',
            title: 'Show HN: Tideline',
            url: 'https://hn.example/1',
            date: 1,
            author: 'kim',
            snippet: '',
          },
        ],
      },
    },
    { name: 'Tideline Pulse', query: '"Tideline Pulse"', found: { found: 0, bySource: {}, examples: [] } },
  ],
  feeds: ['https://tideline.example/feed.xml'],
  sources: ['hacker-news', 'news'],
}

const slackTokens = (world: World) => goodTokens(world).slice(2)

async function worldWithSite() {
  const world = await openWorld()
  world.sites.set('https://tideline.example', { kind: 'read', suggestion })
  return world
}

describe("npm run setup with the address of one's own site", () => {
  it('one Enter takes all that the site suggests, and each alert is posted to the one channel', async () => {
    const world = await worldWithSite()
    const { code, said } = await world.setUp(['tideline.example', '', ...slackTokens(world), 'general'])
    expect(code).toBe(0)
    for (const sentence of [
      'tideline.example is Tideline: The issue tracker for calm teams',
      '1. Tideline: Tideline OR tidelinehq',
      'It would have found 12 posts lately, such as “Show HN: Tideline” (hacker-news).',
      'It would have found nothing lately.',
      "has a new subscription, 'tideline': Tideline to #general.",
      "has a new subscription, 'tideline-pulse': Tideline Pulse to #general.",
    ])
      expect(said).toContain(sentence)
    const settings = readSettings(parseEnv(await world.read('env')))
    expect(settings).toMatchObject({
      startsService: true,
      configuration: {
        listen: {
          alerts: suggestion.alerts.map(({ name, query }) => ({ name, query })),
          feeds: ['https://tideline.example/feed.xml'],
          sources: { 'hacker-news': true, news: true },
        },
        subscriptions: [
          { alert: 'Tideline', channel: 'C0GENERAL' },
          { alert: 'Tideline Pulse', channel: 'C0GENERAL' },
        ],
      },
    })
  })

  it('takes the alerts that the person numbers, after a wrong number', async () => {
    const world = await worldWithSite()
    const { said } = await world.setUp(['tideline.example', '3', '2', ...slackTokens(world), 'general'])
    expect(said).toContain('Answer with numbers from 1 to 2')
    const { configuration } = readSettings(parseEnv(await world.read('env')))
    expect(configuration.listen?.alerts.map(({ name }) => name)).toEqual(['Tideline Pulse'])
  })

  it('asks for the words of a person who wants to write them', async () => {
    const world = await worldWithSite()
    await world.setUp(['tideline.example', 'own', 'acme', '', '', ...slackTokens(world), 'general'])
    const { configuration } = readSettings(parseEnv(await world.read('env')))
    expect(configuration.listen?.alerts).toMatchObject([{ name: 'acme', query: 'acme' }])
  })

  it('takes the base URL of a mention service for what it is, also if it shows a page', async () => {
    const world = await worldWithSite()
    world.sites.set(world.url, { kind: 'read', suggestion })
    const [url = '', ...tokens] = goodTokens(world)
    const { code } = await world.setUp([url, 'account', '', ...tokens, 'acme brand', 'general'])
    expect(code).toBe(0)
    const settings = readSettings(parseEnv(await world.read('env')))
    expect(settings.startsService).toBe(false)
  })

  it.each([
    [
      'cannot be reached',
      { kind: 'failed', sentence: 'nowhere.example cannot be reached (ENOTFOUND).' } as const,
      'ENOTFOUND',
    ],
    ['is no page', { kind: 'no-page' } as const, 'there is no page that says whose it is'],
  ])('goes on with another answer if the site %s', async (_what, read, sentence) => {
    const world = await openWorld()
    world.sites.set('https://nowhere.example', read)
    const { code, said } = await world.setUp([
      'nowhere.example',
      'listen',
      'acme',
      '',
      '',
      ...slackTokens(world),
      'general',
    ])
    expect(code).toBe(0)
    expect(said).toContain(sentence)
  })
})
