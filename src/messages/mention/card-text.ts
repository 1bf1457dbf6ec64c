import type { Mention } from '@overheard/mention-client/mention'
import { sentenceAsText } from '../kit/dates.ts'
import { sentimentWord, sourceName } from '../kit/labels.ts'
import { ellipsize, escapeMrkdwn, isolate, longestText } from '../kit/text.ts'
import { type CardField, factsInLine, factsOf } from './fields.ts'
import {
  addressLine,
  type CardState,
  foreign,
  named,
  reachWords,
  shortStateWords,
  type Title,
} from './mention-parts.ts'
import { say } from './say.ts'

/**
 * Desktop and mobile systems show about this many UTF-16 units of a notification. The first line of a card, with title, sentiment, source
 * and reach, fits into this length.
 */
const notificationLength = 120

/** The fields of the first line. */
const first = ['sentiment', 'source', 'reach'] as const satisfies CardField[]
const quoted = ['author', 'snippet'] as const satisfies CardField[]

/** What the blocks show below the title. */
type Shown = { fields: readonly CardField[]; alertName?: string | undefined }

/**
 * Returns text that is safe in mrkdwn, for notifications, for screen readers, and for a Slack that refuses the blocks. Its first line fits
 * a notification: `news` (if any), title, state, sentiment, source and reach. With `shown`, the text has these fields and no others.
 */
export function cardText(mention: Mention, title: Title, state: CardState, news = '', shown?: Shown): string {
  const fields = shown?.fields ?? [...first, ...quoted]
  const facts = [
    shortStateWords(state),
    mention.starred ? say.starred() : '',
    ...fields.flatMap((field) => firstLineWords(field, mention)),
  ].filter(Boolean)
  const about = facts.length === 0 ? '' : ` · ${facts.join(', ')}`
  const before = news === '' ? '' : `${news} · `
  const name = ellipsize(title.words, Math.max(20, notificationLength - before.length - about.length))
  const line = `${escapeMrkdwn(before)}${isolate(escapeMrkdwn(name))}${escapeMrkdwn(about)}`
  const whole = name === title.words ? [] : [named(title)]
  const address = addressLine(title)
  const quotation = quotationOf(mention, title, fields)
  const others = shown === undefined ? '' : otherFacts(mention, title, shown)
  const candidates = [
    [line, ...whole, quotation, others, address],
    [line, ...whole, quotation, address],
    [line, ...whole, address],
    [line, address],
    [line],
  ].map((lines) => lines.filter(Boolean).join('\n'))
  return candidates.find((text) => text.length <= longestText) ?? ellipsize(line, longestText)
}

function firstLineWords(field: CardField, mention: Mention): string[] {
  switch (field) {
    case 'sentiment':
      return [sentimentWord(mention.sentiment)]
    case 'source':
      return [isolate(sourceName(mention.source))]
    case 'reach':
      return [reachWords(mention)]
    default:
      return []
  }
}

function quotationOf({ author, snippet }: Mention, title: Title, fields: readonly CardField[]): string {
  const name = fields.includes('author') ? foreign(author.name, 80, title.address) : ''
  const words =
    fields.includes('snippet') && title.from === 'title' ? foreign(snippet, 140, title.address) : ''
  return [name, words].filter(Boolean).join(': ')
}

function otherFacts(mention: Mention, title: Title, shown: Shown): string {
  const others = shown.fields.filter((field) => ![...first, ...quoted].some((one) => one === field))
  const facts = factsOf(others, { mention, title, alertName: shown.alertName })
  return escapeMrkdwn(sentenceAsText(factsInLine(facts)))
}
