import type { ChannelInfo } from '../deliver/channel-list.ts'
import type { Channels } from '../deliver/channels.ts'
import type { ReadHistory } from '../deliver/history.ts'
import { outcomeOf } from '../deliver/outcome.ts'
import type { PartialSettings } from '../settings/settings-seen.ts'
import { adviceFor } from '../turn/slack-troubles.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from './finding.ts'

/** What the checks of channels ask of Slack, and of the bot's memory where a channel was renamed. */
type ChannelCalls = { channels: Pick<Channels, 'list' | 'find'>; readHistory: ReadHistory }

const unreadableHistoryCost =
  'a post in doubt is repeated there (better twice than never), and a lost bookmark begins anew'

/** Whether each channel that is named is there, has our bot in it, and lets it read its receipts. */
export function channelChecks({ configuration, usable }: PartialSettings, calls: ChannelCalls): Check[] {
  const run = async (): Promise<Finding[]> => {
    if (configuration === undefined)
      return [unknown('Which are meant is not known without the configuration.')]
    if (!usable('SLACK_BOT_TOKEN')) return [unknown('Slack cannot be asked without a bot token.')]
    const { subscriptions, digests } = configuration
    const named = [...new Set([...subscriptions, ...digests].map(({ channel }) => channel))]
    const listed = await listChannels(calls)
    const findings: Finding[] = []
    // One after the other: Slack takes fifty such calls a minute.
    for (const channel of named) findings.push(...(await checkChannel(calls, channel, listed)))
    return findings.length > 0 ? findings : [fine('None is named.')]
  }
  return [{ area: 'Channels', run }]
}

/** `silent`: Slack has not answered, which says nothing of the channels. */
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
  if (written.startsWith('D')) return checkHistory(calls, written, written)
  const advice = 'Check it in the configuration; if it is private, invite the bot there: /invite @overheard.'
  return [fault(`${written}: Slack shows no such channel.`, advice)]
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
      `${name}: the bot is not in it. It joins a public channel by itself before its first look, and not again once it was removed.`,
      adviceFor('not_in_channel'),
    ),
  ]
}

/** The bot goes on in a channel that was renamed, as long as its memory lasts. */
function renamedFindings(written: string, { id, name }: ChannelInfo): Finding[] {
  if (written === id || written.toLowerCase() === `#${name.toLowerCase()}`) return []
  return [
    warning(
      `${written}: it is called #${name} now. The bot goes on there, unless it loses its memory.`,
      `Write '#${name}' or ${id} in the configuration.`,
    ),
  ]
}

async function checkHistory(
  { readHistory: look }: ChannelCalls,
  channel: string,
  name: string,
): Promise<Finding[]> {
  const seen = await look({ channel }, () => true)
  if (seen.kind === 'seen') return [fine(`${name}: the bot is in it, and can read its receipts.`)]
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
