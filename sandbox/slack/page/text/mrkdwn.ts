import { emojiOf } from './emoji.ts'
import { decode, type Inline, isSafeAddress, latestTimestamp, plainOf, type Style } from './inline.ts'

/** A part of a text that has lines of its own. */
export type Paragraph =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'quote'; children: Inline[] }
  | { kind: 'preformatted'; text: string }

/**
 * Reads Slack's mrkdwn (https://docs.slack.dev/messaging/formatting-message-text). The result holds no markup, only a
 * description that the page shows as text nodes and links with safe addresses. What is unknown stays as it was written.
 */
export function readMrkdwn(text: string): Paragraph[] {
  return text.split(/```\n?([\s\S]+?)\n?```\n?/).flatMap((part, index) => {
    if (index % 2 === 1) return [{ kind: 'preformatted' as const, text: decode(part) }]
    return part === '' ? [] : readLines(part)
  })
}

/** The paragraphs of mrkdwn without any marks. */
export function plainParagraphs(text: string): string[] {
  return readMrkdwn(text).map((one) => (one.kind === 'preformatted' ? one.text : plainOf(one.children)))
}

const quoteSign = /^(?:&gt;|>) ?/

/** Neighbouring lines become one paragraph, quoted lines one quote. */
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

/** Undefined: the match means nothing, so its first character is plain text. */
type Rule = [pattern: RegExp, read: (match: string) => Inline | undefined]

/** A mark opens after and closes before anything that is neither letter nor digit, on one line, with no space within. */
function marked(sign: string, style: Style): Rule {
  const word = '[\\p{L}\\p{N}]'
  const inside = `(?![\\s${sign}])[^${sign}\\n]*(?<!\\s)`
  return [
    new RegExp(`(?<!${word})[${sign}]${inside}[${sign}](?!${word})`, 'uy'),
    (match) => ({ kind: 'styled', style, children: readInline(match.slice(1, -1)) }),
  ]
}

/** An address without brackets: it ends before a full stop or comma after it, and holds no `&lt;` or `&gt;`. */
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

/** Reads what stands between `<` and `>`: a mention, a date or a link. */
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
