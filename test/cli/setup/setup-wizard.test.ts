import { copyFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../src/config/settings.ts'
import { features } from '../../../src/features.ts'
import { goodTokens, openWorld } from './setup-world.ts'

describe('npm run setup', () => {
  it('creates settings that the bot can read, even after some wrong tokens and answers', async () => {
    const world = await openWorld()
    const { url, accessToken, workspace } = world
    await copyFile('config/overheard.example.yaml', world.files.configuration)
    const { bot, app } = workspace.seed.token
    const { code, said } = await world.setUp([
      '',
      'mentions example',
      `${url}/v1.0/`,
      'wrong-token',
      '',
      accessToken,
      app,
      'xoxb-wrong-token',
      bot,
      bot,
      'xapp-wrong-token',
      app,
      'acme',
      'brand',
      'nowhere',
      'brand',
      '#brand-watch',
    ])
    expect(code).toBe(0)
    const sentences = [
      'cannot be left empty',
      'which begins with https://',
      'refuses the access token (HTTP 401',
      'It answers, and has 3 alerts.',
      'This is an app-level token. The one that is asked for here begins with xoxb-.',
      'Slack does not know this token: it may be cut off, or a new one has replaced it. (invalid_auth)',
      'This is @overheard in the workspace Overheard demo.',
      'This is a bot token (Bot User OAuth Token). The one that is asked for here begins with xapp-.',
      "'acme' fits more than one:",
      "Nothing in the list has 'nowhere' in its name.",
      '@overheard has joined #brand-watch.',
      'npm start',
      ...features.flatMap((feature) => feature.setupHint(world.files.configuration, {}) ?? []),
    ]
    let from = 0
    for (const sentence of sentences) {
      const at = said.indexOf(sentence, from)
      expect(at, `${sentence} (after position ${from})\n${said}`).toBeGreaterThan(-1)
      from = at
    }
    const { environment, configuration } = readSettings(parseEnv(await world.read('env')))
    expect(environment).toMatchObject({
      MENTIONS_API_URL: url,
      MENTIONS_API_TOKEN: accessToken,
      SLACK_BOT_TOKEN: bot,
      SLACK_APP_TOKEN: app,
      SLACK_API_URL: workspace.apiUrl,
    })
    expect(configuration.subscriptions).toMatchObject([
      { name: 'acme-brand', alert: 'Acme brand', channel: 'C0BRANDWATCH' },
    ])
    expect(workspace.state.channels.get('C0BRANDWATCH')?.botIsMember).toBe(true)
    expect(await world.modeOf('env')).toBe(0o600)
    for (const secret of [accessToken, bot, app, 'wrong-token']) expect(said).not.toContain(secret)
  })

  it('makes a new configuration file from the example, whose first line names the JSON Schema where it is', async () => {
    const world = await openWorld()
    const { code } = await world.setUp(
      [...goodTokens(world), 'acme brand', 'general'],
      {},
      'config/overheard.example.yaml',
    )
    expect(code).toBe(0)
    const [first = '', ...lines] = (await world.read('configuration')).split('\n')
    const [, schema = ''] = /^# yaml-language-server: \$schema=(.+)$/.exec(first) ?? []
    expect(resolve(dirname(world.files.configuration), schema)).toBe(resolve('config/overheard.schema.json'))
    expect(lines).toContain('#timezone: Europe/Berlin')
    expect(lines).toContain('    alert: Acme brand')
  })

  it('offers the known values, with masked tokens, when it runs again, and adds a second subscription below the first', async () => {
    const world = await openWorld()
    await world.setUp([...goodTokens(world), 'acme brand', 'general'])
    const before = await world.read('configuration')
    const known: Record<string, string> = {}
    for (const [name, value] of Object.entries(parseEnv(await world.read('env')))) known[name] = value ?? ''
    const { code, said } = await world.setUp(['', '', '', '', 'leads', 'news'], known)
    expect(code).toBe(0)
    expect(said).toContain(`[${world.url}]`)
    expect(said).toContain('[xoxb-…-bot]')
    expect(said).not.toContain(world.workspace.seed.token.bot)
    expect(await world.read('configuration')).toBe(
      `${before}  - name: leads\n    alert: Leads\n    dedupe: coverage\n    channel: C0BRANDNEWS # #brand-news\n`,
    )
  })

  it('keeps the lines and comments of an existing .env, and makes the file readable only for its owner', async () => {
    const world = await openWorld()
    await world.write('env', '# mine\nPORT=4000 # and why\nMENTIONS_API_TOKEN="old one"\n')
    await world.setUp([...goodTokens(world), 'acme brand', 'general'])
    expect(await world.read('env')).toMatch(
      /^# mine\nPORT=4000 # and why\nMENTIONS_API_TOKEN=secret-token\nSLACK_API_URL=/,
    )
    expect(await world.modeOf('env')).toBe(0o600)
  })

  it('adds nothing if the user skips the subscription with Enter', async () => {
    const world = await openWorld()
    const yaml = 'subscriptions:\n  - { name: a, alert: Acme brand, channel: "#general" } # mine\n'
    await world.write('configuration', yaml)
    const { code } = await world.setUp([...goodTokens(world), ''])
    expect(code).toBe(0)
    expect(await world.read('configuration')).toBe(yaml)
  })

  it('does not add a second subscription for the same alert and channel, because each mention would be posted twice', async () => {
    const world = await openWorld()
    const yaml = 'subscriptions:\n  - { name: a, alert: ACME brand, channel: "#general" }\n'
    await world.write('configuration', yaml)
    const { code, said } = await world.setUp([...goodTokens(world), 'acme brand', 'general'])
    expect(code).toBe(0)
    expect(said).toContain("The subscription 'a' posts Acme brand to #general already")
    expect(await world.read('configuration')).toBe(yaml)
  })

  it('recognises the channel of a subscription after the channel was renamed', async () => {
    const world = await openWorld()
    world.known.set('#all', 'C0GENERAL')
    await world.write(
      'configuration',
      'subscriptions:\n  - { name: a, alert: Acme brand, channel: "#All" }\n',
    )
    const { said } = await world.setUp([...goodTokens(world), 'acme brand', 'general'])
    expect(said).toContain("The subscription 'a' posts Acme brand to #general already")
  })

  it('names the scopes that the bot token lacks, and continues when they are granted', async () => {
    const world = await openWorld()
    const { url, accessToken, workspace } = world
    const { bot, app } = workspace.seed.token
    workspace.control.setScopes(
      'bot',
      workspace.seed.scopes.bot.filter((scope) => !/^(?:channels|groups):history$/.test(scope)),
    )
    const { code, said } = await world.setUp([url, accessToken, bot, { act: grant }, app, '1001', 'general'])
    expect(said).toContain('The token lacks permissions: channels:history, groups:history.')
    expect(code).toBe(0)

    function grant() {
      workspace.control.setScopes('bot', workspace.seed.scopes.bot)
      return ''
    }
  })

  it('takes a token without the optional permissions, and says which are not granted', async () => {
    const world = await openWorld()
    const { control } = world.workspace
    const required =
      'channels:history channels:read chat:write commands groups:history groups:read users:read'
    control.setScopes('bot', required.split(' '))
    const { code, said } = await world.setUp([...goodTokens(world), 'acme brand', 'general'])
    expect(said).toMatch(
      /Not granted, and not needed to begin: .*channels:join, .*`npm run doctor` says what/,
    )
    expect(code).toBe(0)
  })

  it('explains how to invite the bot to a channel that it may not join', async () => {
    const world = await openWorld()
    const fault = { do: 'error', error: 'restricted_action' } as const
    world.workspace.control.fault({ method: 'conversations.join', act: fault })
    const { code, said } = await world.setUp([...goodTokens(world), 'acme brand', 'brand-news', 'general'])
    expect(said).toContain('type /invite @overheard there and choose it again')
    expect(code).toBe(0)
  })

  it('keeps an entered token if Slack is only busy or unreachable', async () => {
    const world = await openWorld()
    const { control, seed } = world.workspace
    control.fault({ method: 'auth.test', times: 1, act: { do: 'rateLimit', retryAfter: 7 } })
    control.fault({ method: 'apps.connections.open', times: 1, act: { do: 'reset' } })
    const { url, accessToken } = world
    const { code, said } = await world.setUp([
      url,
      accessToken,
      seed.token.bot,
      '',
      seed.token.app,
      '',
      'acme brand',
      'general',
    ])
    expect(said).toContain('Slack asks for a pause of 7 s')
    expect(said).toContain('Slack does not answer at http://127.0.0.1')
    expect(code).toBe(0)
  })

  it('reports an address at which no mention service answers, and asks for it again', async () => {
    const world = await openWorld()
    const { url, accessToken, workspace } = world
    const { bot, app } = workspace.seed.token
    const { code, said } = await world.setUp([
      'http://127.0.0.1:1',
      accessToken,
      url,
      '',
      bot,
      app,
      '1001',
      'general',
    ])
    expect(said).toMatch(/The mention service takes no connections.*Check the address\. .*HTTPS_PROXY/)
    expect(code).toBe(0)
  })

  it('names the proxy if no connection to Slack can be made', async () => {
    const world = await openWorld()
    const { said } = await world.setUp(goodTokens(world).slice(0, 3), {
      SLACK_API_URL: 'http://127.0.0.1:1/api/',
    })
    expect(said).toMatch(
      /Slack does not answer at http:\/\/127\.0\.0\.1:1\/api\/ \(ECONNREFUSED\)\. .*set HTTPS_PROXY/,
    )
  })

  it('warns if a shell variable overrides the .env file', async () => {
    const world = await openWorld()
    const answers = [
      world.url,
      world.accessToken,
      world.workspace.seed.token.bot,
      world.workspace.seed.token.app,
    ]
    const { said } = await world.setUp([...answers, 'acme brand', 'general'], {
      MENTIONS_API_TOKEN: 'of the shell',
    })
    expect(said).toContain('Careful: MENTIONS_API_TOKEN set in your shell')
  })
})
