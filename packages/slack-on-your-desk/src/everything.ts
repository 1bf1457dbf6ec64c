import type { WorkspaceOptions } from './options.ts'
import { methods } from './web-api/methods.ts'

/** The scopes for events, for other names in messages, and for addresses of people. No method needs them. */
const otherScopes = ['chat:write.customize', 'commands', 'metadata.message:read', 'users:read.email']

const scopesOf = (key: 'scopes' | 'userScopes') =>
  [...methods.values()].flatMap((method) => method[key] ?? [])

/** Every event that the workspace sends. */
const everyEvent = [
  'app_home_opened',
  'channel_archive',
  'channel_created',
  'channel_left',
  'channel_rename',
  'channel_unarchive',
  'entity_details_requested',
  'member_joined_channel',
  'member_left_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message_metadata_posted',
  'reaction_added',
  'reaction_removed',
  'user_change',
]

/** The options of an app without a manifest: it may do everything, and gets every event. */
export const everything = {
  scopes: [...new Set([...scopesOf('scopes'), ...otherScopes])].toSorted(),
  userScopes: [...new Set([...scopesOf('userScopes'), ...scopesOf('scopes')])].toSorted(),
  subscribedEvents: everyEvent,
  metadataSubscriptions: ['*'],
} satisfies Partial<WorkspaceOptions>
