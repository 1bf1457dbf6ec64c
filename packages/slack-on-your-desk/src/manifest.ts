import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { WorkspaceOptions } from './options.ts'

/**
 * The parts of an app manifest that the workspace follows or checks, with their limits: https://docs.slack.dev/reference/app-manifest. Other
 * fields are allowed.
 */
export const appManifest = z.object({
  display_information: z.object({
    name: z.string().min(1).max(35),
    description: z.string().max(140).optional(),
    long_description: z.string().min(175).max(4000).optional(),
    background_color: z
      .string()
      .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i)
      .optional(),
  }),
  features: z
    .object({
      bot_user: z
        .object({ display_name: z.string().min(1).max(80), always_online: z.boolean().optional() })
        .optional(),
      slash_commands: z
        .array(
          z.object({
            command: z.string().max(32).startsWith('/'),
            description: z.string().max(2000).default(''),
            usage_hint: z.string().max(1000).default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .max(50)
        .default([]),
      shortcuts: z
        .array(
          z.object({
            name: z.string().min(1).max(24),
            type: z.enum(['global', 'message']),
            callback_id: z.string().min(1).max(255),
            description: z.string().max(150).default(''),
          }),
        )
        .max(10)
        .default([]),
    })
    .prefault({}),
  oauth_config: z
    .object({
      redirect_urls: z.array(z.url()).max(1000).optional(),
      scopes: z
        .object({
          bot: z.array(z.string()).max(255).default([]),
          user: z.array(z.string()).max(255).default([]),
          /** Those of the scopes that a person may refuse at the installation: https://docs.slack.dev/changelog/2026/03/16/optional-scopes */
          bot_optional: z.array(z.string()).max(255).default([]),
          user_optional: z.array(z.string()).max(255).default([]),
        })
        .refine(({ bot, bot_optional: optional }) => optional.every((scope) => bot.includes(scope)), {
          path: ['bot_optional'],
          message: 'must only have scopes of bot',
        })
        .refine(({ user, user_optional: optional }) => optional.every((scope) => user.includes(scope)), {
          path: ['user_optional'],
          message: 'must only have scopes of user',
        })
        .prefault({}),
    })
    .prefault({}),
  settings: z
    .object({
      event_subscriptions: z
        .object({
          request_url: z.url().optional(),
          bot_events: z.array(z.string()).max(100).default([]),
          metadata_subscriptions: z.array(z.object({ event_type: z.string() })).default([]),
        })
        .prefault({}),
    })
    .prefault({}),
})

/** The problems of a manifest, as `apps.manifest.validate` names them. */
export function problemsOfManifest(json: unknown): { message: string; pointer: string }[] {
  const { error } = appManifest.safeParse(json)
  return (error?.issues ?? []).map(({ message, path }) => ({ message, pointer: `/${path.join('/')}` }))
}

/** Returns a workspace's options for the app of this manifest. Throws if it is no manifest, and says what is wrong. */
export function optionsOfManifest(
  json: unknown,
): Required<
  Pick<
    WorkspaceOptions,
    'commands' | 'messageShortcuts' | 'scopes' | 'subscribedEvents' | 'metadataSubscriptions'
  >
> &
  Pick<WorkspaceOptions, 'bot' | 'userScopes' | 'manifest'> {
  const parsed = appManifest.safeParse(json)
  if (!parsed.success) throw new Error(`This is no app manifest:\n${z.prettifyError(parsed.error)}`)
  const { display_information, features, oauth_config, settings } = parsed.data
  const name = features.bot_user?.display_name ?? display_information.name
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
  const messageShortcuts = features.shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ name, callback_id }) => ({ name, callbackId: callback_id }))
  return {
    manifest: json,
    bot: { name },
    commands: [...commands, ...shortcuts],
    messageShortcuts,
    scopes: oauth_config.scopes.bot,
    userScopes: oauth_config.scopes.user,
    subscribedEvents: bot_events,
    metadataSubscriptions: metadata_subscriptions.map(({ event_type }) => event_type),
  }
}

/** Reads an app manifest in JSON or YAML. The error of the file system, or of the parser, says what is wrong. */
export function readManifest(file: string): unknown {
  return parse(readFileSync(file, 'utf8'))
}
