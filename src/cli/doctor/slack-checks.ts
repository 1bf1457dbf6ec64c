import { outcomeOf } from '@overheard/post-once/errors'
import type { PartialSettings } from '../../config/settings.ts'
import { features } from '../../features.ts'
import { adviceFor, problemTexts } from '../../messages/problems/problem-texts.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from '../../model/finding.ts'
import { ourCommand } from '../../model/our-command.ts'
import type { SearchReceipts } from '../../model/outbox.ts'
import type { ChannelInfo, Channels } from '../../slack/channels.ts'
import type { BotTokenResult, SlackCalls } from '../credential-checks.ts'
import { type AppManifest, manifestFile, manifestFor } from '../slack-app.ts'

/** Lists the effect of each missing permission. Without a permission that is not listed here, nothing can be posted. */
export const missingScopeCosts = new Map([
  ['groups:read', 'private channels cannot be found by name, only by id'],
  ['channels:join', 'the bot must be invited to public channels'],
  [
    'channels:history',
    'receipts in public channels cannot be read: an unconfirmed post is repeated, and a lost checkpoint starts from now',
  ],
  [
    'groups:history',
    'receipts in private channels cannot be read: an unconfirmed post is repeated, and a lost checkpoint starts from now',
  ],
  ['commands', 'commands do not work'],
  ['im:history', 'an unconfirmed reminder is sent again, and nobody can subscribe in their direct messages'],
  [
    'im:write',
    'nobody gets direct messages: the owner no problems, other people no reminders and no subscriptions of their own',
  ],
  [
    'users:read',
    'the time zones of people are not known, nobody can be called by direct message, and nobody can subscribe from Slack',
  ],
  ['metadata.message:read', 'every unconfirmed post is searched for in the history'],
  ...features.flatMap(({ slack }) => Object.entries(slack.scopes)),
])

const eventsRemark = `Slack does not tell which events the app subscribes to without an app-configuration token: \`${ourCommand('doctor')}\` with the option --app asks for one, and compares the app with ${manifestFile}.`

const shortcutRemarks = features.flatMap(({ slack }) =>
  slack.shortcuts.map(
    ({ name, cost }) =>
      `Slack does not tell which shortcuts the app has. If the menu of a message lacks “${name}”, ${cost}: in your app, App Manifest, copy features.shortcuts from ${manifestFile}, then Reinstall to Workspace.`,
  ),
)

const messagesTabRemark =
  'Slack does not tell if people can write in the messages of the app. If they cannot, nobody can subscribe there for themselves with /mentions subscribe: in your app, App Home, Messages Tab, choose “Allow users to send Slash commands and messages from the messages tab”. It needs no new installation.'

const addScopesAdvice = `In your app: OAuth & Permissions, Bot Token Scopes, add it (${manifestFile} has all), then Reinstall to Workspace.`

export function slackChecks(
  { environment, usable, configuration }: PartialSettings,
  calls: SlackCalls,
): Check[] {
  const app = manifestFor(configuration?.written ?? {})
  return [
    {
      area: 'Slack: bot token',
      run: async () =>
        usable('SLACK_BOT_TOKEN')
          ? botFindings(await calls.testBot(environment.SLACK_BOT_TOKEN), app)
          : [unknown('Not checked: SLACK_BOT_TOKEN is missing.')],
    },
    {
      area: 'Slack: connection',
      run: async () => {
        const token = environment.SLACK_APP_TOKEN
        if (token !== undefined && usable('SLACK_APP_TOKEN')) return appFindings(await calls.testApp(token))
        if (!usable('SLACK_SIGNING_SECRET')) return [unknown('Not checked: SLACK_APP_TOKEN is missing.')]
        return [
          warning(
            'HTTP mode: the doctor cannot check whether Slack reaches the bot, and whether the signing secret is correct.',
            `Set the request URLs of your app to https://…/slack/events (port ${environment.PORT}) and try /mentions.`,
          ),
        ]
      },
    },
  ]
}

function botFindings(answer: BotTokenResult, app: AppManifest): Finding[] {
  if (answer.kind === 'refused')
    return [fault(answer.sentence, tokenAdvice(answer.tokenIsWrong, 'SLACK_BOT_TOKEN'))]
  const { team, bot, scopes } = answer
  const who = fine(`Slack accepts it: @${bot} in the workspace ${team}.`)
  if (scopes === undefined) {
    return [who, warning('Slack does not list its permissions.', `Compare them with ${manifestFile}.`)]
  }
  const { bot: needed, bot_optional: optional } = app.oauth_config.scopes
  const absent = needed.filter((scope) => !scopes.includes(scope))
  const missing = absent.map((scope) => missingScopeFinding(scope, optional.includes(scope)))
  const granted = missing.length === 0 ? [fine('It has every permission.')] : missing
  return [who, ...granted, ...[eventsRemark, messagesTabRemark, ...shortcutRemarks].map(unknown)]
}

function missingScopeFinding(scope: string, isOptional: boolean): Finding {
  const cost = missingScopeCosts.get(scope)
  if (cost === undefined)
    return fault(`It lacks the permission ${scope}: nothing can be posted.`, addScopesAdvice)
  if (isOptional) return fine(`The optional permission ${scope} is not granted: ${cost}.`)
  return warning(`It lacks the permission ${scope}: ${cost}.`, addScopesAdvice)
}

function appFindings(answer: Awaited<ReturnType<SlackCalls['testApp']>>): Finding[] {
  if (answer.kind === 'accepted')
    return [fine('Socket Mode: Slack opens a connection with the app-level token.')]
  return [fault(answer.sentence, tokenAdvice(answer.tokenIsWrong, 'SLACK_APP_TOKEN'))]
}

function tokenAdvice(tokenIsWrong: boolean, name: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN'): string {
  if (!tokenIsWrong) return 'Check SLACK_API_URL and the network; a running bot keeps trying.'
  return name === 'SLACK_BOT_TOKEN'
    ? 'Replace SLACK_BOT_TOKEN (in your app: Install App).'
    : 'Replace SLACK_APP_TOKEN by a token with the scope connections:write (in your app: Basic Information).'
}

/** `channels` also finds a renamed channel by its old name, because the store keeps its id. */
type ChannelCalls = { channels: Pick<Channels, 'list' | 'find'>; readHistory: SearchReceipts }

const unreadableHistoryCost =
  'an unconfirmed post is repeated there (better twice than never), and a lost checkpoint starts from now'

export function channelChecks({ configuration, usable }: PartialSettings, calls: ChannelCalls): Check {
  const runOnce = async (): Promise<Finding[]> => {
    if (configuration === undefined) return [unknown('Not checked: the configuration cannot be read.')]
    if (!usable('SLACK_BOT_TOKEN')) return [unknown('Not checked: SLACK_BOT_TOKEN is missing.')]
    const { subscriptions, digests } = configuration
    const named = [...new Set([...subscriptions, ...digests].map(({ channel }) => channel))]
    const listed = await listChannels(calls)
    const findings: Finding[] = []
    // Check the channels one by one, because Slack allows fifty such calls a minute.
    for (const channel of named) findings.push(...(await checkChannel(calls, channel, listed)))
    return findings.length > 0 ? findings : [fine('The configuration names no channel.')]
  }
  let findings: Promise<Finding[]> | undefined
  return {
    area: 'Channels',
    run() {
      findings ??= runOnce()
      return findings
    },
  }
}

type ListedChannels = ChannelInfo[] | { refused: string } | { silent: string }

async function listChannels({ channels }: ChannelCalls): Promise<ListedChannels> {
  try {
    return await channels.list()
  } catch (error) {
    const { kind, reason } = outcomeOf(error, false)
    return kind === 'rejected' ? { refused: reason } : { silent: reason }
  }
}

async function checkChannel(
  calls: ChannelCalls,
  written: string,
  listed: ListedChannels,
): Promise<Finding[]> {
  if (!Array.isArray(listed))
    return written.startsWith('#')
      ? [notListedFinding(written, listed)]
      : checkHistory(calls, written, written)
  const meant = await calls.channels.find(written)
  const found = listed.find(({ id }) => meant.kind === 'found' && id === meant.id)
  if (found !== undefined) return checkListedChannel(calls, written, found)
  if (meant.kind === 'lost') {
    const { what, whatToDo } = problemTexts.channelLost(written, meant.id)
    return [fault(`${written}: ${what}`, whatToDo)]
  }
  if (written.startsWith('D')) return checkHistory(calls, written, written)
  const advice = 'Check its name in the configuration. If it is private, invite the bot: /invite @overheard.'
  return [fault(`${written}: Slack shows the bot no such channel.`, advice)]
}

function notListedFinding(written: string, listed: Exclude<ListedChannels, ChannelInfo[]>): Finding {
  if ('silent' in listed) return unknown(`${written}: Slack does not answer about it (${listed.silent}).`)
  return fault(`${written}: Slack does not list the channels (${listed.refused}).`, adviceFor(listed.refused))
}

async function checkListedChannel(
  calls: ChannelCalls,
  written: string,
  found: ChannelInfo,
): Promise<Finding[]> {
  const name = found.id === written ? `${written} (#${found.name})` : written
  if (found.archived) return [fault(`${name}: it is archived.`, adviceFor('is_archived'))]
  const renamed = renamedFindings(written, found)
  if (found.member) return [...renamed, ...(await checkHistory(calls, found.id, name))]
  return [
    ...renamed,
    warning(
      `${name}: the bot is not in it. It joins a public channel by itself before the initial sync, but not again after it was removed.`,
      adviceFor('not_in_channel'),
    ),
  ]
}

function renamedFindings(written: string, { id, name }: ChannelInfo): Finding[] {
  if (written === id || written.toLowerCase() === `#${name.toLowerCase()}`) return []
  return [
    warning(
      `${written}: it is now called #${name}. The bot continues there, unless its store is lost.`,
      `Write '#${name}' or ${id} in the configuration.`,
    ),
  ]
}

async function checkHistory(
  { readHistory }: ChannelCalls,
  channel: string,
  name: string,
): Promise<Finding[]> {
  const seen = await readHistory({ channel }, () => true)
  if (seen.kind === 'seen') return [fine(`${name}: the bot is in it and can read its receipts.`)]
  if (seen.kind === 'unreachable')
    return [unknown(`${name}: Slack does not answer about it (${seen.reason}).`)]
  if (seen.extent === 'channel') return [fault(`${name}: ${seen.reason}.`, adviceFor(seen.reason))]
  return [
    warning(
      `${name}: its history cannot be read (${seen.reason}): ${unreadableHistoryCost}.`,
      adviceFor(seen.reason),
    ),
  ]
}
