import {
  actions,
  bullets,
  button,
  context,
  plainText,
  richLine,
  richText,
  section,
  words,
} from '../../messages/kit/block-kit.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { entryParts, entryText } from '../../messages/mention/mention-parts.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import { fewestLabels, fewestOfEach, missingLabels } from './classifier.ts'
import type { Verdict } from './judge.ts'

export const heldIds = { show: 'relevance_show', bringBack: 'relevance_bring_back' } as const

export const heldTexts = {
  help: '• `held`, `held acme`: what was held back as not about you, with a button that posts it',
  notOn:
    'Nothing is held back for this channel: none of its subscriptions says what it is about (about). docs/relevance.md explains it.',
  already: 'This mention was brought back before.',
  posted: 'This mention is in the channel already.',
  gone: 'This mention is not held back any more, and the mention service does not have it.',
  onItsWay: 'Overheard posts this mention in a moment, and learns from it.',
  letThrough: (name: string) => `Probably not about ${shownName(name)}; shown to check the filter`,
  steppedBack: (name: string, back: number, held: number) => ({
    what: `People brought back ${grouped(back)} of ${plural(held, 'mention')} that were held back as not about ${shownName(name)}, which is more than promised.`,
    whatToDo: 'Overheard now holds back less. You need not do anything. docs/relevance.md explains it.',
  }),
}

const shownName = (name: string) => isolate(cut(name, 60))

const quotedWords = (some: readonly string[]) => some.map((word) => `“${isolate(cut(word, 24))}”`).join(', ')

/** The words for and against as the detail of a decision. */
export function verdictWords({ against, for: inFavour }: Verdict): string {
  const parts = [
    ...(against.length === 0 ? [] : [`against: ${quotedWords(against)}`]),
    ...(inFavour.length === 0 ? [] : [`for: ${quotedWords(inFavour)}`]),
  ]
  return parts.join('; ')
}

const longestValue = 1900

/** The value of a button: a subscription and ids of mentions, as many as fit. */
function heldValue(subscription: string, ids: readonly Id[]): string {
  let count = ids.length
  while (count > 0 && JSON.stringify([subscription, ...ids.slice(0, count)]).length > longestValue) count -= 1
  return JSON.stringify([subscription, ...ids.slice(0, count)])
}

/** The quiet line of a day. */
export function heldLine({
  name,
  ids,
  words: decided,
  subscription,
}: {
  name: string
  ids: readonly Id[]
  words: readonly string[]
  subscription: string
}): Content {
  const because = decided.length === 0 ? '' : ` (${quotedWords(decided)})`
  const text = `${plural(ids.length, 'mention')} held back as not about ${shownName(name)}${because}.`
  return {
    text: escapeMrkdwn(text),
    blocks: [
      context(plainText(text)),
      ...actions([button('Show them', heldIds.show, heldValue(subscription, ids))]),
    ],
  }
}

export type HeldEntry = { mention: Mention; verdict: Verdict | undefined }

export type HeldView = {
  name: string
  subscription: string
  entries: readonly HeldEntry[]
  /** How many are held back in all. */
  total: number
  letThrough: number
  labels: { relevant: number; noise: number }
}

export const heldPerPage = 8

/** What is held back for one subscription, newest first. */
export function heldList({ name, subscription, entries, total, letThrough, labels }: HeldView): Content {
  const summary =
    total === 0
      ? `Nothing is held back as not about ${shownName(name)}.`
      : `${plural(total, 'mention')} held back as not about ${shownName(name)}, newest first:`
  const footer = [
    ...(total > entries.length && total > 0 ? [`These are the newest ${grouped(entries.length)}.`] : []),
    ...(letThrough > 0
      ? [
          `${plural(letThrough, 'more mention')} looked the same, and was posted to check this.`.replace(
            /^(?!1 )(.*) was posted/,
            '$1 were posted',
          ),
        ]
      : []),
    learningWords(labels),
  ]
  const rows = entries.flatMap(({ mention, verdict }): Block[] => [
    richText(
      bullets([
        richLine([
          ...entryParts(mention),
          ...(verdict === undefined ? [] : [words(` · ${verdictWords(verdict)}`)]),
        ]),
      ]),
    ),
    ...actions([button('Post it', heldIds.bringBack, heldValue(subscription, [mention.id]))]),
  ])
  const lines = entries.map(
    ({ mention, verdict }) =>
      `${entryText(mention)}${verdict === undefined ? '' : ` · ${escapeMrkdwn(verdictWords(verdict))}`}`,
  )
  return {
    text: wholeLines([escapeMrkdwn(summary), ...lines, escapeMrkdwn(footer.join(' '))], longestText),
    blocks: [section(summary), ...rows, context(plainText(footer.join(' ')))],
  }
}

function learningWords({ relevant, noise }: HeldView['labels']): string {
  const missing = missingLabels(relevant, noise)
  if (missing.labels + missing.relevant + missing.noise === 0)
    return `Learned from ${plural(relevant + noise, 'mention')} that people handled or marked as not relevant.`
  const needs = [
    ...(missing.labels > 0 ? [`${grouped(missing.labels)} of ${fewestLabels} handled mentions`] : []),
    ...(missing.relevant > 0 ? [`${grouped(missing.relevant)} of ${fewestOfEach} that were relevant`] : []),
    ...(missing.noise > 0 ? [`${grouped(missing.noise)} of ${fewestOfEach} that were not`] : []),
  ]
  return `Only the rules of about hold mentions back, because nothing is learned yet. Still missing: ${needs.join(', ')}.`
}

export type HeldWeek = { name: string; held: number; back: number }

const heldWeekWords = ({ name, held, back }: HeldWeek): string =>
  `Held back as not about ${shownName(name)} in the last 7 days: ${grouped(held)}, of which people brought back ${grouped(back)}.`

/** Some lines are enough on the home tab. */
const mostWeeks = 8

export const heldWeekBlock = (weeks: readonly HeldWeek[]): Block[] =>
  weeks.length === 0 ? [] : [context(plainText(weeks.slice(0, mostWeeks).map(heldWeekWords).join('\n')))]
