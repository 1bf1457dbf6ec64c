import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createAppLink } from '../../src/cli/slack-app.ts'
import { openWorkspace } from '../sandbox/slack/open.ts'
import { manifestSchema } from './slack-manifest-schema.ts'

const written: unknown = JSON.parse(readFileSync('config/slack-manifest.json', 'utf8'))
const manifest = manifestSchema.parse(written)

describe('the manifest of the Slack app', () => {
  it('keeps within Slack’s limits and holds no key that Slack does not know', () => {
    expect(manifestSchema.safeParse(written).error).toBeUndefined()
  })

  it('asks for exactly the permissions that are needed, each once', () => {
    expect(manifest.oauth_config.scopes.bot).toEqual([
      'channels:history',
      'channels:join',
      'channels:read',
      'chat:write',
      'commands',
      'groups:history',
      'groups:read',
      'im:write',
      'users:read',
    ])
  })

  it('asks for the permissions that the embedded workspace grants', async () => {
    const { seed } = await openWorkspace()
    expect([...seed.scopes.bot].sort()).toEqual(manifest.oauth_config.scopes.bot)
  })

  it('has both commands, each with a hint how to use it', () => {
    const commands = manifest.features.slash_commands
    expect(commands.map(({ command }) => command)).toEqual(['/mentions-stats', '/mentions'])
    expect(commands.every(({ usage_hint }) => usage_hint !== undefined)).toBe(true)
  })

  it('has channels and addresses in /mentions come as links; in /mentions-stats the name of an alert stays as it was typed', () => {
    const escaped = manifest.features.slash_commands.map((one) => one.should_escape === true)
    expect(escaped).toEqual([false, true])
  })

  it('switches on what the bot lives on: both tabs of App Home, its event, buttons, Socket Mode; and no rotation of tokens', () => {
    const { features, settings } = manifest
    expect(features.app_home).toMatchObject({ home_tab_enabled: true, messages_tab_enabled: true })
    expect(settings).toMatchObject({
      event_subscriptions: { bot_events: ['app_home_opened'] },
      interactivity: { is_enabled: true },
      socket_mode_enabled: true,
      token_rotation_enabled: false,
    })
  })

  it('comes whole out of the link that creates the app, which a browser can still take', () => {
    const link = new URL(createAppLink())
    expect(link.origin + link.pathname).toBe('https://api.slack.com/apps')
    expect(link.searchParams.get('new_app')).toBe('1')
    expect(JSON.parse(link.searchParams.get('manifest_json') ?? '')).toEqual(written)
    expect(link.href.length).toBeLessThan(8000)
  })
})
