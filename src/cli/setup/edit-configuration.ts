import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parse,
  parseDocument,
  stringify,
  type YAMLSeq,
} from 'yaml'
import { z } from 'zod'

/** What the setup knows of a subscription; everything else has a default. `channel` is an id, `channelName` is for people. */
export type NewSubscription = { name: string; alert: string; channel: string; channelName: string }

/** What came of adding: `by-hand` where the file is written in a way that has no sure place for it. `lines` are what to add. */
type AddResult = { kind: 'added'; text: string } | { kind: 'by-hand'; lines: string }

/**
 * Adds a subscription to the text of a configuration file, after those that are there. The parsed document tells the place; the
 * rest of the text stays as it is, to the byte: comments, order, quotes and alignment (written anew, a document loses the last).
 */
export function addSubscription(text: string, subscription: NewSubscription): AddResult {
  const edited = insertSubscription(text, subscription)
  if (isOnlyAddition(edited, text, subscription)) return { kind: 'added', text: edited }
  return { kind: 'by-hand', lines: `subscriptions:\n${formatItem(subscription, '  ')}` }
}

function insertSubscription(text: string, subscription: NewSubscription): string {
  const place = findInsertPosition(parseDocument(text), text, 'subscriptions')
  if (place.kind === 'in-flow-list')
    return `${text.slice(0, place.at)}, ${JSON.stringify(writtenFields(subscription))}${text.slice(place.at)}`
  if (place.kind === 'in-list') return insertLines(text, place.at, formatItem(subscription, place.indent))
  if (place.kind === 'in-place-of') {
    const emptied = text.slice(0, place.start) + text.slice(place.end)
    return insertLines(emptied, place.at, formatItem(subscription, '  '))
  }
  return insertLines(text, text.length, `subscriptions:\n${formatItem(subscription, '  ')}`)
}

/** Puts whole lines below the line that `at` is in. */
function insertLines(text: string, at: number, lines: string): string {
  const lineEnd = text.indexOf('\n', at)
  const cut = lineEnd === -1 ? text.length : lineEnd + 1
  const before = text.slice(0, cut)
  const joint = before === '' || before.endsWith('\n') ? '' : '\n'
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return before + (joint + lines).replaceAll('\n', eol) + text.slice(cut)
}

const writtenFields = ({ name, alert, channel }: NewSubscription) => ({ name, alert, channel })

function formatItem(subscription: NewSubscription, indent: string): string {
  const written = Object.entries(writtenFields(subscription)).map(
    // Only the line break at its end is not the value's own: a name may end in a blank that YAML takes for a letter.
    ([field, value]) => `${field}: ${stringify(value, { lineWidth: 0, blockQuote: false }).slice(0, -1)}`,
  )
  return `${indent}- ${written.join(`\n${indent}  `)} # #${subscription.channelName}\n`
}

const fileSchema = z.looseObject({ subscriptions: z.array(z.unknown()).nullish() }).nullable()

/** Whether the edited text says what the text said, and the subscription, and nothing else. */
function isOnlyAddition(edited: string, text: string, subscription: NewSubscription): boolean {
  try {
    const before = fileSchema.parse(parse(text, { intAsBigInt: true }))
    const subscriptions = [...(before?.subscriptions ?? []), writtenFields(subscription)]
    return isDeepStrictEqual(parse(edited, { intAsBigInt: true }), { ...before, subscriptions })
  } catch {
    return false
  }
}

/** Where one more item of a list goes; positions are offsets into the text. */
type InsertPosition =
  /** Below the line that `at` is in, its dash after `indent`. */
  | { kind: 'in-list'; at: number; indent: string }
  /** At `at`, after a comma: a list in brackets. */
  | { kind: 'in-flow-list'; at: number }
  /** Below the line that `at` is in, once what stands from `start` to `end` (`[]`, `null`, nothing) is taken out. */
  | { kind: 'in-place-of'; at: number; start: number; end: number }
  /** There is no such key yet. */
  | { kind: 'no-list' }

/** The place for one more item at the end of a top-level list of a YAML document. */
function findInsertPosition({ contents }: Document, text: string, list: string): InsertPosition {
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === list)
    : undefined
  if (!pair || !isScalar(pair.key)) return { kind: 'no-list' }
  const { key, value } = pair
  if (isSeq(value) && value.items.length > 0) return afterLast(value, text)
  const [start, end] = isNode(value) ? spanOf(value) : [0, 0]
  return { kind: 'in-place-of', at: spanOf(key)[1], start, end }
}

function afterLast(list: YAMLSeq, text: string): InsertPosition {
  if (list.flow) return { kind: 'in-flow-list', at: endOf(list.items.at(-1)) }
  const [start] = spanOf(list)
  const indent = text.slice(text.lastIndexOf('\n', start) + 1, start)
  // A block scalar ends only after its line break.
  const end = text.slice(0, endOf(list)).trimEnd().length
  return { kind: 'in-list', at: afterComments(text, end, indent.length), indent }
}

/** The end of the last thing within block lists and maps: what follows there is a comment, which they would count as theirs. */
function endOf(node: unknown): number {
  if (isPair(node)) return isNode(node.value) ? endOf(node.value) : endOf(node.key)
  if (isCollection(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1))
  return isNode(node) ? spanOf(node)[1] : 0
}

/** Comments that follow at once and are indented like the item's own lines belong to it, such as options that are switched off. */
function afterComments(text: string, end: number, indent: number): number {
  const lineEnd = text.indexOf('\n', end)
  const [comment] = lineEnd === -1 ? [] : (/^[ \t]*#.*/.exec(text.slice(lineEnd + 1)) ?? [])
  if (comment === undefined || comment.indexOf('#') <= indent) return end
  return afterComments(text, lineEnd + 1 + comment.length, indent)
}

function spanOf({ range }: Node): [start: number, end: number] {
  const [start, end] = range ?? [0, 0]
  return [start, end]
}
