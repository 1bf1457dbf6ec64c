export const channelLink = /(?:\bto |\bin )?<#[^>]*>/gi

export function parseNameAndChannel(rest: string): { name?: string; channel?: string } {
  const name = stripQuotes(linksToLabels(rest.replace(channelLink, ' ')))
  return { ...(name === '' ? {} : { name }), ...channelIn(rest) }
}

export function channelIn(rest: string): { channel?: string } {
  const channel = /<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/.exec(rest)?.[1]
  return channel === undefined ? {} : { channel }
}

/** Slack sends an address as `<https://…|label>` with escaped ampersands. This function returns the plain address. */
export const stripLink = (text: string) =>
  text.replace(/^<([^|>]*)(?:\|[^>]*)?>$/, (_, address: string) => address.replaceAll('&amp;', '&'))

/** Slack turns a host in a name (`acme.example`) into a link. This function restores the typed text. */
export const linksToLabels = (text: string) => text.replaceAll(/<[a-z]+:[^|>]*\|([^>]*)>/gi, '$1')

/** Restores the typed text of names and addresses that Slack has turned into links. */
export const withoutLinks = (text: string) =>
  text.replaceAll(/<([a-z]+:[^|>]*)(?:\|([^>]*))?>/gi, (_, address: string, label = address) => label)

/** Slack escapes these three characters in everything that people type. */
export const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

export const looksLikeHost = (text: string) =>
  /^(?:<?https?:\/\/|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$)/iu.test(text) && !text.includes(' ')

export function stripQuotes(text: string): string {
  const trimmed = text.trim()
  const inner = /^(["'])(.*)\1$/.exec(trimmed)?.[2]
  return (inner ?? trimmed.replace(/^"|"$/g, '')).trim()
}
