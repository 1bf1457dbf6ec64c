import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { features } from '../../src/features.ts'

/** What posting, receipts and commands need, in private channels, too. SECURITY.md says for what. */
const required = [
  ...['channels:history', 'channels:read', 'chat:write', 'commands', 'groups:history', 'groups:read'],
  'users:read',
]
/** What the bot can do without, beside what only features need. */
const optional = ['channels:join', 'im:history', 'im:write', 'metadata.message:read']
const events = ['app_home_opened', 'message_metadata_posted', 'user_change']

/** Returns the manifest of the Slack app with the scopes, events and shortcuts of the features that exist. The rest is written by hand. */
export function slackManifest(root: string): object {
  const askable = [...optional, ...features.flatMap(({ slack }) => Object.keys(slack.scopes))]
  const lists: Record<string, string[]> = {
    bot: [...required, ...askable],
    // Slack wants each of them in `bot`, too: https://docs.slack.dev/changelog/2026/03/16/optional-scopes
    bot_optional: askable,
    bot_events: [...events, ...features.flatMap(({ slack }) => slack.events)],
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
