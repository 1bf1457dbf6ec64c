import { isExternallyShared } from './channels.ts'
import type { Deliver } from './delivery.ts'
import type { Ack } from './events.ts'
import { type AppEvent, type Context, newId } from './state.ts'
import type { Message } from './wire.ts'

/** The deprecated verification token. Every payload still has it. */
export const verificationToken = 'sandbox-verification-token'

/** The scopes of which an event needs one (https://docs.slack.dev/reference/events). An event that is not here needs none. */
const scopesOfEvents: Record<string, readonly string[]> = {
  channel_archive: ['channels:read', 'groups:read'],
  channel_created: ['channels:read'],
  channel_left: ['channels:read', 'groups:read'],
  channel_rename: ['channels:read', 'groups:read'],
  channel_unarchive: ['channels:read', 'groups:read'],
  member_joined_channel: ['channels:read', 'groups:read'],
  member_left_channel: ['channels:read', 'groups:read'],
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.im': ['im:history'],
  message_metadata_posted: ['metadata.message:read'],
  reaction_added: ['reactions:read'],
  reaction_removed: ['reactions:read'],
  user_change: ['users:read'],
}

/** Sends an event of the Events API if the app has subscribed to its type, or to `name`, and has its scope. Undefined: it has not. */
export async function sendEvent(
  context: Context,
  deliver: Deliver,
  event: AppEvent,
  name = event.type,
): Promise<Ack | undefined> {
  const { seed, state, clock } = context
  if (!state.subscriptions.events.includes(name)) return undefined
  const needed = scopesOfEvents[name]
  if (needed !== undefined && !needed.some((scope) => state.scopes.bot.includes(scope))) return undefined
  const channel = state.channels.get(String(event.channel ?? event.channel_id ?? event.item?.channel))
  const authorization = {
    enterprise_id: null,
    team_id: seed.team.id,
    user_id: state.bot.userId,
    is_bot: true,
  }
  return deliver('events_api', {
    token: verificationToken,
    team_id: seed.team.id,
    api_app_id: seed.bot.appId,
    event: { ...event, event_ts: clock.nextTs() },
    type: 'event_callback',
    event_id: newId(state, 'Ev'),
    event_time: Math.floor(clock.now() / 1000),
    authorizations: [{ ...authorization, is_enterprise_install: false }],
    is_ext_shared_channel: channel !== undefined && isExternallyShared(context, channel),
  })
}

/** The name of the subscription and `channel_type` of the event `message` (https://docs.slack.dev/reference/events/message). */
const messageEvents = {
  public: ['message.channels', 'channel'],
  private: ['message.groups', 'group'],
  im: ['message.im', 'im'],
} as const

/** Tells the app of a new message in a channel that it is in, its own messages included. */
export function sendMessage(context: Context, id: string, message: Message): void {
  const channel = context.state.channels.get(id)
  if (channel === undefined || !channel.botIsMember) return
  const [name, channelType] = messageEvents[channel.kind]
  const { metadata: _metadata, ...rest } = message
  void context.sendEvent({ ...rest, channel: id, channel_type: channelType }, name)
}

/**
 * Tells the app of a message with metadata, its own messages included: `message_metadata_posted`. Slack sends it to an app
 * that has the scope `metadata.message:read`, is in the channel, and lists the metadata's event type in its manifest.
 * The event can arrive before the answer to the call that posted the message.
 */
export function sendMetadataPosted(context: Context, channel: string, message: Message): void {
  const { state } = context
  const { metadata } = message
  if (metadata?.event_type === undefined || !wantsMetadata(context, metadata.event_type)) return
  if (state.channels.get(channel)?.botIsMember !== true) return
  void context.sendEvent({
    type: 'message_metadata_posted',
    app_id: message.app_id ?? '',
    ...(message.bot_id !== undefined && { bot_id: message.bot_id }),
    user_id: message.user,
    team_id: message.team,
    channel_id: channel,
    metadata,
    message_ts: message.ts,
  })
}

/** `*` stands for every event type. It is this workspace's own shorthand, for apps whose manifest it does not know. */
function wantsMetadata({ state }: Context, eventType: string): boolean {
  const { metadata } = state.subscriptions
  return metadata.includes('*') || metadata.includes(eventType)
}
