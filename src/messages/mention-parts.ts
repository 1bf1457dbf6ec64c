import type { MrkdwnElement, PlainTextElement } from '@slack/types'
import type { CardRecord } from '../model/card.ts'
import type { Mention } from '../model/mention.ts'
import { mrkdwn, plainText, type RichPart, words } from './block-kit.ts'
import { slackDate, slackTime } from './dates.ts'
import { flag, languageName, sentimentLabel, sentimentSign, sourceName } from './labels.ts'
import { short } from './numbers.ts'
import { addressInText, cut, ellipsize, escapeMrkdwn, isolate, longestText, webAddress } from './text.ts'

/**
 * Desktop and mobile systems show about this many characters of a notification (UTF-16 units). The first line of a card, with title,
 * sentiment, source and reach, fits into them.
 */
const notificationLength = 120

/** With its sign, a title of this length fits a notification. In UTF-16 units. */
const longestTitle = 110
const longestRawAddress = 200

/** A mention's name in a message. If its own address cannot be a link, `address` is undefined and `raw` is shown as text. */
export type Title = {
  words: string
  from: 'title' | 'snippet' | 'address'
  address: string | undefined
  raw: string
}

/** Takes the mention's title, else the beginning of its snippet, else its address. */
export function titleOf(mention: Mention, max: number = longestTitle): Title {
  const address = webAddress(mention.url)
  const raw = address === undefined ? cut(mention.url, longestRawAddress) : ''
  const title = withoutRepeatedAddress(cut(mention.title, max), address)
  if (title !== '') return { words: title, from: 'title', address, raw }
  const snippet = withoutRepeatedAddress(cut(mention.snippet, max), address)
  if (snippet !== '') return { words: snippet, from: 'snippet', address, raw }
  const shown = address === undefined ? raw || 'Untitled' : cut(withoutScheme(address), max)
  return { words: shown, from: 'address', address, raw: '' }
}

/** The title as a link to the mention. If the address cannot be a link, the title and the raw address as text. */
export function titleParts(title: Title, style: { bold?: true; strike?: true } = { bold: true }): RichPart[] {
  const text = isolate(title.words)
  if (title.address !== undefined) return [{ type: 'link', url: title.address, text, style }]
  const name: RichPart = { type: 'text', text, style }
  return title.raw === '' ? [name] : [name, words(` (${isolate(title.raw)})`)]
}

/** A mention's address may occur once in a message, so this removes the scheme where the mention's text repeats the address. */
export function withoutRepeatedAddress(text: string, address: string | undefined): string {
  return address !== undefined && text.includes(address)
    ? text.replaceAll(address, withoutScheme(address))
    : text
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, '')
}

/** The longest name of a person, in UTF-16 units. */
const longestName = 40

/**
 * `by` is the name of the person who acted, or to whom the mention is assigned; `from` is the name of the person who assigned it. Times are
 * UTC, ms.
 */
export type CardState =
  | { kind: 'open' }
  | { kind: 'claimed' | 'done' | 'not-relevant'; by: string; at: number }
  | { kind: 'assigned'; by: string; from: string; at: number }
  | { kind: 'snoozed'; by: string; at: number; until: number }

export function cardState({ state, by, at, assigned, snooze }: Omit<CardRecord, 'mention'>): CardState {
  if (state === 'assigned') return { kind: state, by, at, from: assigned?.fromName ?? '' }
  if (state === 'snoozed') return { kind: state, by, at, until: snooze?.until ?? at }
  return { kind: state, by, at }
}

/** For example “Claimed by Ana”; empty while the mention is open. */
export function stateWords(state: CardState): string {
  if (state.kind === 'open') return ''
  const by = personName(state.by)
  if (state.kind === 'assigned') return `Assigned to ${by} by ${personName(state.from)}`
  return `${stateLabels[state.kind]} by ${by}`
}

const stateLabels = {
  claimed: 'Claimed',
  snoozed: 'Snoozed',
  done: '✓ Done',
  'not-relevant': 'Not relevant, marked',
} as const

/** People choose their names freely, so a name is text of a stranger. */
export function personName(name: string): string {
  return isolate(cut(name, longestName)) || 'somebody'
}

type SmallPrint = PlainTextElement | MrkdwnElement

/** For example Negative · Kim Lee on Reddit · 48.2k reach · 🇺🇸 English, and the date in the reader's time zone. */
export function metadataParts(mention: Mention, title: Title, more: string[] = []): SmallPrint[] {
  const language = `${flag(mention.location?.country)} ${languageName(mention.language) ?? ''}`.trim()
  const facts = [
    ...more,
    sentimentLabel(mention.sentiment),
    byline(mention, title),
    reachWords(mention),
    language,
  ]
  return withDate(facts.filter((fact) => fact !== '').join(' · '), slackDate(mention.date))
}

/** These sources are no platforms with accounts: “on Web” would be wrong. */
const sitesOfTheirOwn = new Set(['web', 'news-blogs'])

/** For example “Kim Lee on Reddit”, “The Morning Ledger (web)” or “Reddit”. Contains text of strangers, cleaned. */
export function byline({ author, source }: Mention, title: Title, longest = 60): string {
  const name = isolate(withoutRepeatedAddress(cut(author.name, longest), title.address))
  const place = isolate(sourceName(source))
  if (name === '' || place === '') return name || place
  return sitesOfTheirOwn.has(source) ? `${name} (${place.toLowerCase()})` : `${name} on ${place}`
}

/** For example 48.2k reach; “? reach” if the service sent no valid number. */
export function reachWords({ reach, flaws }: Mention): string {
  return `${flaws.some((flaw) => flaw.startsWith('reach')) ? '?' : short(reach)} reach`
}

/** Names the person who handles the mention, and the time of the claim; empty while the mention is open. */
export function stateParts(state: CardState): SmallPrint[] {
  if (state.kind === 'open') return []
  if (state.kind === 'snoozed') return withDate(`${stateWords(state)} until`, slackDate(state.until))
  return withDate(stateWords(state), slackTime(state.at))
}

function withDate(text: string, date: string | undefined): SmallPrint[] {
  return date === undefined ? [plainText(text)] : [plainText(text), mrkdwn(date)]
}

/**
 * A mention as plain text, safe in mrkdwn, for notifications, screen readers and a Slack that refuses the blocks. A notification shows the
 * first line: `news` (if any), title, state, sentiment, source and reach.
 */
export function cardText(mention: Mention, title: Title, state: CardState, news = ''): string {
  const facts = [
    stateWords(state),
    sentimentLabel(mention.sentiment).toLowerCase(),
    isolate(sourceName(mention.source)),
    reachWords(mention),
  ].filter((fact) => fact !== '')
  const about = ` · ${facts.join(', ')}`
  const before = news === '' ? '' : `${news} · `
  const name = ellipsize(title.words, Math.max(20, notificationLength - before.length - about.length))
  const first = `${escapeMrkdwn(before)}${isolate(escapeMrkdwn(name))}${escapeMrkdwn(about)}`
  const whole = name === title.words ? [] : [named(title)]
  const address = addressLine(title)
  const candidates = [
    [first, ...whole, quotation(mention, title), address],
    [first, ...whole, address],
    [first, address],
    [first],
  ].map((lines) => lines.filter((line) => line !== '').join('\n'))
  return candidates.find((text) => text.length <= longestText) ?? ellipsize(first, longestText)
}

/** For example “Kim Lee: third time Acme signs me out …”; only the author if there is no snippet. */
function quotation({ author, snippet }: Mention, title: Title): string {
  const name = foreign(author.name, 80)
  const quoted = title.from === 'title' ? foreign(snippet, 140) : ''
  return [name, quoted].filter((part) => part !== '').join(': ')
}

function addressLine({ address, raw }: Title): string {
  return address === undefined ? isolate(escapeMrkdwn(raw)) : addressInText(address)
}

function named(title: Title): string {
  return isolate(escapeMrkdwn(title.words))
}

function foreign(text: string, max: number): string {
  return isolate(escapeMrkdwn(cut(text, max)))
}

const longestEntryTitle = 100
const longestEntryAuthor = 40

/** A line of plain text, for example “Acme down? · negative, TechNews, 212k reach, https://… · ✓ Done by Ana”. */
export function entryText(mention: Mention, state: CardState = { kind: 'open' }): string {
  const title = titleOf(mention, longestEntryTitle)
  const facts = [
    sentimentLabel(mention.sentiment).toLowerCase(),
    foreign(mention.author.name, longestEntryAuthor),
    reachWords(mention),
    addressLine(title),
  ]
  const care = escapeMrkdwn(stateWords(state))
  return `${named(title)} · ${facts.filter((fact) => fact !== '').join(', ')}${care === '' ? '' : ` · ${care}`}`
}

/** A line of a list, for example 👎 [Acme down?] · TechNews · 212k reach · ✓ Done by Ana. It links only to the mention. */
export function entryParts(mention: Mention, state: CardState = { kind: 'open' }): RichPart[] {
  const title = titleOf(mention, longestEntryTitle)
  const author = withoutRepeatedAddress(cut(mention.author.name, longestEntryAuthor), title.address)
  const facts = [isolate(author), reachWords(mention), stateWords(state)].filter((fact) => fact !== '')
  return [...signParts(mention), ...titleParts(title), words(` · ${facts.join(' · ')}`)]
}

/** The sign before a title; empty for neutral and unrated mentions. */
export function signParts({ sentiment }: Mention): RichPart[] {
  const sign = sentimentSign(sentiment)
  return sign === '' ? [] : [words(`${sign} `)]
}
