import { withoutQuotes } from '../../typed/text.ts'

/** A channel in a line, as Slack sends it. A second channel is no part of a command, so it stays in the name and is not found. */
export const channelLink = /(?:\bto |\bin )?<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/i

export function parseNameAndChannel(rest: string): { name?: string; channel?: string } {
  const name = withoutQuotes(rest.replace(channelLink, ' '))
  return { ...(name === '' ? {} : { name }), ...channelIn(rest) }
}

export function channelIn(rest: string): { channel?: string } {
  const channel = channelLink.exec(rest)?.[1]
  return channel === undefined ? {} : { channel: channel.toUpperCase() }
}

export const looksLikeHost = (text: string) =>
  /^(?:https?:\/\/|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$)/iu.test(text) && !text.includes(' ')
