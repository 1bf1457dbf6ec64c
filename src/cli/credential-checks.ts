import { systemClocks } from '@overheard/base/clock'
import type { Dispatcher, ProxySettings } from '@overheard/base/http'
import type { Time } from '@overheard/base/time'
import type { Now, Sleep } from '@overheard/mention-client'
import { connectMentionService } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { sdkLogger, slackClient } from '@overheard/post-once/client'
import { outcomeOf } from '@overheard/post-once/errors'
import { z } from 'zod'
import { type ChannelInfo, createChannels } from '../slack/channels.ts'
import { listMembers } from '../slack/users.ts'

export type BotTokenResult =
  | {
      kind: 'accepted'
      team: string
      bot: string
      scopes: string[] | undefined
    }
  | SlackRefusal

export type SlackCalls = {
  testBot(token: string): Promise<BotTokenResult>
  testApp(token: string): Promise<{ kind: 'accepted' } | SlackRefusal>
  /** Lists the channels that the bot can see, without archived ones: first the channels that the bot is in, then by name. */
  channels(token: string): Promise<{ kind: 'listed'; channels: ChannelInfo[] } | SlackRefusal>
  /** Lists the full members of the workspace by name: no apps, no guests, no deactivated accounts. */
  people(token: string): Promise<{ kind: 'listed'; people: { id: string; name: string }[] } | SlackRefusal>
  join(token: string, channel: string): Promise<{ kind: 'joined' } | SlackRefusal>
  /** The app of a bot token. */
  appOf(token: string): Promise<{ kind: 'found'; id: string } | SlackRefusal>
  /** These take an app-configuration token. Secrets in Slack's answers are dropped. */
  createApp(token: string, manifest: object): Promise<{ kind: 'created'; id: string } | SlackRefusal>
  exportApp(token: string, id: string): Promise<{ kind: 'exported'; manifest: unknown } | SlackRefusal>
  updateApp(
    token: string,
    id: string,
    manifest: object,
  ): Promise<{ kind: 'updated'; needsInstallation: boolean } | SlackRefusal>
}

/** The timeout of each call, in ms. It is short, because a person waits at the terminal. */
const slackTimeoutMs = 10_000

export function createSlackCalls(apiUrl: string, now: () => Time, dispatcher: Dispatcher): SlackCalls {
  const nothing = () => undefined
  const logger = sdkLogger({ warn: nothing, error: nothing })
  const clientFor = (token: string) => slackClient({ apiUrl, token, logger, dispatcher }, slackTimeoutMs)
  const refused = (error: unknown) => toSlackRefusal(error, apiUrl)
  const configRefused = (error: unknown) => toSlackRefusal(error, apiUrl, configErrors)
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
      createChannels(clientFor(token), { ...systemClocks, now })
        .list()
        .then((channels) => ({ kind: 'listed', channels: sortChannels(channels) }), refused),
    people: (token) => listMembers(clientFor(token)).then((people) => ({ kind: 'listed', people }), refused),
    join: (token, channel) =>
      clientFor(token)
        .conversations.join({ channel })
        .then(() => ({ kind: 'joined' }), refused),
    appOf: async (token) => {
      const client = clientFor(token)
      try {
        const { bot_id: bot } = await client.auth.test()
        const { bot: found } = await client.bots.info(bot === undefined ? {} : { bot })
        const id = found?.app_id
        return id === undefined
          ? createRefusal('Slack does not say which app this is.', false)
          : { kind: 'found', id }
      } catch (error) {
        return refused(error)
      }
    },
    createApp: (token, manifest) =>
      clientFor(token)
        .apiCall('apps.manifest.create', { manifest: JSON.stringify(manifest) })
        .then((answer) => {
          const { app_id: id } = createdSchema.parse(answer)
          return { kind: 'created' as const, id }
        })
        .catch(configRefused),
    exportApp: (token, id) =>
      clientFor(token)
        .apiCall('apps.manifest.export', { app_id: id })
        .then((answer) => ({ kind: 'exported' as const, manifest: exportedSchema.parse(answer).manifest }))
        .catch(configRefused),
    updateApp: (token, id, manifest) =>
      clientFor(token)
        .apiCall('apps.manifest.update', { app_id: id, manifest: JSON.stringify(manifest) })
        .then((answer) => ({
          kind: 'updated' as const,
          needsInstallation: updatedSchema.parse(answer).permissions_updated,
        }))
        .catch(configRefused),
  }
}

const createdSchema = z.object({ app_id: z.string().regex(/^A[A-Z0-9]+$/) })
const exportedSchema = z.object({ manifest: z.looseObject({}) })
const updatedSchema = z.object({ permissions_updated: z.boolean().default(false) })

function sortChannels(channels: ChannelInfo[]): ChannelInfo[] {
  return channels
    .filter(({ archived }) => !archived)
    .sort((a, b) => Number(b.member) - Number(a.member) || a.name.localeCompare(b.name))
}

type SlackRefusal = {
  kind: 'refused'
  sentence: string
  tokenIsWrong: boolean
}

/**
 * Explains Slack's error codes to a person who enters a token (source of the codes: documentation of `auth.test` and
 * `apps.connections.open`).
 */
const tokenErrors: Readonly<Record<string, string>> = {
  invalid_auth: 'Slack does not know this token: it may be cut off, or a new one has replaced it.',
  not_authed: 'Slack does not know this token: it may be cut off.',
  token_revoked: 'This token was revoked: install the app again (Install App) and take the new one.',
  account_inactive:
    'The app was removed from the workspace: install it again (Install App) and take the new token.',
  token_expired: 'This token has expired: switch token rotation off and install the app again.',
  not_allowed_token_type: 'This is another kind of token than the one that is needed here.',
  missing_scope: 'This token lacks a permission that is needed here.',
}

/** The same for app-configuration tokens (documentation of `apps.manifest.create`). */
const configErrors: typeof tokenErrors = {
  invalid_auth: 'Slack does not know this token: it may be cut off.',
  not_authed: 'Slack does not know this token: it may be cut off.',
  token_expired: 'This token has expired, as they all do after 12 hours: generate another one.',
  token_revoked: 'This token was revoked: generate another one.',
  not_allowed_token_type: 'This is another kind of token than the one that is needed here.',
}

function toSlackRefusal(error: unknown, apiUrl: string, texts = tokenErrors): SlackRefusal {
  const failed = outcomeOf(error, false)
  const known = texts[failed.reason]
  if (known !== undefined) return createRefusal(`${known} (${failed.reason})`, true)
  if (failed.kind === 'rejected') return createRefusal(`Slack refuses this (${failed.reason}).`, false)
  if (failed.kind === 'deferred' && failed.reason === 'ratelimited')
    return createRefusal(
      `Slack asks for a pause of ${Math.ceil(failed.afterMs / 1000)} s (ratelimited).`,
      false,
    )
  const advice =
    failed.kind === 'deferred'
      ? 'No connection was made: check the network. If this machine reaches the web through a proxy, set HTTPS_PROXY in .env, and start again.'
      : 'Try again in a moment.'
  return createRefusal(`Slack does not answer at ${apiUrl} (${failed.reason}). ${advice}`, false)
}

function createRefusal(sentence: string, tokenIsWrong: boolean): SlackRefusal {
  return { kind: 'refused', sentence, tokenIsWrong }
}

export type ListAlertsResult =
  | { kind: 'listed'; alerts: Alert[] }
  | { kind: 'refused'; error: MentionServiceError }

/** Lists the alerts of the mention service at an address with a token. Rejects only if the signal is aborted. */
export type ListAlerts = (url: string, token: string, signal: AbortSignal) => Promise<ListAlertsResult>

export function createListAlerts(deps: { now: Now; sleep: Sleep; proxy?: ProxySettings }): ListAlerts {
  return async (baseUrl, token, signal) => {
    const { service } = connectMentionService({
      ...systemClocks,
      ...deps,
      baseUrl,
      token,
      log: { warn: () => undefined },
    })
    try {
      return { kind: 'listed', alerts: await service.listAlerts({ priority: 'command', signal }) }
    } catch (error) {
      if (error instanceof MentionServiceError) return { kind: 'refused', error }
      throw error
    } finally {
      await service.close()
    }
  }
}
