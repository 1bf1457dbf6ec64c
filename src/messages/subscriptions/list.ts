/** What is watched where, and how each is doing: as a list for an asker, and on the home tab. */
import type { Block, Content } from '../../model/message.ts'
import { bold, context, plainText, richLine, richText, words } from '../block-kit.ts'
import { plural } from '../numbers.ts'
import { noSubscriptionsHere } from '../refusals.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../text.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../told.ts'

/**
 * One subscription as a person wants to see it. `channel`: `#name` or an id; `state`: how it is doing, without a full stop;
 * `lastMention`: when something became of a mention last (UTC, ms), undefined where nothing did in the last day.
 */
export type SubscriptionLine = {
  name: string
  alert: string
  channel: string
  isFromFile: boolean
  state: Sentence
  lastMention?: number
}

/** More in one answer is no longer read; the home tab has all. */
const maxListed = 40

/** Of those that cannot be changed in Slack so many are named, where others can. */
const maxNamed = 10

/** The list for an asker of what is watched in the channel. */
export function subscriptionList(lines: SubscriptionLine[]): Content {
  if (lines.length === 0) return noSubscriptionsHere
  const shown = lines.slice(0, maxListed)
  const feet = [fromFileWords(lines), moreWords(lines.length - shown.length)].filter((part) => part !== '')
  const blocks: Block[] = [
    richText(richLine([bold(`${plural(lines.length, 'subscription')} in this channel`)])),
    ...shown.map((line) => subscriptionBlock(line, alertWords(line), stateSentence(line))),
    ...feet.map((foot) => context(plainText(foot))),
  ]
  const sentences = shown.map(
    (line) => `${nameWords(line)}: ${alertWords(line)}. ${sentenceAsText(stateSentence(line))}`,
  )
  return { text: wholeLines([...sentences, ...feet].map(escapeMrkdwn), longestText), blocks }
}

/** The name, what it is about, and below that how it is doing. */
export function subscriptionBlock(line: SubscriptionLine, about: string, sentences: Sentence): Block {
  return richText(richLine([bold(nameWords(line)), words(` · ${about}\n`), ...sentenceAsRichText(sentences)]))
}

/** The name of a subscription within a line of ours. */
export const nameWords = ({ name }: SubscriptionLine) => isolate(cut(name, 80))

/** The name of its alert within a line of ours. */
export const alertWords = ({ alert }: SubscriptionLine) => isolate(cut(alert, 100))

/** What goes where. */
export const routeWords = (line: SubscriptionLine) =>
  `${alertWords(line)} to ${isolate(cut(line.channel, 80))}`

/** "Up to date. Last mention 3 minutes ago." */
export function stateSentence(line: SubscriptionLine): Sentence {
  return [...line.state, '. ', ...lastMentionSentence(line)]
}

/** Since when nothing is new. */
export function lastMentionSentence({ lastMention }: SubscriptionLine): Sentence {
  if (lastMention === undefined) return ['No new mention in the last 24 hours.']
  return ['Last mention ', { at: lastMention, as: 'ago' }, '.']
}

/** Which of them cannot be changed in Slack, said once; empty where all can. */
export function fromFileWords(lines: SubscriptionLine[]): string {
  const declared = lines.filter((line) => line.isFromFile)
  if (declared.length === 0) return ''
  const which =
    declared.length === lines.length
      ? ''
      : `${declared.slice(0, maxNamed).map(nameWords).join(', ')}${declared.length > maxNamed ? ' and others' : ''}: `
  return `${which}${which === '' ? 'D' : 'd'}eclared in the configuration file, and changed there.`
}

const moreWords = (more: number) => (more === 0 ? '' : `${more} more on the home tab.`)
