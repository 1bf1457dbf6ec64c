import { isDeepStrictEqual } from 'node:util'
import type { WrittenAlert } from '@overheard/mention-client/id'
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
import { dedupeOfNew } from '../../model/subscription.ts'

export type NewSubscription = {
  name: string
  alert: WrittenAlert
  channel: string
  channelName: string
}

export type AddResult = { kind: 'added'; text: string } | { kind: 'by-hand'; lines: string }

/**
 * Adds a subscription to the text of a configuration file, after the existing ones. Every other byte stays the same (comments, order,
 * quotes, alignment). The parsed document gives only the position, because writing it would lose the alignment.
 */
export function addSubscription(text: string, subscription: NewSubscription): AddResult {
  const edited = insertSubscription(text, subscription)
  if (isOnlyAddition(edited, text, subscription)) return { kind: 'added', text: edited }
  return { kind: 'by-hand', lines: `subscriptions:\n${formatItem(subscription, '  ')}` }
}

/** Adds keys at the end of the text of a configuration file that has none of them. Every other byte stays the same. */
export function addKeys(text: string, keys: object, remark = ''): AddResult {
  const written = stringify(keys, { lineWidth: 0, blockQuote: false })
  const lines = remark === '' ? written : written.replace(/\n$/, ` # ${remark.replaceAll(/\s+/g, ' ')}\n`)
  const edited = insertLines(text, text.length, lines)
  try {
    const before = z
      .looseObject({})
      .nullable()
      .parse(parse(text, { intAsBigInt: true }))
    const isAdded = isDeepStrictEqual(parse(edited, { intAsBigInt: true }), { ...before, ...keys })
    if (isAdded) return { kind: 'added', text: edited }
  } catch {
    // For example because a key is there already.
  }
  return { kind: 'by-hand', lines }
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

function insertLines(text: string, at: number, lines: string): string {
  const lineEnd = text.indexOf('\n', at)
  const cut = lineEnd === -1 ? text.length : lineEnd + 1
  const before = text.slice(0, cut)
  const joint = before === '' || before.endsWith('\n') ? '' : '\n'
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return before + (joint + lines).replaceAll('\n', eol) + text.slice(cut)
}

const writtenFields = ({ name, alert, channel }: NewSubscription) => ({
  name,
  alert,
  ...dedupeOfNew,
  channel,
})

function formatItem(subscription: NewSubscription, indent: string): string {
  const written = Object.entries(writtenFields(subscription)).map(
    // Remove only the line break at the end: a name may end in a character that looks like a blank, and YAML keeps it.
    ([field, value]) => `${field}: ${stringify(value, { lineWidth: 0, blockQuote: false }).slice(0, -1)}`,
  )
  return `${indent}- ${written.join(`\n${indent}  `)} # #${subscription.channelName}\n`
}

const fileSchema = z.looseObject({ subscriptions: z.array(z.unknown()).nullish() }).nullable()

function isOnlyAddition(edited: string, text: string, subscription: NewSubscription): boolean {
  try {
    const before = fileSchema.parse(parse(text, { intAsBigInt: true }))
    const subscriptions = [...(before?.subscriptions ?? []), writtenFields(subscription)]
    return isDeepStrictEqual(parse(edited, { intAsBigInt: true }), { ...before, subscriptions })
  } catch {
    return false
  }
}

type InsertPosition =
  /** The subscription is inserted below the line that contains `at`, with the dash after `indent`. */
  | { kind: 'in-list'; at: number; indent: string }
  | { kind: 'in-flow-list'; at: number }
  /**
   * The text from `start` to `end` (`[]`, `null` or nothing) is removed. Then the subscription is inserted below the line that contains
   * `at`.
   */
  | { kind: 'in-place-of'; at: number; start: number; end: number }
  | { kind: 'no-list' }

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

/** Returns the end of the last value within block lists and maps. The parser would also count a comment behind it. */
function endOf(node: unknown): number {
  if (isPair(node)) return isNode(node.value) ? endOf(node.value) : endOf(node.key)
  if (isCollection(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1))
  return isNode(node) ? spanOf(node)[1] : 0
}

/**
 * Returns the end of the comments that directly follow an item and have the indentation of its lines, because they belong to the item (such
 * as options that are switched off).
 */
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
