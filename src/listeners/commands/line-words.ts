import { defined } from '@overheard/base/defined'
import { splitTerm } from '../../typed/term.ts'
import { withoutQuotes } from '../../typed/text.ts'

/** A channel in a line, as Slack sends it. A second channel is no part of a command, so it stays in the name and is not found. */
const channelLink = /(?:\bto |\bin )?<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/i

export function parseNameAndChannel(rest: string): { name?: string; channel?: string } {
  const name = withoutQuotes(withoutChannel(rest))
  return { ...(name === '' ? {} : { name }), ...channelIn(rest) }
}

/** Reads a name, a channel and a term at the end. The term is as it was written. `isName` knows the names that are no terms. */
export function parseNameTermAndChannel(
  rest: string,
  isName?: (text: string) => boolean,
): { name?: string; channel?: string; term?: string } {
  const { name: written, ...term } = splitTerm(withoutChannel(rest), defined({ isName }))
  const name = withoutQuotes(written) || undefined
  return { ...defined({ name }), ...channelIn(rest), ...term }
}

const withoutChannel = (rest: string) => rest.replace(channelLink, ' ').replaceAll(/ +/g, ' ')

function channelIn(rest: string): { channel?: string } {
  const channel = channelLink.exec(rest)?.[1]
  return channel === undefined ? {} : { channel: channel.toUpperCase() }
}

export const looksLikeHost = (text: string) =>
  /^(?:https?:\/\/|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$)/iu.test(text) && !text.includes(' ')
