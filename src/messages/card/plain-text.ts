/** A mention in plain words: what a screen reader reads, what a notification shows, what is left when Slack takes no blocks. */
import type { Mention } from '../../model/mention.ts'
import { addressInText } from '../address.ts'
import { sentimentWords } from '../sentiment.ts'
import { sourceName } from '../source-name.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'
import { type Title, titleOf } from '../title.ts'
import { type CardState, stateWords } from './state.ts'
import { reachWords } from './where-line.ts'

/** "👎 Negative, Reddit, 48.2k reach: Title (Author): snippet, address". All of it inert in mrkdwn, which this text is. */
export function cardText(mention: Mention, title: Title, state: CardState): string {
  const called = `${metadataWords(mention, state)}: ${named(title)}`
  const withAuthor = `${called}${authorWords(mention, 80)}`
  const snippet = title.from === 'title' ? foreign(mention.snippet, 140) : ''
  const address = addressWords(title)
  const whole = `${withAuthor}${snippet === '' ? '' : `: ${snippet}`}${address}`
  if (whole.length <= longestText) return whole
  return firstFitting([`${withAuthor}${address}`, `${called}${address}`, withAuthor])
}

/** One entry of a burst in plain words: "👎 Negative, 212k reach: Title (Author), address · ✓ Done, Ana". */
export function entryText(mention: Mention, state: CardState = { kind: 'open' }): string {
  const title = titleOf(mention, 100)
  const sentiment = sentimentWords(mention.sentiment)
  const care = escapeMrkdwn(stateWords(state))
  const called = `${sentiment === '' ? '' : `${sentiment}, `}${reachWords(mention)}: ${named(title)}${authorWords(mention, 40)}`
  return `${called}${addressWords(title)}${care === '' ? '' : ` · ${care}`}`
}

/** The first text that an update of the message would take. */
function firstFitting(candidates: string[]): string {
  const fitting = candidates.find((text) => text.length <= longestText)
  return fitting ?? ellipsize(candidates.at(-1) ?? '', longestText)
}

function metadataWords(mention: Mention, state: CardState): string {
  const care = stateWords(state)
  const facts = [sentimentWords(mention.sentiment), isolate(sourceName(mention.source)), reachWords(mention)]
  const joined = facts.filter((fact) => fact !== '').join(', ')
  return escapeMrkdwn(care === '' ? joined : `${care} · ${joined}`)
}

function authorWords({ author }: Mention, max: number): string {
  const name = foreign(author.name, max)
  return name === '' ? '' : ` (${name})`
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
