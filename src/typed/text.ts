import { otherQuotes, plainQuote } from '@overheard/base/name'
import { clean } from '../messages/kit/text.ts'

// All text that people type enters here, exactly once. Text from our own buttons does not, because Slack did not escape it.

const escapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Undoes the escapes of Slack, each once: `&amp;lt;` becomes `&lt;`. */
export const unescaped = (text: string) => text.replaceAll(/&(?:amp|lt|gt);/g, (one) => escapes[one] ?? one)

/**
 * Returns a command line as the person typed it: without Slack's escapes and links, and with plain quotes and blanks. People, groups and
 * channels stay as Slack sends them (`<@U…>`, `<!subteam^…>`, `<#C…|name>`).
 */
export const typedLine = (sent: string) => plainLine(typedText(sent))

/** Slack escapes what people type, so a real `<` begins something that Slack itself wrote. */
const typedText = (sent: string) =>
  sent
    .split(/(<[^<>]*>)/)
    .map((part, at) => (at % 2 === 0 ? unescaped(part) : withoutMarkup(part)))
    .join('')

/** Returns what a person typed where Slack wrote `<address|label>`. References to people and channels stay. */
function withoutMarkup(markup: string): string {
  const [, inner = '', label] = /^<([^|>]*)(?:\|([^>]*))?>$/.exec(markup) ?? []
  if (/^!(?:channel|here|everyone)$/.test(inner)) return `@${inner.slice(1)}`
  if (!/^[a-z][a-z0-9+.-]*:/i.test(inner)) return markup
  const address = unescaped(inner)
  const shown = unescaped(label ?? '')
  if (/^(?:mailto|tel):/i.test(address)) return shown || address.replace(/^[a-z]+:/i, '')
  return isShortForm(shown, address) ? shown : address
}

/** Slack turns `acme.example` into a link to `http://acme.example`. Another label hides the address, which then counts. */
const isShortForm = (label: string, address: string) => label !== '' && bare(label) === bare(address)

const bare = (address: string) =>
  address
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase()

/** Takes the quotes away from a name that stands in them. A quote that is never closed is taken away, too. */
export function withoutQuotes(text: string): string {
  const trimmed = text.trim()
  const inner = /^(["'])(.*)\1$/s.exec(trimmed)?.[2]
  return (inner ?? trimmed.replace(/^"|"$/g, '')).trim()
}

/** Characters without a shape. Joiners stay beside scripts and emoji that need them. */
const shapeless =
  /[\u200e\u200f\u061c]|(?<=^|[\p{Script=Latin}\p{Nd}\p{P}\s])[\u200c\u200d]+|[\u200c\u200d]+(?=[\p{Script=Latin}\p{Nd}\p{P}\s]|$)/gu

/** Returns a line with plain quotes, single blanks, and without characters that nobody sees. */
export const plainLine = (text: string) =>
  clean(text.replaceAll(shapeless, '').replaceAll(otherQuotes, plainQuote)).trim()
