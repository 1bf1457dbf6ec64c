import { isSafeAddress } from './address.ts'
import { readAngled } from './angled.ts'
import { emojiOf } from './emoji.ts'
import { decode } from './entities.ts'
import { type Inline, plainOf, type Stretch, type Style } from './inline.ts'

/**
 * Reads Slack's mrkdwn (https://docs.slack.dev/messaging/formatting-message-text). It makes no markup of its own, only
 * a description that is shown as text nodes and links with safe addresses; what it does not know stays as written.
 */
export function readMrkdwn(text: string): Stretch[] {
  return text.split(/```\n?([\s\S]+?)\n?```\n?/).flatMap((part, index) => {
    if (index % 2 === 1) return [{ kind: 'preformatted' as const, text: decode(part) }]
    return part === '' ? [] : readLines(part)
  })
}

/** The stretches of mrkdwn without any marks. */
export function plainStretches(text: string): string[] {
  return readMrkdwn(text).map((one) => (one.kind === 'preformatted' ? one.text : plainOf(one.children)))
}

const quoteSign = /^(?:&gt;|>) ?/

/** Lines one after the other, quoted ones and others apart. */
function readLines(text: string): Stretch[] {
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

/** An address that simply stands there: not the stop after it, and no `&lt;` or `&gt;` within. */
const bareAddress = /https?:\/\/(?:&amp;|[^\s<>|*`&])*(?:&amp;|[^\s<>|*`.,;:!?)'"_~&])/y

const rules: Rule[] = [
  [/<[^<>\n]*>/y, (match) => readAngled(match.slice(1, -1))],
  [/`[^`\n]+`/y, (match) => codeOf(match.slice(1, -1))],
  marked('*', 'bold'),
  marked('_', 'italic'),
  marked('~', 'strike'),
  [/:[a-z0-9_+-]+:/y, (match) => emojiNamed(match.slice(1, -1))],
  [bareAddress, linkTo],
]

/** Reads marks, links, mentions, dates and emoji of mrkdwn lines. */
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

function linkTo(match: string): Inline | undefined {
  const url = decode(match)
  return isSafeAddress(url) ? { kind: 'link', url, children: [{ kind: 'text', text: url }] } : undefined
}
