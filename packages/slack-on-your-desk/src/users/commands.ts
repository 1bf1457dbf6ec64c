import { findChannel } from '../channels.ts'
import type { Deliver } from '../delivery.ts'
import type { Ack, Channel, Person } from '../events.ts'
import { verificationToken } from '../events-api.ts'
import { isEmptyRecord } from '../json.ts'
import { issueTrigger } from '../open-views.ts'
import { issueResponseUrl, respond } from '../response-urls.ts'
import { type Context, teamOf } from '../state.ts'
import { channelOf, payloadName, personOf, postAsSlackbot } from './lookup.ts'
import { runShortcut } from './shortcuts.ts'

/** The app's reaction, or Slack's own refusal of an unknown command. */
export type CommandOutcome = Ack | { kind: 'unknownCommand' }

/** Slack's error codes if the app does not acknowledge within three seconds, or cannot be reached. */
const errorOf = { timeout: 'operation_timeout', undeliverable: 'dispatch_failed' } as const

/** Sends a slash command, such as `/mentions-stats 7d`, as a user in a channel. */
export async function runCommand(
  context: Context,
  deliver: Deliver,
  request: { user: string; channel: string; line: string },
): Promise<CommandOutcome> {
  const person = personOf(context, request.user)
  const channel = channelOf(context, request.channel)
  const [, command = '', text = ''] = /^(\S+)\s*([\s\S]*)$/.exec(request.line.trim()) ?? []
  const { commands } = context.seed
  const shortcut = commands.find((one) => one.command === request.line.trim())?.shortcut
  if (shortcut !== undefined) return runShortcut(context, deliver, { user: person.id, callbackId: shortcut })
  if (commands.length > 0 && !commands.some((one) => one.command === command)) {
    postAsSlackbot(context, person.id, channel.id, `${command} is not a valid command.`)
    return { kind: 'unknownCommand' }
  }
  const written = withEntities(text)
  const isEscaped = commands.find((one) => one.command === command)?.escapes === true
  const sent = isEscaped ? escaped(context, written) : written
  const ack = await deliver('slash_commands', payloadOf(context, { person, channel, command, text: sent }))
  show(context, { person, channel, command }, ack)
  return ack
}

/** Writes what a person typed as entities. What Slack itself writes in angle brackets for a person, a group, a channel or a link stays. */
const withEntities = (text: string) =>
  text
    .split(/(<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>]*>)/i)
    .map((part, at) => (at % 2 === 0 ? entitiesOf(part) : part))
    .join('')

const entitiesOf = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Escapes channels and addresses as Slack does if the manifest sets `should_escape`. An unknown `#name` stays unchanged. */
function escaped(context: Context, text: string): string {
  return text
    .replaceAll(/(?<!<)https?:\/\/(?:(?!&[lg]t;)[^\s"<>|])+/g, (address) => `<${address}>`)
    .replaceAll(/(?<=^|\s)#([\p{L}\p{N}_-]+)/gu, (written, name: string) => {
      const channel = findChannel(context, written)
      return channel === undefined ? written : `<#${channel.id}|${name}>`
    })
}

type Typed = { person: Person; channel: Channel; command: string }

function payloadOf(context: Context, { person, channel, command, text }: Typed & { text: string }) {
  const { team, bot } = context.seed
  return {
    token: verificationToken,
    team_id: teamOf(context, person),
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: payloadName(channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text: text.trim(),
    api_app_id: bot.appId,
    is_enterprise_install: 'false',
    response_url: issueResponseUrl(context, { user: person.id, channel: channel.id }),
    trigger_id: issueTrigger(context, person.id),
  }
}

function show(context: Context, { person, channel, command }: Typed, ack: Ack): void {
  if (ack.kind !== 'acknowledged') {
    const text = `${command} failed with the error "${errorOf[ack.kind]}"`
    postAsSlackbot(context, person.id, channel.id, text)
    return
  }
  if (isEmptyRecord(ack.payload)) return
  const place = { user: person.id, channel: channel.id, issuedAt: context.clock.now(), uses: 0 }
  const answer = respond(context, place, ack.payload, { dropMetadata: false, lagMs: 0 })
  if (!answer.ok) context.log(`The acknowledgement of ${command} cannot be shown: ${answer.error}`)
}
