import type { Mention } from '@overheard/mention-client/mention'
import type { Subscription } from '../../model/subscription.ts'
import { mrkdwn, plainText } from '../kit/block-kit.ts'
import { type Sentence, slackDate } from '../kit/dates.ts'
import { countryName, flag, languageName, sentimentLabel, sourceName } from '../kit/labels.ts'
import { cut, isolate } from '../kit/text.ts'
import { byline, reachWords, type SmallPrint, type Title, withoutRepeatedAddress } from './mention-parts.ts'
import { say } from './say.ts'

export type CardField = NonNullable<Subscription['show']>[number]

// The facts of a mention, as the fields of a layout (`show`, `line`) name them.

/** What a full card shows if nobody chose. */
export const usualFields: readonly CardField[] = [
  'snippet',
  'alert',
  'sentiment',
  'author',
  'source',
  'reach',
  'country',
  'language',
  'date',
]

/** `alertName` is undefined if the card does not name its alert. */
export type About = { mention: Mention; title: Title; alertName?: string | undefined }

const mostTopics = 5

/** Returns '' if the mention does not have the value. */
export function factWords(field: Exclude<CardField, 'snippet' | 'date'>, about: About): string {
  const text = rawWords(field, about)
  return text === '' ? '' : withoutRepeatedAddress(text, about.title.address)
}

function rawWords(
  field: Exclude<CardField, 'snippet' | 'date'>,
  { mention, title, alertName = '' }: About,
): string {
  switch (field) {
    case 'alert':
      return isolate(cut(alertName, 60))
    case 'source':
      return isolate(sourceName(mention.source))
    case 'author':
      return byline({ ...mention, source: '' }, title)
    case 'reach':
      return reachWords(mention)
    case 'sentiment':
      return sentimentLabel(mention.sentiment)
    case 'topics':
      return topicWords(mention.tags)
    case 'language':
      return languageName(mention.language) ?? ''
    case 'country':
      return countryWords(mention)
  }
}

function topicWords(tags: string[]): string {
  const topics = tags.map((tag) => isolate(cut(tag, 30))).filter(Boolean)
  const named = topics.slice(0, mostTopics).join(', ')
  const more = topics.length - mostTopics
  return more > 0 ? say.topicsAndMore({ topics: named, more }) : named
}

function countryWords({ location }: Mention): string {
  const name = location?.country === undefined ? undefined : countryName(location.country)
  return name === undefined ? '' : `${flag(location?.country)}\u00a0${name}`
}

/** Returns the facts in the order of the fields, without the snippet. Fields that belong together are one fact. */
export function factsOf(fields: readonly CardField[], about: About): Sentence {
  const shown = fields.filter((field) => field !== 'snippet')
  return shown.flatMap((field, index) => {
    if (secondOf.get(shown[index - 1]) === field) return []
    const second = secondOf.get(field)
    const isPair = second !== undefined && second === shown[index + 1]
    const fact = isPair ? pairFact(field, about) : factOf(field, about)
    return fact === '' ? [] : [fact]
  })
}

/** If the second follows the first, they are one fact: “Kim Lee on Reddit”, and a flag before the language. */
const secondOf: ReadonlyMap<CardField | undefined, CardField> = new Map([
  ['author', 'source'],
  ['country', 'language'],
])

const pairFact = (first: CardField, about: About): string =>
  first === 'author'
    ? withoutRepeatedAddress(byline(about.mention, about.title), about.title.address)
    : `${flag(about.mention.location?.country)}\u00a0${factWords('language', about)}`.trim()

function factOf(field: Exclude<CardField, 'snippet'>, about: About): Sentence[number] {
  const { date } = about.mention
  if (field === 'date') return slackDate(date) === undefined ? '' : { at: date, as: 'date' }
  const text = factWords(field, about)
  if (text === '') return ''
  if (field === 'alert') return say.alert({ alert: text })
  return field === 'topics' ? say.topics({ topics: text }) : text
}

/** Puts a dot between the facts, for text or for a line of rich text. */
export function factsInLine(facts: Sentence): Sentence {
  return facts.flatMap((fact, index): Sentence => {
    const gap = index === 0 ? '' : ' · '
    return typeof fact === 'string' ? [`${gap}${fact}`] : [gap, ...say.published({ date: fact })]
  })
}

/** Slack shows a gap between the elements of a context block, so none begins or ends with a dot. */
export function factsAsContext(facts: Sentence): SmallPrint[] {
  const elements: SmallPrint[] = []
  let texts: string[] = []
  const endText = () => {
    if (texts.length > 0) elements.push(plainText(texts.join(' · ')))
    texts = []
  }
  for (const part of facts.flatMap((fact) =>
    typeof fact === 'string' ? fact : say.published({ date: fact }),
  )) {
    if (typeof part === 'string') texts.push(part.trim())
    else {
      endText()
      elements.push(mrkdwn(slackDate(part.at, part.as) ?? ''))
    }
  }
  endText()
  return elements
}

/** The small print of a message about one mention: `more`, then the usual facts. */
export function metadataParts(mention: Mention, title: Title, more: string[] = []): SmallPrint[] {
  return factsAsContext([...more.filter(Boolean), ...factsOf(usualFields, { mention, title })])
}
