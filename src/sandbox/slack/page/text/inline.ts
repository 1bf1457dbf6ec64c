/** Marks that a stretch of text can carry. */
export type Style = 'bold' | 'italic' | 'strike' | 'underline' | 'code'

/** What stands in a line of text, whether it came as mrkdwn or as rich text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'styled'; style: Style; children: Inline[] }
  /** `url` is safe to follow; `children` are what is shown. */
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'emoji'; name: string }
  | { kind: 'user'; id: string; label?: string }
  | { kind: 'channel'; id: string; label?: string }
  /** A mention of many, such as `here` or a group. */
  | { kind: 'broadcast'; name: string }
  /** `timestamp` in seconds since 1970, `format` with Slack's tokens, such as `{date_short} at {time}`. */
  | { kind: 'date'; timestamp: number; format: string; fallback: string; url?: string }

/** A stretch of text that stands on lines of its own. */
export type Stretch =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'quote'; children: Inline[] }
  | { kind: 'preformatted'; text: string }

/** The text of inlines without any marks. An emoji is its shortcode, a date its fallback. */
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
