import { emojiOf } from './emoji.ts'

export type Style = 'bold' | 'italic' | 'strike' | 'underline' | 'code'

/** A part of a line. Both mrkdwn and rich text are parsed into it. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'styled'; style: Style; children: Inline[] }
  /** `url` is safe to open. `children` are shown. */
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'emoji'; name: string }
  | { kind: 'user'; id: string; label?: string }
  | { kind: 'channel'; id: string; label?: string }
  /** A mention of many people, such as `here` or a group. */
  | { kind: 'broadcast'; name: string }
  /** `timestamp` is in seconds since 1970; `format` has Slack's tokens, such as `{date_short} at {time}`. */
  | { kind: 'date'; timestamp: number; format: string; fallback: string; url?: string }

/** The greatest timestamp of a JavaScript date, in seconds since 1970. */
export const latestTimestamp = 8_640_000_000_000

/** The text without formatting. An emoji becomes its shortcode, a date its fallback. */
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

/** True for web and mail addresses, false for scripts, files and others. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol)
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Decodes Slack's three escapes, once. */
function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity)
}

/** Escapes typed text as Slack's own client does before sending. */
export function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A part of a text with its own lines. */
export type Paragraph =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'quote'; children: Inline[] }
  | { kind: 'preformatted'; text: string }

/**
 * Parses Slack's mrkdwn (https://docs.slack.dev/messaging/formatting-message-text). The result contains no markup:
 * the page shows it as text nodes and as links with safe addresses. Unknown syntax stays as text.
 */
export function readMrkdwn(text: string): Paragraph[] {
  return text.split(/```\n?([\s\S]+?)\n?```\n?/).flatMap((part, index) => {
    if (index % 2 === 1) return [{ kind: 'preformatted' as const, text: decode(part) }]
    return part === '' ? [] : readLines(part)
  })
}

/** The paragraphs of mrkdwn without formatting. */
export function plainParagraphs(text: string): string[] {
  return readMrkdwn(text).map((one) => (one.kind === 'preformatted' ? one.text : plainOf(one.children)))
}

const quoteSign = /^(?:&gt;|>) ?/

/** Joins neighbouring lines into one paragraph, quoted lines into one quote. */
function readLines(text: string): Paragraph[] {
  const groups: { isQuote: boolean; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const isQuote = quoteSign.test(line)
    const last = groups.at(-1)
    if (last?.isQuote === isQuote) last.lines.push(line)
    else groups.push({ isQuote, lines: [line] })
  }
  return groups.map(({ isQuote, lines }) => ({
    kind: isQuote ? 'quote' : 'paragraph',
    children: readInline(lines.map((line) => (isQuote ? line.replace(quoteSign, '') : line)).join('\n')),
  }))
}

/** If `read` returns undefined, the match means nothing and its first character is plain text. */
type Rule = [pattern: RegExp, read: (match: string) => Inline | undefined]

/**
 * A formatting sign opens after, and closes before, a character that is neither letter nor digit. Both are on one
 * line, with no space just inside.
 */
function marked(sign: string, style: Style): Rule {
  const word = '[\\p{L}\\p{N}]'
  const inside = `(?![\\s${sign}])[^${sign}\\n]*(?<!\\s)`
  return [
    new RegExp(`(?<!${word})[${sign}]${inside}[${sign}](?!${word})`, 'uy'),
    (match) => ({ kind: 'styled', style, children: readInline(match.slice(1, -1)) }),
  ]
}

/** An address without brackets. It ends before a trailing full stop or comma, and contains no `&lt;` or `&gt;`. */
const bareAddress = /https?:\/\/(?:&amp;|[^\s<>|*`&])*(?:&amp;|[^\s<>|*`.,;:!?)'"_~&])/y

const rules: Rule[] = [
  [/<[^<>\n]*>/y, (match) => readAngled(match.slice(1, -1))],
  [/`[^`\n]+`/y, (match) => codeOf(match.slice(1, -1))],
  marked('*', 'bold'),
  marked('_', 'italic'),
  marked('~', 'strike'),
  [/:[a-z0-9_+-]+:/y, (match) => emojiNamed(match.slice(1, -1))],
  [bareAddress, (match) => linkTo(decode(match))],
]

function readInline(text: string): Inline[] {
  const found: Inline[] = []
  let plainFrom = 0
  let at = 0
  const takePlain = () => {
    if (plainFrom < at) found.push({ kind: 'text', text: decode(text.slice(plainFrom, at)) })
  }
  while (at < text.length) {
    const hit = readAt(text, at)
    if (!hit) {
      at += 1
      continue
    }
    takePlain()
    found.push(hit.inline)
    at += hit.length
    plainFrom = at
  }
  takePlain()
  return found
}

function readAt(text: string, at: number): { inline: Inline; length: number } | undefined {
  for (const [pattern, read] of rules) {
    pattern.lastIndex = at
    const [match] = pattern.exec(text) ?? []
    const inline = match === undefined ? undefined : read(match)
    if (match !== undefined && inline) return { inline, length: match.length }
  }
  return undefined
}

function codeOf(text: string): Inline {
  return { kind: 'styled', style: 'code', children: [{ kind: 'text', text: decode(text) }] }
}

function emojiNamed(name: string): Inline | undefined {
  return emojiOf(name) === undefined ? undefined : { kind: 'emoji', name }
}

function linkTo(url: string, label = url): Inline | undefined {
  return isSafeAddress(url) ? { kind: 'link', url, children: [{ kind: 'text', text: label }] } : undefined
}

/** Parses the text between `<` and `>`: a mention, a date or a link. */
function readAngled(inside: string): Inline | undefined {
  const [target = '', ...rest] = inside.split('|')
  const label = rest.length > 0 ? decode(rest.join('|')) : undefined
  const named = label === undefined || label === '' ? {} : { label }
  const [, sign, id = ''] = /^([@#])([A-Z0-9]+)$/.exec(target) ?? []
  if (sign === '@') return { kind: 'user', id, ...named }
  if (sign === '#') return { kind: 'channel', id, ...named }
  if (target.startsWith('!')) return readSpecial(target.slice(1), label)
  return linkTo(decode(target), label || undefined)
}

function readSpecial(command: string, label: string | undefined): Inline | undefined {
  if (command.startsWith('date^')) return readDate(command, label)
  if (/^(here|channel|everyone)$/.test(command)) return { kind: 'broadcast', name: command }
  if (/^subteam\^\w+$/.test(command))
    return { kind: 'broadcast', name: (label ?? command.slice(8)).replace(/^@/, '') }
  return undefined
}

function readDate(command: string, fallback: string | undefined): Inline | undefined {
  const [, seconds = '', format = '', address = ''] = command.split('^')
  const timestamp = Number(seconds)
  if (!/^\d+$/.test(seconds) || timestamp > latestTimestamp || format === '') return undefined
  const url = decode(address)
  return {
    kind: 'date',
    timestamp,
    format: decode(format),
    fallback: fallback ?? seconds,
    ...(isSafeAddress(url) && { url }),
  }
}
