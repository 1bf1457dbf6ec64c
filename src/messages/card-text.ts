/** A mention in plain words: what a screen reader reads, what a notification shows, what is left when Slack takes no blocks. */
import type { Mention } from '../model/mention.ts'
import { addressInText } from './address.ts'
import { short } from './numbers.ts'
import { sentimentWords } from './sentiment.ts'
import { sourceName } from './source-name.ts'
import { cut, ellipsize, escapeMrkdwn, isolate } from './text.ts'
import { type Title, titleOf } from './title.ts'

/** What Slack advises for a message's `text`, and the most that an update takes. Characters. */
export const longestText = 4000

/** "👎 Negative, Reddit, 48.2k reach: Title (Author): snippet, address". All of it inert in mrkdwn, which this text is. */
export function cardText(mention: Mention, title: Title): string {
  const where = whereWords(mention)
  const author = foreign(mention.author.name, 80)
  const snippet = title.from === 'title' ? foreign(mention.snippet, 140) : ''
  const short = `${where === '' ? '' : `${where}: `}${named(title)}`
  const withAuthor = author === '' ? short : `${short} (${author})`
  const address = addressWords(title)
  const whole = `${snippet === '' ? withAuthor : `${withAuthor}: ${snippet}`}${address}`
  return whole.length <= longestText
    ? whole
    : shortened([`${withAuthor}${address}`, `${short}${address}`, withAuthor])
}

/** One entry of a burst in plain words: "👎 Negative, 212k reach: Title (Author), address". */
export function entryText(mention: Mention): string {
  const title = titleOf(mention, 100)
  const mood = sentimentWords(mention.sentiment)
  const author = foreign(mention.author.name, 40)
  const whole = `${mood === '' ? '' : `${mood}, `}${short(mention.reach)} reach: ${named(title)}${author === '' ? '' : ` (${author})`}`
  return `${whole}${addressWords(title)}`
}

/** The first text that an update of the message would take. */
function shortened(candidates: string[]): string {
  const fitting = candidates.find((text) => text.length <= longestText)
  return fitting ?? ellipsize(candidates.at(-1) ?? '', longestText)
}

function whereWords({ sentiment, source, reach }: Mention): string {
  const reached = `${short(reach)} reach`
  return [sentimentWords(sentiment), escapeMrkdwn(sourceName(source)), reached]
    .filter((word) => word !== '')
    .join(', ')
}

function named(title: Title): string {
  return isolate(escapeMrkdwn(title.words))
}

function foreign(text: string, max: number): string {
  return isolate(escapeMrkdwn(cut(text, max)))
}

function addressWords({ address, raw }: Title): string {
  if (address !== undefined) return `, ${addressInText(address)}`
  return raw === '' ? '' : `, ${isolate(escapeMrkdwn(raw))}`
}
