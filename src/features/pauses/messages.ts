import type { Time } from '@overheard/base/time'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  button,
  context,
  plainText,
  radioButtons,
  richLine,
  richText,
} from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** A pause without an end concerns everybody in the channel, and nothing ends it by itself. */
export const pauseQuestion = (name: string) => ({
  question: say.question({ name: isolate(cut(name, 80)) }),
  label: say.pauseOpen(),
})

/** The announcement of a pause: it ends a sentence that begins with a person's name. `until` is UTC, ms. */
export const pausedWords = (name: string, until: Time | undefined): Sentence =>
  until === undefined ? [say.pausedOpen({ name })] : say.paused({ name, until: { at: until, as: 'date' } })

export const plannedWords = (name: string, { from, until }: { from: Time; until: Time }): Sentence =>
  say.planned({ name, from: { at: from, as: 'date' }, until: { at: until, as: 'date' } })

/**
 * `since` is the start of the pause (UTC, ms). `waiting` counts the mentions since then; it is undefined if unknown.
 */
type CatchUpNotice = {
  subscription: string
  alertName: string
  since: Time
  waiting: number | { atLeast: number } | undefined
}

/** Nothing is posted until somebody answers this question. */
export function catchUpQuestion(question: CatchUpNotice): Content {
  const value = question.subscription
  const sentence = activeAgain(question)
  const buttons = [
    button(postLabel(question.waiting), actionIds.catchUp, value, 'primary'),
    button(say.skipThem(), actionIds.startFromNow, value),
  ]
  return {
    text: escapeMrkdwn(sentenceAsText(sentence)),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), ...actions(buttons)],
  }
}

function activeAgain({ alertName, since, waiting }: CatchUpNotice): Sentence {
  const of = { alert: isolate(cut(alertName, 100)), since: { at: since, as: 'date' } as const }
  if (waiting === undefined) return say.uncounted(of)
  return typeof waiting === 'number'
    ? say.counted({ ...of, waiting })
    : say.atLeast({ ...of, waiting: waiting.atLeast })
}

function postLabel(waiting: CatchUpNotice['waiting']): string {
  return typeof waiting === 'number' && waiting > 1 ? say.postAll({ waiting }) : say.postThem()
}

export const pauseInput = 'until'

/** The form offers these terms of `/mentions pause`. With `open`, a pause lasts until somebody ends it. */
const pauseTerms = [
  ['hour', '1h'],
  ['hours', '4h'],
  ['tomorrow', 'until tomorrow'],
  ['monday', 'until monday'],
  ['week', 'a week'],
  ['open', 'open'],
] as const

export function pauseModal(subscription: string): ModalContent {
  const terms = pauseTerms.map(([term, value]) => ({ value, label: say.term({ term }) }))
  return {
    title: say.title(),
    submit: say.submit(),
    blocks: [
      radioButtons(say.until(), pauseInput, terms),
      context(plainText(say.about({ name: isolate(cut(subscription, 80)) }))),
    ],
  }
}
