import { isDeepStrictEqual } from 'node:util'
import { parse, parseDocument, stringify } from 'yaml'
import { z } from 'zod'
import { findInsertPosition } from './place-for-item.ts'

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
