/** A mark on a piece of text. */
export type Style = 'bold' | 'italic' | 'strike' | 'underline' | 'code'

/** What stands in a line of text. Both mrkdwn and rich text are read into it. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'styled'; style: Style; children: Inline[] }
  /** `url` is safe to follow; `children` are what is shown. */
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'emoji'; name: string }
  | { kind: 'user'; id: string; label?: string }
  | { kind: 'channel'; id: string; label?: string }
  /** A mention of many people, such as `here` or a group. */
  | { kind: 'broadcast'; name: string }
  /** `timestamp` in seconds since 1970, `format` with Slack's tokens, such as `{date_short} at {time}`. */
  | { kind: 'date'; timestamp: number; format: string; fallback: string; url?: string }

/** The greatest timestamp that a JavaScript date can hold, in seconds since 1970. */
export const latestTimestamp = 8_640_000_000_000

/** The text without any marks. An emoji is its shortcode, a date its fallback. */
export function plainOf(inlines: Inline[]): string {
  return inlines.map(plainOfOne).join('')
}

function plainOfOne(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'styled':
    case 'link':
      return plainOf(inline.children)
    case 'emoji':
      return `:${inline.name}:`
    case 'user':
      return `@${inline.label ?? inline.id}`
    case 'channel':
      return `#${inline.label ?? inline.id}`
    case 'broadcast':
      return `@${inline.name}`
    case 'date':
      return inline.fallback
  }
}

/** Whether a link may lead there: to the web or to a mail, never to a script or a file. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol)
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Undoes Slack's three escapes, once. */
export function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity)
}

/** Escapes typed text as Slack's own client does before it sends. */
export function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
