import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import {
  actions,
  bullets,
  button,
  context,
  divider,
  plainText,
  richLine,
  richText,
  section,
  words,
} from '../../messages/kit/block-kit.ts'
import { sentences } from '../../messages/kit/labels.ts'
import { inEnglish, list, messages } from '../../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { entryParts, entryText } from '../../messages/mention/mention-parts.ts'
import { verdictWords } from '../../messages/reasons.ts'
import type { Verdict } from '../../model/decision.ts'
import type { Block, Content } from '../../model/message.ts'
import { fewestLabels, fewestOfEach, missingLabels } from './classifier.ts'
import { en } from './texts.en.ts'

export const heldIds = {
  show: 'relevance_show',
  bringBack: 'relevance_bring_back',
  dismiss: 'relevance_dismiss',
} as const

export const say = messages(en, (language) => import(`./texts.${language}.ts`))
const sayProblem = inEnglish(say)

export const letThroughText = (name: string) => say.letThrough({ name: shownName(name) })

export const steppedBack = (name: string, back: number, held: number) => ({
  what: sayProblem.steppedBack({ back, held, name: shownName(name) }),
  whatToDo: sayProblem.holdsLess(),
})

const shownName = (name: string) => isolate(cut(name, 60))

const quotedWords = (some: readonly string[]) =>
  list(
    some.map((word) => say.quoted({ word: isolate(cut(word, 24)) })),
    'narrow',
  )

const longestValue = 1900

/** A place in the list. A number of rows would skip mentions when those before it leave the list. */
export type HeldPlace = { at: Time; id: Id }

/**
 * The value of a button: a subscription, ids of mentions (as many as fit), and the place after which the list goes on. The place does not
 * count, so that each page names the same mentions. It has at most 60 characters.
 */
function heldValue(subscription: string, ids: readonly Id[], after?: HeldPlace): string {
  let count = ids.length
  while (count > 0 && JSON.stringify([subscription, ...ids.slice(0, count)]).length > longestValue) count -= 1
  return JSON.stringify([subscription, ...ids.slice(0, count), ...(after === undefined ? [] : [after])])
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
  const of = { count: ids.length, name: shownName(name) }
  const text = decided.length === 0 ? say.line(of) : say.lineWithWords({ ...of, words: quotedWords(decided) })
  return {
    text: escapeMrkdwn(text),
    blocks: [
      context(plainText(text)),
      ...actions([button(say.show(), heldIds.show, heldValue(subscription, ids))]),
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
  /** Which of them is the first entry, from 1. */
  first: number
  /** The mentions of the line of a day in which somebody pressed. */
  named: readonly Id[]
  /** Other mentions follow those of the line. */
  hasOthers: boolean
  /** The place after which the next page begins. */
  next?: HeldPlace
  letThrough: number
  labels: { relevant: number; noise: number }
}

/** A page of what is held back for one subscription, newest first. */
export function heldList(view: HeldView): Content {
  const { name, subscription, entries, total, first, letThrough, labels } = view
  const of = { name: shownName(name), total }
  const summary = total === 0 ? say.nothing(of) : view.hasOthers ? say.listWithLineFirst(of) : say.list(of)
  const footer = sentences([
    ...(total > entries.length && entries.length > 0
      ? [say.shown({ count: entries.length, from: first, to: first + entries.length - 1 })]
      : []),
    ...(letThrough > 0 ? [say.checked({ count: letThrough })] : []),
    learningWords(labels),
  ])
  const rows = entries.flatMap(({ mention, verdict }): Block[] => [
    richText(
      bullets([
        richLine([
          ...entryParts(mention),
          ...(verdict === undefined ? [] : [words(` · ${verdictWords(verdict)}`)]),
        ]),
      ]),
    ),
    ...actions([
      button(say.post(), heldIds.bringBack, heldValue(subscription, [mention.id])),
      button(say.dismiss(), heldIds.dismiss, heldValue(subscription, [mention.id])),
    ]),
  ])
  const more = view.next && button(say.more(), heldIds.show, heldValue(subscription, view.named, view.next))
  const lines = entries.map(
    ({ mention, verdict }) =>
      `${entryText(mention)}${verdict === undefined ? '' : ` · ${escapeMrkdwn(verdictWords(verdict))}`}`,
  )
  return {
    text: wholeLines([escapeMrkdwn(summary), ...lines, escapeMrkdwn(footer)], longestText),
    blocks: [section(summary), ...rows, context(plainText(footer)), ...actions(more ? [more] : [])],
  }
}

function learningWords({ relevant, noise }: HeldView['labels']): string {
  const missing = missingLabels(relevant, noise)
  if (missing.labels + missing.relevant + missing.noise === 0) return say.learned({ count: relevant + noise })
  const needs = [
    ...(missing.labels > 0 ? [say.missingLabels({ missing: missing.labels, needed: fewestLabels })] : []),
    ...(missing.relevant > 0
      ? [say.missingRelevant({ missing: missing.relevant, needed: fewestOfEach })]
      : []),
    ...(missing.noise > 0 ? [say.missingNoise({ missing: missing.noise, needed: fewestOfEach })] : []),
  ]
  return say.notYet({ missing: list(needs, 'narrow') })
}

export type HeldWeek = { name: string; held: number; back: number }

const heldWeekWords = ({ name, held, back }: HeldWeek): string =>
  say.week({ name: shownName(name), held, back })

/** Some lines are enough on the home tab. */
const mostWeeks = 8

export const heldWeekBlock = (weeks: readonly HeldWeek[]): Block[] =>
  weeks.length === 0
    ? []
    : [divider, context(plainText(weeks.slice(0, mostWeeks).map(heldWeekWords).join('\n')))]
