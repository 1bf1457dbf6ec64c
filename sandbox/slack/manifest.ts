import { z } from 'zod'
import type { WorkspaceOptions } from './options.ts'

/** The parts of an app manifest that the workspace follows (https://docs.slack.dev/reference/app-manifest). */
const manifest = z.object({
  features: z
    .object({
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

/** Returns a workspace's options for the app of this manifest. Throws ZodError if it is no manifest. */
export function optionsOfManifest(
  json: unknown,
): Required<Pick<WorkspaceOptions, 'commands' | 'scopes' | 'subscribedEvents' | 'metadataSubscriptions'>> {
  const { features, oauth_config, settings } = manifest.parse(json)
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
    commands: [...commands, ...shortcuts],
    scopes: oauth_config.scopes.bot,
    subscribedEvents: bot_events,
    metadataSubscriptions: metadata_subscriptions.map(({ event_type }) => event_type),
  }
}
