import type { MrkdwnElement, PlainTextElement } from '@slack/types'
import type { Mention } from '../model/mention.ts'
import { bold, mrkdwn, plainText, type RichPart, words } from './block-kit.ts'
import { slackDate, slackTime } from './dates.ts'
import { flag, languageCode, sentimentSign, sentimentWords, sourceName } from './labels.ts'
import { short } from './numbers.ts'
import { addressInText, cut, ellipsize, escapeMrkdwn, isolate, longestText, webAddress } from './text.ts'

/** What a mention is called in a message, and the link to it. */

/** Room for the title, and for an address that cannot be a link. UTF-16 units. */
const longestTitle = 150
const longestRawAddress = 200

/** `address` is undefined where the mention's own cannot be a link; then `raw` shows it, as text. */
export type Title = {
  words: string
  from: 'title' | 'snippet' | 'address'
  address: string | undefined
  raw: string
}

/** A mention's title; without one the snippet's beginning, without that the address. */
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

/** The title as the mention's link; where there can be none, the title and its raw address as inert text. */
export function titleParts(title: Title): RichPart[] {
  const shown = isolate(title.words)
  if (title.address !== undefined)
    return [{ type: 'link', url: title.address, text: shown, style: { bold: true } }]
  return title.raw === '' ? [bold(shown)] : [bold(shown), words(` (${isolate(title.raw)})`)]
}

/** A mention's address stands once in what is posted: where its own text repeats it, the scheme is left out. */
export function withoutRepeatedAddress(text: string, address: string | undefined): string {
  return address !== undefined && text.includes(address)
    ? text.replaceAll(address, withoutScheme(address))
    : text
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, '')
}

/** Room for a person's name. UTF-16 units. */
const longestName = 40

/** What people made of a mention. `by` is the person's name as Slack shows it, `at` ms since the epoch. */
export type CardState =
  | { kind: 'open' }
  | { kind: 'claimed'; by: string; at: number }
  | { kind: 'done'; by: string; at: number }
  | { kind: 'not-relevant'; by: string; at: number }

/** The state in words, "Claimed, Ana"; empty while nobody takes care. */
export function stateWords(state: CardState): string {
  return state.kind === 'open' ? '' : `${stateLabels[state.kind]}, ${personName(state.by)}`
}

const stateLabels = { claimed: 'Claimed', done: '✓ Done', 'not-relevant': 'Not relevant' } as const

/** A person's name as Slack gives it, which the person chose freely. */
function personName(name: string): string {
  return isolate(cut(name, longestName)) || 'somebody'
}

/** A card's small print: how it sounds, where it stands, how many it reaches, when, and who takes care of it. */

/** A context block's element. */
type SmallPrint = PlainTextElement | MrkdwnElement

/** 👎 Negative · Reddit · 48.2k reach · 🇺🇸 EN, and the date in the reader's own zone. */
export function metadataParts(mention: Mention): SmallPrint[] {
  const place = `${flag(mention.location?.country)} ${languageCode(mention.language)}`.trim()
  const source = isolate(sourceName(mention.source))
  const facts = [sentimentWords(mention.sentiment), source, reachWords(mention), place]
  return withDate(facts.filter((fact) => fact !== '').join(' · '), slackDate(mention.date))
}

/** 48.2k reach, or "? reach". */
export function reachWords(mention: Mention): string {
  return `${shortReach(mention)} reach`
}

/** The reach in short form; "?" where the service sent no sound number. */
export function shortReach({ reach, flaws }: Mention): string {
  return flaws.some((flaw) => flaw.startsWith('reach')) ? '?' : short(reach)
}

/** Who takes care of it and since when; nothing while nobody does. */
export function stateParts(state: CardState): SmallPrint[] {
  if (state.kind === 'open') return []
  return withDate(stateWords(state), slackTime(state.at))
}

function withDate(text: string, date: string | undefined): SmallPrint[] {
  return date === undefined ? [plainText(text)] : [plainText(text), mrkdwn(date)]
}

/** A mention in plain words: what a screen reader reads, what a notification shows, what is left when Slack takes no blocks. */

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

/** Room for a title and an author in one line of a list. UTF-16 units. */
const longestEntryTitle = 100
const longestEntryAuthor = 40

/** One line of a burst: 👎 212k [Acme down?] TechNews · ✓ Done, Ana. Its only link is the mention's own. */
export function entryParts(mention: Mention, state: CardState = { kind: 'open' }): RichPart[] {
  const title = titleOf(mention, longestEntryTitle)
  const author = withoutRepeatedAddress(cut(mention.author.name, longestEntryAuthor), title.address)
  const care = stateWords(state)
  return [
    words(`${sentimentSign(mention.sentiment)} ${shortReach(mention)} `.trimStart()),
    ...titleParts(title),
    words(author === '' ? '' : ` ${isolate(author)}`),
    words(care === '' ? '' : ` · ${care}`),
  ]
}
