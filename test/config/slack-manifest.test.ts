import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createAppLink, manifestFor } from '../../src/cli/slack-app.ts'
import { features } from '../../src/features.ts'
import { writeReceipt } from '../../src/slack/receipts.ts'
import { openWorkspace } from '../tools/slack-workspace.ts'
import { manifestSchema } from './slack-manifest-schema.ts'

const written: unknown = JSON.parse(readFileSync('config/slack-manifest.json', 'utf8'))
const manifest = manifestSchema.parse(written)

describe('the manifest of the Slack app', () => {
  it('respects Slack’s limits and has only keys that Slack knows', () => {
    expect(manifestSchema.safeParse(written).error).toBeUndefined()
  })

  it('requests exactly the scopes that the bot and its features need', () => {
    const scopes = [
      ...['channels:history', 'channels:join', 'channels:read', 'chat:write', 'commands', 'groups:history'],
      ...['groups:read', 'im:history', 'im:write', 'metadata.message:read', 'users:read'],
      ...features.flatMap(({ slack }) => Object.keys(slack.scopes)),
    ]
    expect(manifest.oauth_config.scopes.bot).toEqual(scopes.toSorted())
  })

  it('requires only what receipts, posting and commands need; everything else can be refused', () => {
    const { bot, bot_optional: optional } = manifest.oauth_config.scopes
    expect(bot.filter((scope) => !optional.includes(scope))).toEqual([
      ...['channels:history', 'channels:read', 'chat:write', 'commands', 'groups:history', 'groups:read'],
      'users:read',
    ])
    expect(optional.filter((scope) => !bot.includes(scope))).toEqual([])
  })

  it('without a configuration file, requests everything but the scopes of features that need settings', () => {
    const off = features.filter((feature) => !feature.needsSlack({}, false))
    const unneeded = off.flatMap(({ slack }) => Object.keys(slack.scopes))
    const { bot, bot_optional: optional } = manifestFor({}).oauth_config.scopes
    const scopes = manifest.oauth_config.scopes
    expect(bot).toEqual(scopes.bot.filter((one) => !unneeded.includes(one)))
    expect(optional).toEqual(scopes.bot_optional.filter((one) => !unneeded.includes(one)))
  })

  it('has only scopes and events that SECURITY.md names', () => {
    const reasons = readFileSync('SECURITY.md', 'utf8')
    const { bot_events } = manifest.settings.event_subscriptions
    for (const name of [...manifest.oauth_config.scopes.bot, ...bot_events])
      expect(reasons).toContain(`\`${name}\``)
  })

  it('has exactly the shortcuts of the features', () => {
    const shortcuts = features.flatMap(({ slack }) => slack.shortcuts)
    expect(
      (manifest.features.shortcuts ?? []).map(({ name, callback_id }) => ({ name, callback_id })),
    ).toEqual(shortcuts.map(({ name, callback }) => ({ name, callback_id: callback })))
  })

  it('subscribes to the message metadata of both kinds of receipts, of mentions and of digests', () => {
    const receipt = { subscription: 'a', alert: '1', through: '1', ids: [] }
    const written = [receipt, { digest: 'a', period: '2026-W47', part: 0 }].map((one) => writeReceipt(one))
    expect(manifest.settings.event_subscriptions.metadata_subscriptions).toEqual(
      written.map(({ event_type }) => ({ app_id: '*', event_type })),
    )
  })

  it('requests the same scopes as the sandbox’s Slack grants to the bot', async () => {
    const { seed } = await openWorkspace()
    expect([...seed.scopes.bot].sort()).toEqual(manifest.oauth_config.scopes.bot)
  })

  it('declares the commands /mentions-stats and /mentions, each with a usage hint', () => {
    const commands = manifest.features.slash_commands
    expect(commands.map(({ command }) => command)).toEqual(['/mentions-stats', '/mentions'])
    expect(commands.every(({ usage_hint }) => usage_hint !== undefined)).toBe(true)
  })

  it('lets Slack escape channels and links in /mentions, but not in /mentions-stats, whose alert names stay as typed', () => {
    const escaped = manifest.features.slash_commands.map((one) => one.should_escape === true)
    expect(escaped).toEqual([false, true])
  })

  it('enables both tabs of App Home, the events of the bot and its features, buttons and Socket Mode, and disables token rotation', () => {
    const { settings } = manifest
    expect(manifest.features.app_home).toMatchObject({
      ...{ home_tab_enabled: true, messages_tab_enabled: true },
      // Otherwise nobody can type a command in the messages of the app.
      messages_tab_read_only_enabled: false,
    })
    expect(settings).toMatchObject({
      event_subscriptions: {
        bot_events: [
          ...['app_home_opened', 'message_metadata_posted'],
          ...features.flatMap(({ slack }) => slack.events),
          'user_change',
        ],
      },
      interactivity: { is_enabled: true },
      socket_mode_enabled: true,
      token_rotation_enabled: false,
    })
  })

  it('is complete in the link that creates the app, and the link is shorter than 8,000 characters', () => {
    const link = new URL(createAppLink(manifestFor({})))
    expect(link.origin + link.pathname).toBe('https://api.slack.com/apps')
    expect(link.searchParams.get('new_app')).toBe('1')
    expect(JSON.parse(link.searchParams.get('manifest_json') ?? '')).toEqual(manifestFor({}))
    expect(link.href.length).toBeLessThan(8000)
  })
})
