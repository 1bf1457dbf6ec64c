import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { WorkspaceOptions } from './options.ts'

/** The parts of an app manifest that the workspace follows (https://docs.slack.dev/reference/app-manifest). */
const manifest = z.object({
  display_information: z.object({ name: z.string() }).optional(),
  features: z
    .object({
      bot_user: z.object({ display_name: z.string() }).optional(),
      slash_commands: z
        .array(
          z.object({
            command: z.string(),
            description: z.string().default(''),
            usage_hint: z.string().default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .default([]),
      shortcuts: z
        .array(
          z.object({
            name: z.string(),
            type: z.enum(['global', 'message']),
            callback_id: z.string(),
            description: z.string().default(''),
          }),
        )
        .default([]),
    })
    .prefault({}),
  oauth_config: z
    .object({ scopes: z.object({ bot: z.array(z.string()).default([]) }).prefault({}) })
    .prefault({}),
  settings: z
    .object({
      event_subscriptions: z
        .object({
          bot_events: z.array(z.string()).default([]),
          metadata_subscriptions: z.array(z.object({ event_type: z.string() })).default([]),
        })
        .prefault({}),
    })
    .prefault({}),
})

/** Every scope that the workspace checks, so that any app can use all of it. */
const everyScope = [
  ...['channels', 'groups', 'im'].flatMap((family) =>
    ['read', 'history', 'write'].map((right) => `${family}:${right}`),
  ),
  'channels:join',
  'chat:write',
  'commands',
  'files:write',
  'metadata.message:read',
  'reactions:read',
  'reactions:write',
  'users:read',
]

/** Every event that the workspace sends. */
const everyEvent = [
  'app_home_opened',
  'channel_archive',
  'channel_left',
  'channel_rename',
  'channel_unarchive',
  'member_joined_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message_metadata_posted',
  'reaction_added',
  'reaction_removed',
]

/** The options of an app without a manifest. */
export const everything = {
  scopes: everyScope,
  subscribedEvents: everyEvent,
  metadataSubscriptions: ['*'],
} satisfies Partial<WorkspaceOptions>

/** Returns a workspace's options for the app of this manifest. Throws if it is no manifest, and says what is wrong. */
export function optionsOfManifest(
  json: unknown,
): Required<Pick<WorkspaceOptions, 'commands' | 'scopes' | 'subscribedEvents' | 'metadataSubscriptions'>> &
  Pick<WorkspaceOptions, 'bot'> {
  const parsed = manifest.safeParse(json)
  if (!parsed.success) throw new Error(`This is no app manifest:\n${z.prettifyError(parsed.error)}`)
  const { display_information, features, oauth_config, settings } = parsed.data
  const name = features.bot_user?.display_name ?? display_information?.name
  const { bot_events, metadata_subscriptions } = settings.event_subscriptions
  const commands = features.slash_commands.map(({ command, description, usage_hint, should_escape }) => ({
    command,
    description,
    usage: usage_hint,
    escapes: should_escape,
  }))
  const shortcuts = features.shortcuts
    .filter(({ type }) => type === 'global')
    .map(({ name, description, callback_id }) => ({
      command: `/${name}`,
      description,
      usage: '',
      shortcut: callback_id,
    }))
  return {
    ...(name !== undefined && { bot: { name } }),
    commands: [...commands, ...shortcuts],
    scopes: oauth_config.scopes.bot,
    subscribedEvents: bot_events,
    metadataSubscriptions: metadata_subscriptions.map(({ event_type }) => event_type),
  }
}

/** Reads an app manifest in JSON or YAML. The error of the file system, or of the parser, says what is wrong. */
export function readManifest(file: string): unknown {
  return parse(readFileSync(file, 'utf8'))
}
