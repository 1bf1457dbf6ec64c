import type { ChannelInfo } from '../deliver/channel-list.ts'
import { createChannels } from '../deliver/channels.ts'
import { sdkLogger } from '../deliver/sdk-logger.ts'
import { slackClient } from '../deliver/slack-client.ts'
import { type SlackRefusal, toSlackRefusal } from './slack-refusal.ts'

/** What Slack says of a bot token. `scopes` are the permissions it has, undefined where Slack does not list them. */
export type BotTokenResult =
  | { kind: 'accepted'; team: string; bot: string; scopes: string[] | undefined }
  | SlackRefusal

/** The questions that the setup puts to Slack. Every failure is an answer too. */
export type SlackCalls = {
  testBot(token: string): Promise<BotTokenResult>
  testApp(token: string): Promise<{ kind: 'accepted' } | SlackRefusal>
  /** The channels the bot may see, those it is in first, then by name; archived ones are left out. */
  channels(token: string): Promise<{ kind: 'listed'; channels: ChannelInfo[] } | SlackRefusal>
  join(token: string, channel: string): Promise<{ kind: 'joined' } | SlackRefusal>
}

/** For each call, in ms: somebody waits at the terminal. */
const slackTimeoutMs = 10_000

/** Asks Slack at `apiUrl`, which ends with a slash. */
export function createSlackCalls(apiUrl: string, now: () => number): SlackCalls {
  const nothing = () => undefined
  const logger = sdkLogger({ warn: nothing, error: nothing })
  const clientFor = (token: string) => slackClient({ apiUrl, token, logger }, slackTimeoutMs)
  const refused = (error: unknown) => toSlackRefusal(error, apiUrl)
  return {
    testBot: (token) =>
      clientFor(token)
        .auth.test()
        .then(
          ({ team = '', user = '', response_metadata }) => ({
            kind: 'accepted',
            team,
            bot: user,
            scopes: response_metadata?.scopes,
          }),
          refused,
        ),
    testApp: (token) =>
      clientFor(token)
        .apps.connections.open()
        .then(() => ({ kind: 'accepted' }), refused),
    channels: (token) =>
      createChannels(clientFor(token), now)
        .list()
        .then((channels) => ({ kind: 'listed', channels: sortChannels(channels) }), refused),
    join: (token, channel) =>
      clientFor(token)
        .conversations.join({ channel })
        .then(() => ({ kind: 'joined' }), refused),
  }
}

function sortChannels(channels: ChannelInfo[]): ChannelInfo[] {
  return channels
    .filter(({ archived }) => !archived)
    .sort((a, b) => Number(b.member) - Number(a.member) || a.name.localeCompare(b.name))
}
