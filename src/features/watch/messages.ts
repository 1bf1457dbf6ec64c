import type { Time } from '../../async/time.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
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
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { duration, grouped, plural } from '../../messages/kit/numbers.ts'
import { namesOf } from '../../messages/kit/rule-words.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { cardText } from '../../messages/mention/card-text.ts'
import { metadataParts } from '../../messages/mention/fields.ts'
import { personName, signParts, titleOf, titleParts } from '../../messages/mention/mention-parts.ts'
import { openValue } from '../../messages/mention/open-target.ts'
import type { ProblemText } from '../../messages/problem-texts.ts'
import type { Content } from '../../model/message.ts'
import type { CallView, PersonToCall } from '../../reminders/people-to-call.ts'

const mostTitles = 3

/** The direct message that calls the person on watch. */
export function personCall(view: CallView, person: Omit<PersonToCall, 'user'>): Content {
  const { channel, ts, alert, mentions, permalink } = view
  const [first, ...others] = mentions
  const why = whyThisPerson(person)
  if (first === undefined || others.length > 0) return severalCall(view, titleParts, why)
  const title = titleOf(first)
  const news = newsOf(view)
  const value = openValue({ scope: 'mine', page: 0, channel, ts, alert, mention: first.id })
  const text = cardText(first, title, { kind: 'open' }, news)
  const elements = [
    button('Claim', actionIds.reminderClaim, value, 'primary'),
    button('Snooze…', actionIds.reminderSnooze, value),
    ...linkTo(permalink),
  ]
  return {
    text: wholeLines([...text.split('\n'), ...(why === '' ? [] : [escapeMrkdwn(why)])], longestText),
    blocks: [
      richText(richLine([bold(news), words(' · '), ...signParts(first), ...titleParts(title)])),
      context(...metadataParts(first, title, [alertWords(view)])),
      ...(why === '' ? [] : [context(plainText(why))]),
      ...actions(elements),
    ],
  }
}

/**
 * The message in the thread that calls the people of `notify`. It has no address of a mention, because what a channel gets has each address
 * only once.
 */
export function groupCall(view: CallView & { before?: { name: string; isDisturbed: boolean } }): Content {
  return severalCall(view, ({ words: title }) => [words(isolate(title))], whoWasCalled(view.before))
}

function whoWasCalled(before: { name: string; isDisturbed: boolean } | undefined): string {
  if (before === undefined) return 'Nobody on watch could be called.'
  const but = before.isDisturbed ? ', but has do-not-disturb on' : ''
  return `${personName(before.name)}, who is on watch, was called${but}.`
}

function whyThisPerson({ passedOver, isDisturbed }: Omit<PersonToCall, 'user'>): string {
  if (isDisturbed) return 'You have do-not-disturb on, but nobody else on the watch can be called now.'
  if (passedOver.length === 0) return ''
  return `${namesOf(passedOver)} ${passedOver.length === 1 ? 'has' : 'have'} do-not-disturb on, so you are called.`
}

function severalCall(view: CallView, partsOf: typeof titleParts, end = ''): Content {
  const { mentions, permalink } = view
  const shown = mentions.slice(0, mostTitles)
  const news = newsOf(view)
  const more = mentions.length - shown.length
  const titles = shown.map((mention) => ({ mention, title: titleOf(mention) }))
  const lines = titles.flatMap(({ mention, title }) => [
    words('\n'),
    ...signParts(mention),
    ...partsOf(title),
  ])
  const facts = [more === 0 ? '' : `${grouped(more)} more`, alertWords(view), end].filter(Boolean).join(' · ')
  const text = [news, ...titles.map(({ title }) => isolate(title.words)), facts]
  return {
    text: wholeLines(text.map(escapeMrkdwn), longestText - 500),
    blocks: [
      richText(richLine([bold(news), ...lines])),
      ...(facts === '' ? [] : [context(plainText(facts))]),
      ...actions(linkTo(permalink)),
    ],
  }
}

const linkTo = (permalink: string | undefined) =>
  permalink === undefined
    ? []
    : [{ ...button('Open message', actionIds.reminderLink, 'watch'), url: permalink }]

function newsOf({ mentions, unclaimedForMs }: CallView): string {
  const about = mentions.length === 1 ? 'this' : plural(mentions.length, 'urgent mention')
  return `Nobody has claimed ${about} for ${duration(unclaimedForMs)}`
}

const alertWords = ({ alertName }: CallView) => isolate(cut(alertName, 100))

export type OnWatchView = { name: string; until: Time; nextName: string }

/** Says who is on watch, for a line that ends with its own full stop. */
export const onWatchSentence = ({ name, until }: Omit<OnWatchView, 'nextName'>): Sentence => [
  `${personName(name)} is on watch until `,
  { at: until, as: 'date' },
]

export function watchAnswer(view: OnWatchView): Content {
  const then = view.nextName === view.name ? '' : ` Then ${personName(view.nextName)}.`
  const sentence = [...onWatchSentence(view), `.${then}`]
  const about =
    'If nobody claims an urgent mention in time, this person gets a direct message. After the same time again, the people of the subscription are called in the channel.'
  const swap = button('Hand on for a day', `${actionIds.runLine}0`, 'watch swap')
  return {
    text: escapeMrkdwn(`${sentenceAsText(sentence)}\n${about}`),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), context(plainText(about)), ...actions([swap])],
  }
}

/** The direct message to the person who has the watch now. */
export function handedOnNotice({ by, until }: { by: string; until: Time }): Content {
  const sentence: Sentence = [
    `${personName(by)} handed the watch to you until `,
    { at: until, as: 'date' },
    '.',
  ]
  const about =
    'If nobody claims an urgent mention in time, you get a direct message. /mentions watch shows the watch.'
  return {
    text: escapeMrkdwn(`${sentenceAsText(sentence)}\n${about}`),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), context(plainText(about))],
  }
}

export const swapQuestion = (to: string) => ({
  question: `${personName(to)} is then on watch for a day, is told so in a direct message, and is called if nobody claims an urgent mention. Hand the watch on?`,
  label: 'Hand the watch on',
})

/** The announcement of a swap: it ends a sentence that begins with a person's name. `until` is UTC, ms. */
export const handedOn = (to: string, until: Time): Sentence => [
  `handed the watch to ${isolate(cut(to, 40))} until `,
  { at: until, as: 'date' },
]

/** `person` is on watch. `instead` is the next person on the list whom Slack can reach. */
export const unreachable = (person: string, instead: string | undefined): ProblemText => ({
  what:
    instead === undefined
      ? 'Nobody on the watch can be called: Slack has no active account of them.'
      : `${personName(person)} is on watch but has no active Slack account. ${personName(instead)} is called instead.`,
  whatToDo:
    'Correct the list `watch.users` in the configuration file and reload Overheard, or hand the watch on: /mentions watch swap.',
})

export const watchTexts = {
  notUnderstood: (words: string) => `/mentions watch takes nothing, or swap and a person, not “${words}”.`,
  none: 'Nobody is on watch, because the configuration file does not set “watch”.',
  alone: 'There is nobody else on the list. Name a person: /mentions watch swap @NAME',
  already: 'This person is on watch already.',
  away: 'This person is away. Choose another person.',
  unknown: 'Slack does not answer who this person is right now. Try again in a minute.',
  'not-callable': 'Only full members of this workspace can be on watch. Choose another person.',
} as const
