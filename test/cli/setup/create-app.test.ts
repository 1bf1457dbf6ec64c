import { withoutProxy } from '@overheard/base/http'
import { createSlackDispatcher } from '@overheard/post-once/client'
import { expect, it } from 'vitest'
import { createSlackCalls } from '../../../src/cli/credential-checks.ts'
import { differencesOf, updateApp } from '../../../src/cli/setup/update-app.ts'
import { manifestFor } from '../../../src/cli/slack-app.ts'
import { answering, type Typed } from './conversation.ts'
import { goodTokens, openWorld, type World } from './setup-world.ts'

const manifest = manifestFor({})

const requestUrl = 'https://bot.example/slack/events'

/** An app in HTTP mode whose bot has another name, and which an organisation installs and rotates the tokens of. */
const overHttp = {
  ...manifest,
  features: {
    ...manifest.features,
    bot_user: { display_name: 'ears', always_online: false },
    slash_commands: manifest.features.slash_commands.map((one) => ({
      ...one,
      url: `${requestUrl}?of=${one.command.slice(1)}`,
    })),
  },
  settings: {
    ...manifest.settings,
    event_subscriptions: { ...manifest.settings.event_subscriptions, request_url: requestUrl },
    interactivity: {
      is_enabled: true,
      request_url: requestUrl,
      message_menu_options_url: `${requestUrl}?options`,
    },
    org_deploy_enabled: true,
    socket_mode_enabled: false,
    token_rotation_enabled: true,
  },
}

const slackOf = ({ workspace }: World) =>
  createSlackCalls(workspace.apiUrl, Date.now, createSlackDispatcher(withoutProxy))

it('setup creates the Slack app with an app-configuration token, and neither keeps the token nor shows a secret', async () => {
  const world = await openWorld()
  const { seed } = world.workspace
  const [url = '', access = '', bot = '', app = ''] = goodTokens(world)
  const { code, said } = await world.setUp([
    ...[url, access, 'xoxe.xoxp-another-token', seed.token.config, bot, app, 'acme brand', 'general'],
  ])
  expect(code).toBe(0)
  expect(said).toContain('Slack does not know this token')
  expect(said).toMatch(
    /Slack has created the app (A\w+)\. Install it: https:\/\/api\.slack\.com\/apps\/\1\/install-on-team/,
  )
  expect([...world.workspace.state.manifests.values()]).toEqual([manifest])
  const written = `${await world.read('env')}${await world.read('configuration')}${said}`
  expect(written).not.toContain(seed.token.config)
  expect(written).not.toMatch(/(?:secret|verification|signing)-[A-Z0-9]{4}/)
})

it.each([
  ['an app that has everything', manifest, []],
  [
    'an older app',
    {
      ...manifest,
      features: { ...manifest.features, slash_commands: manifest.features.slash_commands.slice(0, 1) },
      oauth_config: {
        scopes: { bot: manifest.oauth_config.scopes.bot.filter((one) => one !== 'im:write') },
      },
    },
    [
      'features.slash_commands lacks /mentions',
      'oauth_config.scopes.bot lacks im:write',
      ...manifest.oauth_config.scopes.bot_optional.map(
        (one) => `oauth_config.scopes.bot_optional lacks ${one}`,
      ),
    ],
  ],
  [
    'an app with another name and more permissions',
    {
      ...manifest,
      display_information: { name: 'Ears' },
      oauth_config: {
        scopes: { ...manifest.oauth_config.scopes, bot: [...manifest.oauth_config.scopes.bot, 'emoji:read'] },
      },
    },
    [],
  ],
  ['an app that Slack reaches over HTTP', overHttp, []],
  [
    'an app in HTTP mode that lacks a command and a request URL',
    {
      ...overHttp,
      features: { ...overHttp.features, slash_commands: overHttp.features.slash_commands.slice(0, 1) },
      settings: { ...overHttp.settings, interactivity: { is_enabled: true } },
    },
    ['features.slash_commands lacks /mentions', `settings.interactivity.request_url is not "${requestUrl}"`],
  ],
  [
    'an app that Slack reaches in no way',
    { ...manifest, settings: { ...manifest.settings, socket_mode_enabled: false } },
    ['settings.socket_mode_enabled is not true'],
  ],
])('%s differs by what it lacks', (_what, theirs, differences) => {
  expect(differencesOf(theirs, manifest)).toEqual(differences)
})

async function update(world: World, answers: Typed[], theirs: unknown) {
  const { input, output, said } = answering(answers)
  const exported = { kind: 'exported' as const, manifest: theirs }
  const updated: object[] = []
  const code = await updateApp({
    input,
    output,
    slack: {
      appOf: async () => ({ kind: 'found', id: 'A1' }),
      exportApp: async () => exported,
      updateApp: async (_token, _id, changed) => {
        updated.push(changed)
        return { kind: 'updated', needsInstallation: true }
      },
    },
    botToken: world.workspace.seed.token.bot,
    ours: manifest,
  })
  return { code, said: said(), updated }
}

it('setup --update changes only an app that lacks something, and keeps its name', async () => {
  const world = await openWorld()
  const same = await update(world, ['xoxe.xoxp-token-of-a-person'], manifest)
  expect([same.code, same.updated]).toEqual([0, []])
  expect(same.said).toContain('has everything that this version needs')
  const older = { ...manifest, display_information: { name: 'Ears' }, settings: {} }
  const changed = await update(world, ['xoxb-wrong', 'xoxe.xoxp-token-of-a-person'], older)
  expect(changed.said).toContain('This is a bot token')
  expect(changed.said).toContain('settings.event_subscriptions.bot_events lacks app_home_opened')
  expect(changed.said).toContain('https://api.slack.com/apps/A1/install-on-team')
  expect(changed.updated).toEqual([{ ...manifest, display_information: { name: 'Ears' } }])
})

it('setup --update takes nothing from an app: neither permissions that it has beyond this version nor commands of its own', async () => {
  const world = await openWorld()
  const { scopes } = manifest.oauth_config
  const older = {
    ...manifest,
    // An older version required all permissions.
    oauth_config: { scopes: { bot: [...scopes.bot, 'emoji:read'] } },
    features: {
      ...manifest.features,
      slash_commands: [
        { command: '/mentions', description: 'old' },
        { command: '/own', description: 'x' },
      ],
    },
  }
  const { updated } = await update(world, ['xoxe.xoxp-token-of-a-person'], older)
  expect(updated).toEqual([
    {
      ...manifest,
      oauth_config: { scopes: { ...scopes, bot: [...scopes.bot, 'emoji:read'] } },
      features: {
        ...manifest.features,
        slash_commands: [...manifest.features.slash_commands, { command: '/own', description: 'x' }],
      },
    },
  ])
})

it('setup --update leaves an app in HTTP mode reachable: each request URL stays, and a new command gets one', async () => {
  const world = await openWorld()
  const { slash_commands: commands } = overHttp.features
  const [stats, mentions] = commands
  const older = {
    ...overHttp,
    features: { ...overHttp.features, slash_commands: [{ ...stats, usage_hint: 'old' }] },
  }
  const { updated } = await update(world, ['xoxe.xoxp-token-of-a-person'], older)
  const withNew = [stats, { ...mentions, url: requestUrl }]
  expect(updated).toEqual([{ ...overHttp, features: { ...overHttp.features, slash_commands: withNew } }])
})

it('the app of a bot token is found, exported and updated in Slack', async () => {
  const world = await openWorld()
  const slack = slackOf(world)
  const { token } = world.workspace.seed
  const created = await slack.createApp(token.config, manifest)
  if (created.kind !== 'created') throw new Error(created.sentence)
  expect(await slack.exportApp(token.config, created.id)).toMatchObject({ kind: 'exported', manifest })
  expect(
    await slack.updateApp(token.config, created.id, { ...manifest, display_information: { name: 'Ears' } }),
  ).toMatchObject({ kind: 'updated' })
  expect(await slack.appOf(token.bot)).toMatchObject({ kind: 'found', id: expect.stringMatching(/^A/) })
  expect(await slack.exportApp(token.bot, created.id)).toMatchObject({ kind: 'refused' })
})
