import type { Time } from '../../async/time.ts'
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
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import type { Content, ModalContent } from '../../model/message.ts'

/** A pause without an end concerns everybody in the channel, and nothing ends it by itself. */
export const pauseQuestion = (name: string) => ({
  question: `Nothing of ${isolate(cut(name, 80))} is posted then until somebody resumes it, and its channel is told. Pause it? With a time, such as 2h, the pause ends by itself.`,
  label: 'Pause without an end',
})

/** Each text ends a sentence that begins with a person's name. */
export const pauseChangeTexts = {
  /** `until` is UTC, ms. */
  paused: (name: string, until: Time | undefined): Sentence => [
    `paused ${name} until `,
    until === undefined ? 'somebody resumes it' : { at: until, as: 'date' },
    '; new mentions wait',
  ],
  planned: (name: string, { from, until }: { from: Time; until: Time }): Sentence => [
    `planned a pause of ${name} from `,
    { at: from, as: 'date' },
    ' until ',
    { at: until, as: 'date' },
  ],
  planCancelled: (name: string): Sentence => [`cancelled the planned pause of ${name}`],
  resumed: (name: string): Sentence => [`resumed ${name}`],
  caughtUp: (name: string): Sentence => [`resumed ${name}: the mentions of the pause follow`],
  skipped: (name: string): Sentence => [`resumed ${name}: the mentions of the pause are skipped`],
}

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
  const sentence: Sentence = [
    `${isolate(cut(question.alertName, 100))} is active again after a pause since `,
    { at: question.since, as: 'date' },
    `. ${waitingWords(question.waiting)}`,
  ]
  const buttons = [
    button(postLabel(question.waiting), actionIds.catchUp, value, 'primary'),
    button('Skip them', actionIds.startFromNow, value),
  ]
  return {
    text: escapeMrkdwn(sentenceAsText(sentence)),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), ...actions(buttons)],
  }
}

function waitingWords(waiting: CatchUpNotice['waiting']): string {
  if (waiting === undefined) return 'Mentions of the pause could not be counted.'
  if (typeof waiting !== 'number')
    return `At least ${plural(waiting.atLeast, 'mention')} arrived during the pause.`
  return `${plural(waiting, 'mention')} arrived during the pause.`
}

function postLabel(waiting: CatchUpNotice['waiting']): string {
  return typeof waiting === 'number' && waiting > 1 ? `Post all ${grouped(waiting)}` : 'Post them'
}

export const pauseInput = 'until'

/** The form offers these terms of `/mentions pause`. With `open`, a pause lasts until somebody ends it. */
const pauseTerms = [
  { value: '1h', label: '1 hour' },
  { value: '4h', label: '4 hours' },
  { value: 'until tomorrow', label: 'Tomorrow at 9:00' },
  { value: 'until monday', label: 'Next Monday at 9:00' },
  { value: 'a week', label: '1 week' },
  { value: 'open', label: 'Until somebody resumes it' },
]

export function pauseModal(subscription: string): ModalContent {
  const about = `Nothing of ${isolate(cut(subscription, 80))} is posted until then. New mentions wait.`
  return {
    title: 'Pause subscription',
    submit: 'Pause',
    blocks: [
      radioButtons('Until', pauseInput, pauseTerms),
      context(
        plainText(
          `${about} After a pause of more than a day, Overheard asks the channel whether to post what came in between. Times are in your time zone.`,
        ),
      ),
    ],
  }
}
