import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import type { MrkdwnElement, PlainTextElement } from '@slack/types'
import type { Handling, RuleReason } from '../../model/card.ts'
import { mrkdwn, partsOf, plainText, type RichPart, words } from '../kit/block-kit.ts'
import { sentenceAsContext, slackTimeIn } from '../kit/dates.ts'
import { sentimentSign, sentimentWord, sourceName } from '../kit/labels.ts'
import { short } from '../kit/numbers.ts'
import { assignedToWords, nobodyWords } from '../kit/rule-words.ts'
import { addressInText, cut, escapeMrkdwn, isolate, webAddress } from '../kit/text.ts'
import { say } from './say.ts'

export type MentionState = Handling['state'] | 'open'
const longestTitle = 110
const longestRawAddress = 200

/** If the mention's address cannot be a link, `address` is undefined and `raw` is shown as text. */
export type Title = {
  words: string
  from: 'title' | 'snippet' | 'address'
  address: string | undefined
  raw: string
}

export function titleOf(mention: Mention, max: number = longestTitle): Title {
  const address = webAddress(mention.url)
  const raw = address === undefined ? cut(mention.url, longestRawAddress) : ''
  const title = withoutRepeatedAddress(cut(mention.title, max), address)
  if (title !== '') return { words: title, from: 'title', address, raw }
  const snippet = withoutRepeatedAddress(cut(mention.snippet, max), address)
  if (snippet !== '') return { words: snippet, from: 'snippet', address, raw }
  const shown = address === undefined ? raw || say.untitled() : cut(withoutScheme(address), max)
  return { words: shown, from: 'address', address, raw: '' }
}

export function titleParts(title: Title, style: { bold?: true; strike?: true } = { bold: true }): RichPart[] {
  const text = isolate(title.words)
  if (title.address !== undefined) return [{ type: 'link', url: title.address, text, style }]
  const name: RichPart = { type: 'text', text, style }
  return title.raw === '' ? [name] : [name, words(` (${isolate(title.raw)})`)]
}

/**
 * A mention's address may occur only once in a message. So this function removes the scheme wherever the mention's text
 * repeats the address. A second scheme before it would make the rest the same address again. An address may have `$&`, which a text as
 * replacement would take for the address itself.
 */
export function withoutRepeatedAddress(text: string, address: string | undefined): string {
  return address !== undefined && text.includes(address)
    ? withoutRepeatedAddress(
        text.replaceAll(address, () => withoutScheme(address)),
        address,
      )
    : text
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, '')
}

const longestName = 40

/**
 * `by` is the name of the person who acted, or to whom the mention is assigned. `from` is the name of the person who
 * assigned it, or `rule` is why a rule did. `nobody` is why a rule found nobody. `ticket` is the address of the linked ticket. `correctedBy` is the
 * name of the person who corrected the sentiment. `note` is what the person wrote who marked it as done.
 */
export type CardState = { ticket?: string; correctedBy?: string; note?: string } & (
  | { kind: 'open'; nobody?: RuleReason }
  | { kind: Exclude<MentionState, 'open' | 'assigned' | 'snoozed'>; by: string; at: Time }
  | { kind: 'assigned'; by: string; from: string; at: Time; rule?: RuleReason }
  | { kind: 'snoozed'; by: string; at: Time; until: Time }
)

export function cardState({ state, by, at, assigned, snooze, note }: Omit<Handling, 'mention'>): CardState {
  if (state === 'assigned') {
    const { fromName: from = '', rule } = assigned ?? {}
    return { kind: state, by, at, from, ...defined({ rule }) }
  }
  if (state === 'snoozed') return { kind: state, by, at, until: snooze?.until ?? at }
  return { kind: state, by, at, ...(state === 'done' && defined({ note })) }
}

export function stateWords(state: CardState): string {
  if (state.kind === 'open') return state.nobody === undefined ? '' : nobodyWords(state.nobody)
  const by = personName(state.by)
  if (state.kind === 'assigned')
    return state.rule === undefined
      ? say.assignedBy({ person: by, from: personName(state.from) })
      : assignedToWords(state.by, state.rule)
  return say[stateKeys[state.kind]]({ person: by })
}

/** Without the reason of a rule, because the first line of a notification is short. */
export function shortStateWords(state: CardState): string {
  if (state.kind === 'open') return state.nobody === undefined ? '' : say.assignedToNobody()
  const isByRule = state.kind === 'assigned' && state.rule !== undefined
  return isByRule ? say.assignedTo({ person: personName(state.by) }) : stateWords(state)
}

const stateKeys = {
  claimed: 'claimedBy',
  snoozed: 'snoozedBy',
  done: 'doneBy',
  'not-relevant': 'notRelevantBy',
} as const satisfies Record<Exclude<MentionState, 'open' | 'assigned'>, string>

export const finderWords = (name: string): string => say.foundBy({ person: personName(name) })

/** People choose their names freely, so a name is text of a stranger. */
export function personName(name: string): string {
  return isolate(cut(name, longestName)) || say.somebody()
}

export type SmallPrint = PlainTextElement | MrkdwnElement

/** These sources are not platforms with accounts, so “on Web” would be wrong. */
const sitesOfTheirOwn = new Set(['web', 'news-blogs'])

export function byline({ author, source }: Mention, title: Title, longest = 60): string {
  const name = isolate(withoutRepeatedAddress(cut(author.name, longest), title.address))
  const place = isolate(sourceName(source))
  if (name === '' || place === '') return name || place
  return sitesOfTheirOwn.has(source)
    ? say.authorOfSite({ author: name, source })
    : say.authorOn({ author: name, source: place })
}

/** Empty if the reach is 0, because 0 means that nobody knows it: who has posted has at least one reader. */
export function reachWords({ reach, flaws }: Mention): string {
  if (flaws.some((flaw) => flaw.startsWith('reach'))) return say.unknownReach()
  return knownReach(reach)
}

/** Empty if the reach is not known. */
export const knownReach = (reach: number): string => (reach > 0 ? say.reach({ reach: short(reach) }) : '')

/** Empty if the reach is not known. */
export const combinedReach = (reach: number): string =>
  reach > 0 ? say.combinedReach({ reach: short(reach) }) : ''

export function stateParts(state: CardState): SmallPrint[] {
  const { correctedBy, note } = state
  return [
    ...handlingParts(state),
    ...(note === undefined ? [] : [plainText(noteWords(note))]),
    ...(correctedBy === undefined ? [] : [plainText(say.correctedBy({ person: personName(correctedBy) }))]),
  ]
}

const longestNote = 150

/** Returns the note in one line. */
export const noteWords = (note: string): string =>
  say.note({ note: isolate(cut(note.replaceAll(/\s+/g, ' ').trim(), longestNote)) })

function handlingParts(state: CardState): SmallPrint[] {
  if (state.kind === 'open') return state.nobody === undefined ? [] : [plainText(stateWords(state))]
  if (state.kind === 'snoozed') {
    const until = { at: state.until, as: 'date' } as const
    return sentenceAsContext(say.snoozedUntil({ person: personName(state.by), until }))
  }
  const isByRule = state.kind === 'assigned' && state.rule !== undefined
  const when = slackTimeIn((time) => say.stateAt({ state: isByRule ? 'rule' : state.kind, time }), state.at)
  return [plainText(stateWords(state)), ...(when === undefined ? [] : [mrkdwn(when)])]
}

export function addressLine({ address, raw }: Title): string {
  return address === undefined ? isolate(escapeMrkdwn(raw)) : addressInText(address)
}

export function named(title: Title): string {
  return isolate(escapeMrkdwn(title.words))
}

/** Returns text of the mention for mrkdwn, without its `address`. */
export function foreign(text: string, max: number, address: string | undefined): string {
  return isolate(escapeMrkdwn(withoutRepeatedAddress(cut(text, max), address)))
}

const longestEntryTitle = 100
const longestEntryAuthor = 40

/** Without `showsAddress`, the text has no address of the mention, because another message has it. */
export function entryText(
  mention: Mention,
  state: CardState = { kind: 'open' },
  showsAddress = true,
): string {
  const title = titleOf(mention, longestEntryTitle)
  const facts = [
    sentimentWord(mention.sentiment),
    foreign(mention.author.name, longestEntryAuthor, title.address),
    reachWords(mention),
    showsAddress ? addressLine(title) : '',
  ]
  const after = [
    escapeMrkdwn(stateWords(state)),
    ...(state.ticket === undefined ? [] : [ticketWords(state.ticket)]),
  ]
  return [named(title), facts.filter(Boolean).join(', '), ...after].filter(Boolean).join(' · ')
}

/** With `post`, the title links to a message of ours, because only that message has the mention's own address. */
export function entryParts(
  mention: Mention,
  state: CardState = { kind: 'open' },
  post?: { link: string | undefined },
): RichPart[] {
  const title = titleOf(mention, longestEntryTitle)
  const shown = post === undefined ? title : { ...title, address: post.link, raw: '' }
  const author = withoutRepeatedAddress(cut(mention.author.name, longestEntryAuthor), title.address)
  const facts = [isolate(author), reachWords(mention), stateWords(state)]
  const ticket = state.ticket === undefined ? [] : [words(' · '), ...ticketParts(state.ticket)]
  return [
    ...signParts(mention),
    ...titleParts(shown),
    words(` · ${facts.filter(Boolean).join(' · ')}`),
    ...ticket,
  ]
}

const longestTicketName = 60

/** Begins with the host, so that everybody sees where the link leads. */
function ticketName(address: string): string {
  return cut(
    withoutScheme(address)
      .replace(/^www\./, '')
      .replace(/\/$/, ''),
    longestTicketName,
  )
}

export function ticketParts(address: string): RichPart[] {
  const link = { type: 'link', url: address, text: ticketName(address) } as const
  return partsOf(say.ticket({ address: link }))
}

export const ticketWords = (address: string) => say.ticket({ address: escapeMrkdwn(ticketName(address)) })

export function signParts({ sentiment, starred }: Mention, showsSentiment = true): RichPart[] {
  const signs = [starred ? '★' : '', showsSentiment ? sentimentSign(sentiment) : ''].filter(Boolean).join(' ')
  return signs === '' ? [] : [words(`${signs} `)]
}
