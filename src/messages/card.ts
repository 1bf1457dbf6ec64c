/** The message of one mention: where it stands, its title and a few words of it, and what people can do. */
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import { authorAddress } from './address.ts'
import { context, mrkdwn, plainText, type RichPart, richLine, richText, words } from './block-kit.ts'
import { cardActions } from './card-actions.ts'
import type { CardState } from './card-state.ts'
import { cardText } from './card-text.ts'
import { short } from './numbers.ts'
import { flag, languageCode } from './place.ts'
import { sentimentSign, sentimentWords } from './sentiment.ts'
import { slackDate, slackTime } from './slack-date.ts'
import { excerpt } from './snippet.ts'
import { sourceName } from './source-name.ts'
import { cut, isolate } from './text.ts'
import { once, type Title, titleOf, titleParts } from './title.ts'

/** For which subscription and alert a card is made, and how much it shows. */
export type CardPlace = { subscription: string; alert: Id; style: 'full' | 'compact' }

/** The card of a mention in its state. Any mention makes a card that Slack takes; what it lacks is left out. */
export function card(mention: Mention, place: CardPlace, state: CardState = { kind: 'open' }): Content {
  const title = titleOf(mention)
  const text = cardText(mention, title)
  if (state.kind === 'not-relevant') return { text, blocks: [notRelevantLine(title, state.by)] }
  const shown = place.style === 'compact' ? compactBlocks(mention, title) : fullBlocks(mention, title)
  const after = [stateLine(state), cardActions(mention, place, state)].filter((block) => block !== undefined)
  return { text, blocks: [...shown, ...after] }
}

function fullBlocks(mention: Mention, title: Title): Block[] {
  const below = snippetLine(mention, title)
  const lines =
    below.length === 0
      ? [richLine(titleParts(title))]
      : [richLine([...titleParts(title), words('\n')]), richLine(below)]
  return [whereLine(mention), richText(...lines)]
}

/** One line: sign, title, author, source and reach. */
function compactBlocks(mention: Mention, title: Title): Block[] {
  const sign = sentimentSign(mention.sentiment)
  const tail = [sourceName(mention.source), `${short(mention.reach)} reach`]
    .filter((word) => word !== '')
    .join(' · ')
  const author = authorParts(mention, title.address)
  const separated = author.length === 0 ? [] : [words(' · '), ...author]
  return [
    richText(
      richLine([
        words(sign === '' ? '' : `${sign} `),
        ...titleParts(title),
        ...separated,
        words(` · ${tail}`),
      ]),
    ),
  ]
}

/** 👎 Negative · Reddit · 48.2k reach · 🇺🇸 EN, and the date in the reader's own zone. */
function whereLine(mention: Mention): Block {
  const place = `${flag(mention.location?.country)} ${languageCode(mention.language)}`.trim()
  const reach = isFlawed(mention, 'reach') ? '? reach' : `${short(mention.reach)} reach`
  const facts = [sentimentWords(mention.sentiment), isolate(sourceName(mention.source)), reach, place]
  const date = slackDate(mention.date)
  const shown = plainText(facts.filter((fact) => fact !== '').join(' · '))
  return date === undefined ? context(shown) : context(shown, mrkdwn(date))
}

function isFlawed(mention: Mention, field: string): boolean {
  return mention.flaws.some((flaw) => flaw.startsWith(field))
}

/** The snippet around the matched terms, which are bold, and who wrote it. Isolated as a whole: right-to-left text stays in its place. */
function snippetLine(mention: Mention, title: Title): RichPart[] {
  const pieces = title.from === 'title' ? excerpt(mention.snippet, mention.highlights) : []
  const snippet = pieces.map(
    ({ text, matched }): RichPart => ({
      type: 'text',
      text: once(text, title.address),
      ...(matched && { style: { bold: true } }),
    }),
  )
  const author = authorParts(mention, title.address)
  if (snippet.length === 0) return author
  const isolated = [words('\u2068'), ...snippet, words('\u2069')]
  return author.length === 0 ? isolated : [...isolated, words(' · '), ...author]
}

/** The author, linked unless the link would repeat the mention's own. */
function authorParts({ author }: Mention, mentionAddress: string | undefined): RichPart[] {
  const name = isolate(cut(author.name, 80))
  if (name === '') return []
  const url = authorAddress(author.url)
  const repeats = url === undefined || (mentionAddress !== undefined && url.includes(mentionAddress))
  return [
    repeats ? words(once(name, mentionAddress)) : { type: 'link', url, text: once(name, mentionAddress) },
  ]
}

function stateLine(state: CardState): Block | undefined {
  if (state.kind === 'open') return undefined
  const person = isolate(cut(state.by, 80)) || 'somebody'
  const time = slackTime(state.at)
  const shown = plainText(state.kind === 'done' ? `✓ Done, ${person}` : `Claimed, ${person}`)
  return time === undefined ? context(shown) : context(shown, mrkdwn(time))
}

function notRelevantLine(title: Title, by: string): Block {
  const person = isolate(cut(by, 80)) || 'somebody'
  return richText(richLine([words('Not relevant: '), ...titleParts(title), words(` · ${person}`)]))
}
