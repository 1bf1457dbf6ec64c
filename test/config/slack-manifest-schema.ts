import { z } from 'zod'

/**
 * Slack's limits on a manifest, from its public JSON schema (github.com/slackapi/manifest-schema, version 1) and from the manifest
 * reference (docs.slack.dev/reference/app-manifest). It knows only the keys that our manifest may use.
 */

const text = (most: number) => z.string().min(1).max(most)

const slashCommand = z.strictObject({
  command: text(32).regex(/^\/[a-z0-9_-]+$/),
  description: text(2000),
  usage_hint: text(1000).optional(),
  should_escape: z.boolean().optional(),
})

const shortcut = z.strictObject({
  name: text(24),
  type: z.enum(['global', 'message']),
  callback_id: text(255),
  description: text(150),
})

const displayInformation = z.strictObject({
  name: text(35),
  description: text(140).optional(),
  long_description: z.string().min(175).max(4000).optional(),
  background_color: z
    .string()
    .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i)
    .optional(),
})

const features = z.strictObject({
  app_home: z.strictObject({
    home_tab_enabled: z.boolean(),
    messages_tab_enabled: z.boolean(),
    messages_tab_read_only_enabled: z.boolean().optional(),
  }),
  bot_user: z.strictObject({
    display_name: text(80).regex(/^[a-z0-9._-]+$/),
    always_online: z.boolean().optional(),
  }),
  slash_commands: z.array(slashCommand).min(1).max(50),
  shortcuts: z.array(shortcut).min(1).max(10).optional(),
})

const settings = z.strictObject({
  event_subscriptions: z.strictObject({
    bot_events: z.array(z.string()).max(100),
    metadata_subscriptions: z.array(z.strictObject({ app_id: z.string(), event_type: z.string() })),
  }),
  interactivity: z.strictObject({ is_enabled: z.boolean() }),
  org_deploy_enabled: z.boolean(),
  // Without it, events and interactivity would need request URLs.
  socket_mode_enabled: z.literal(true),
  token_rotation_enabled: z.boolean(),
})

/** A manifest that Slack accepts. */
export const manifestSchema = z.strictObject({
  display_information: displayInformation,
  features,
  oauth_config: z.strictObject({
    scopes: z.strictObject({
      bot: z.array(text(255)).max(255),
      bot_optional: z.array(text(255)).max(255),
    }),
  }),
  settings,
})
