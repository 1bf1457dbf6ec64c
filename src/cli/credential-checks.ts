import { createMentionService } from '../mention-api/mention-service-client.ts'
import { createRequestBudget, createRequestRateLimiter } from '../mention-api/request-budget.ts'
import type { Now, Sleep } from '../mention-api/request-options.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { type ChannelInfo, createChannels } from '../slack/channels.ts'
import { sdkLogger, slackClient } from '../slack/client.ts'
import { outcomeOf } from '../slack/errors.ts'
import type { ListAlerts } from './setup/credential-steps.ts'

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

/** A call that Slack did not do: why, in a sentence for people, and whether the token is what is wrong. */
type SlackRefusal = { kind: 'refused'; sentence: string; tokenIsWrong: boolean }

/** What Slack's errors mean for somebody who is just entering a token (from the pages of `auth.test` and `apps.connections.open`). */
const tokenErrors: Readonly<Record<string, string>> = {
  invalid_auth: 'Slack does not know this token: it may be cut off, or a new one has replaced it.',
  not_authed: 'Slack does not know this token: it may be cut off.',
  token_revoked: 'This token was revoked: install the app again (Install App) and take the new one.',
  account_inactive:
    'The app was removed from the workspace: install it again (Install App) and take the new token.',
  token_expired: 'This token has expired: switch token rotation off and install the app again.',
  not_allowed_token_type: 'Slack wants another kind of token here: this is not the one that was asked for.',
  missing_scope: 'This token lacks a permission that is needed here.',
}

/** Reads a failed call. `apiUrl` is named where Slack was not reached at all. */
function toSlackRefusal(error: unknown, apiUrl: string): SlackRefusal {
  const failed = outcomeOf(error, false)
  const known = tokenErrors[failed.reason]
  if (known !== undefined) return createRefusal(`${known} (${failed.reason})`, true)
  if (failed.kind === 'rejected') return createRefusal(`Slack refuses this (${failed.reason}).`, false)
  if (failed.kind === 'deferred' && failed.reason === 'ratelimited')
    return createRefusal(
      `Slack asks for a pause of ${Math.ceil(failed.afterMs / 1000)} s (ratelimited).`,
      false,
    )
  return createRefusal(`Slack does not answer at ${apiUrl} (${failed.reason}). Try again in a moment.`, false)
}

function createRefusal(sentence: string, tokenIsWrong: boolean): SlackRefusal {
  return { kind: 'refused', sentence, tokenIsWrong }
}

/** Lists alerts with a client made for one question: address and token may be others at the next. `random` in [0, 1). */
export function createListAlerts(deps: { now: Now; sleep: Sleep; random: () => number }): ListAlerts {
  return async (baseUrl, token, signal) => {
    const budget = createRequestBudget({ allowance: createRequestRateLimiter(deps.now), sleep: deps.sleep })
    const service = createMentionService({ ...deps, baseUrl, token, budget, log: { warn: () => undefined } })
    try {
      const { alerts } = await service.listAlerts({ priority: 'command', signal })
      return { kind: 'listed', alerts }
    } catch (error) {
      if (error instanceof MentionServiceError) return { kind: 'refused', error }
      throw error
    } finally {
      await service.close()
    }
  }
}
