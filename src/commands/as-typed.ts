/** What people typed, as it was before a client and Slack made something of it. */

/** Clients send curly quotes where people typed straight ones. */
export function normalizeLine(line: string): string {
  return line
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Slack writes addresses as `<https://…|label>`, with their ampersands escaped. */
export const stripLink = (text: string) =>
  text.replace(/^<([^|>]*)(?:\|[^>]*)?>$/, (_, address: string) => address.replaceAll('&amp;', '&'))

/** A name that holds a host (`acme.example`) comes with that made a link: as it was typed. */
export const linksToLabels = (text: string) => text.replaceAll(/<[a-z]+:[^|>]*\|([^>]*)>/gi, '$1')

/** Whether it is an address, or a host as people write one. */
export const looksLikeHost = (text: string) =>
  /^(?:<?https?:\/\/|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$)/iu.test(text) && !text.includes(' ')

/** A name without the quotes around it, or the one that was left open. */
export function stripQuotes(text: string): string {
  const trimmed = text.trim()
  const inner = /^(["'])(.*)\1$/.exec(trimmed)?.[2]
  return (inner ?? trimmed.replace(/^"|"$/g, '')).trim()
}
