import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { features } from '../../src/features.ts'

/** What the Slack app needs without any feature. SECURITY.md says for what. */
const kernel = {
  bot: [
    ...['channels:history', 'channels:join', 'channels:read', 'chat:write', 'commands', 'groups:history'],
    ...['groups:read', 'im:history', 'im:write', 'metadata.message:read', 'users:read'],
  ],
  bot_events: ['app_home_opened', 'message_metadata_posted', 'user_change'],
}

/** Returns the manifest of the Slack app with the scopes, events and shortcuts of the features that exist. The rest is written by hand. */
export function slackManifest(root: string): object {
  const lists: Record<string, string[]> = {
    bot: [...kernel.bot, ...features.flatMap(({ slack }) => Object.keys(slack.scopes))],
    bot_events: [...kernel.bot_events, ...features.flatMap(({ slack }) => slack.events)],
  }
  const written = readFileSync(join(root, 'config/slack-manifest.json'), 'utf8')
  const manifest: unknown = JSON.parse(written, (key, value) =>
    Array.isArray(value) && Object.hasOwn(lists, key) ? [...new Set(lists[key])].sort() : value,
  )
  const parsed = fields.parse(manifest)
  return { ...parsed, features: withShortcuts(fields.parse(parsed.features)) }
}

const fields = z.record(z.string(), z.unknown())

function withShortcuts({ shortcuts: _, ...ofApp }: Record<string, unknown>): object {
  const shortcuts = features
    .flatMap(({ slack }) => slack.shortcuts)
    .map(({ name, callback, description }) => ({ name, type: 'message', callback_id: callback, description }))
  return shortcuts.length === 0 ? ofApp : { ...ofApp, shortcuts }
}
