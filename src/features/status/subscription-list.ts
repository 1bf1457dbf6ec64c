import {
  actions,
  bold,
  button,
  context,
  plainText,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import {
  type Sentence,
  sentenceAsContext,
  sentenceAsRichText,
  sentenceAsText,
} from '../../messages/kit/dates.ts'
import { ended, labelled, sentences } from '../../messages/kit/labels.ts'
import { list, messages } from '../../messages/kit/say.ts'
import { escapeMrkdwn, longestText, wholeLines } from '../../messages/kit/text.ts'
import { noSubscriptionsHere } from '../../messages/replies.ts'
import {
  alertWords,
  checksSentence,
  delaysSentence,
  isPaused,
  lastMentionSentence,
  nameWords,
  plannedSentence,
  stateSentence,
  stateWords,
  strictSentence,
} from '../../messages/subscription-state.ts'
import type { Block, Content } from '../../model/message.ts'
import type {
  StatusOverview,
  SubscriptionProgress,
  SubscriptionSummary,
} from '../../model/subscription-status.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

const maxListed = 40

const maxNamed = 10

/** All texts of a message have at most this many characters, so that Slack takes it with a margin for names, buttons and the end. */
const longestTexts = 8000

/** Returns how many of the texts, at most `most`, fit into a message: at least one. */
function fitting(texts: string[], most: number): number {
  let length = 0
  let count = 0
  for (const text of texts.slice(0, most)) {
    length += text.length
    if (length > longestTexts) break
    count += 1
  }
  return Math.max(1, count)
}

/** `buttonsOf` returns the buttons of a subscription. `isPersonal` is true if a person asks for what they get in their direct messages. */
export function subscriptionList(
  lines: SubscriptionSummary[],
  buttonsOf: (name: string) => ListButton[] = () => [],
  isPersonal = false,
): Content {
  if (lines.length === 0) return noSubscriptionsHere()
  const textOf = (line: SubscriptionSummary) =>
    sentences([ended(labelled(nameWords(line), alertWords(line))), sentenceAsText(stateSentence(line))])
  const shown = lines.slice(0, fitting(lines.map(textOf), maxListed))
  const footer = [fromFileWords(lines), moreWords(lines.length - shown.length)].filter(Boolean)
  const headline = say.headline({ count: lines.length, whose: isPersonal ? 'personal' : 'channel' })
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    ...shown.flatMap((line) => [
      subscriptionBlock(line, alertWords(line), stateSentence(line)),
      ...(lines.length > mostWithButtons
        ? []
        : actions(buttonsOf(line.name).map(({ label, action }) => button(label, action, line.name)))),
    ]),
    ...footer.map((line) => context(plainText(line))),
  ]
  return {
    text: wholeLines([headline, ...shown.map(textOf), ...footer].map(escapeMrkdwn), longestText),
    blocks,
  }
}

/** With more subscriptions, the list has no buttons, because a message has at most 50 blocks. */
const mostWithButtons = 20

/** A button below a subscription in the list. The value is the name of the subscription. */
export type ListButton = { label: string; action: string }

function subscriptionBlock(line: SubscriptionSummary, about: string, sentences: Sentence): Block {
  return richText(richLine([bold(nameWords(line)), words(` · ${about}\n`), ...sentenceAsRichText(sentences)]))
}

function fromFileWords(lines: SubscriptionSummary[]): string {
  const declared = lines.filter((line) => line.isFromFile)
  if (declared.length === 0) return ''
  if (declared.length === lines.length) return say.fromFile()
  const names = list(declared.slice(0, maxNamed).map(nameWords), 'narrow')
  return declared.length > maxNamed ? say.manyFromFile({ names }) : say.someFromFile({ names })
}

const moreWords = (more: number) => (more === 0 ? '' : say.more({ count: more }))

const maxStatusLines = 20

/** `added` are the lines of features, without their full stops. */
export function statusAnswer(
  { lines, planLimitReached, lag }: StatusOverview,
  added: Sentence[] = [],
): Content {
  if (lines.length === 0) return noSubscriptionsHere()
  const limit = planLimitReached ? [say.limitReached()] : []
  const textOf = (line: StatusOverview['lines'][number]) =>
    `${labelled(nameWords(line), alertWords(line))}\n${sentenceAsText(progressSentence(line))}`
  const shown = lines.slice(0, fitting(lines.map(textOf), maxStatusLines))
  const more = moreWords(lines.length - shown.length)
  const footer = [more, lagWords(lag), fromFileWords(lines)].filter(Boolean)
  const blocks: Block[] = [
    ...limit.map((sentence) => richText(richLine([bold(sentence)]))),
    ...shown.map((line) => subscriptionBlock(line, alertWords(line), progressSentence(line))),
    ...added.map((sentence) => context(...sentenceAsContext(sentence))),
    ...(footer.length === 0 ? [] : [context(...footer.map(plainText))]),
  ]
  const others = added.map((sentence) => ended(sentenceAsText(sentence)))
  const text = wholeLines(
    [...limit, ...shown.map(textOf), ...others, ...footer].map(escapeMrkdwn),
    longestText,
  )
  return { text, blocks }
}

function progressSentence(line: StatusOverview['lines'][number]): Sentence {
  const waiting = waitingWords(line.waiting)
  // "Up to date" would contradict the mentions that wait.
  const state = line.state.kind === 'up-to-date' && waiting !== '' ? [say.onTime()] : stateWords(line.state)
  return [
    ...state,
    waiting === '' ? '. ' : `. ${waiting} `,
    ...plannedSentence(line),
    ...lastMentionSentence(line),
    ...(isPaused(line.state) ? [] : [...checksSentence(line), ...delaysSentence(line)]),
    ...strictSentence(line),
  ]
}

function waitingWords(waiting: SubscriptionProgress['waiting']): string {
  if (waiting === 'not-counted') return ''
  if (waiting === 'unknown') return say.waitingUnknown()
  const { count, more } = waiting
  if (more && count === 0) return say.maybeWaiting()
  if (count === 0) return ''
  return more ? say.waitingOrMore({ count }) : say.waiting({ count })
}

function lagWords(lag: number): string {
  return lag < 60_000 ? '' : say.late({ minutes: Math.round(lag / 60_000) })
}
