import type { Time } from '@overheard/base/time'
import type { Button } from '@slack/types'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  plainText,
  type RichPart,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { duration } from '../../messages/kit/numbers.ts'
import { namesOf } from '../../messages/kit/rule-words.ts'
import { inEnglish, messages } from '../../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { cardText } from '../../messages/mention/card-text.ts'
import { metadataParts } from '../../messages/mention/fields.ts'
import {
  personName,
  signParts,
  type Title,
  titleOf,
  titleParts,
} from '../../messages/mention/mention-parts.ts'
import { openValue } from '../../messages/mention/open-target.ts'
import type { ProblemText } from '../../messages/problems/problem-texts.ts'
import type { Content } from '../../model/message.ts'
import type { CallView, PersonToCall } from '../../reminders/people-to-call.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))
export const sayProblem = inEnglish(say)

const mostTitles = 3

/** The direct message that calls the person on watch. */
export function personCall(view: CallView, person: Omit<PersonToCall, 'user'>): Content {
  const { channel, ts, alert, mentions, permalink } = view
  const [first, ...others] = mentions
  const why = whyThisPerson(person, mentions.length)
  if (first === undefined || others.length > 0) return severalCall(view, titleParts, why)
  const title = titleOf(first)
  const news = newsOf(view)
  const value = openValue({ scope: 'mine', page: 0, channel, ts, alert, mention: first.id })
  const text = cardText(first, title, { kind: 'open' }, news)
  const elements = [
    button(say.claim(), actionIds.reminderClaim, value, 'primary'),
    button(say.snooze(), actionIds.reminderSnooze, value),
    ...linkTo(permalink),
  ]
  return {
    text: wholeLines([...text.split('\n'), escapeMrkdwn(why)], longestText),
    blocks: [
      richText(richLine([bold(news), words(' · '), ...signParts(first), ...titleParts(title)])),
      richText(richLine([words(why)])),
      context(...metadataParts(first, title, [alertWords(view)])),
      ...actions(elements),
    ],
  }
}

/**
 * The message in the thread that calls the people of `notify`. It has no address of a mention, because what a channel gets has each address
 * only once: the title of one mention leads to its message in Slack.
 */
export function groupCall(view: CallView & { before?: { name: string; isDisturbed: boolean } }): Content {
  const { channel, ts, alert, mentions, permalink, before } = view
  const [first, ...others] = mentions
  const value = first && openValue({ scope: 'channel', page: 0, channel, ts, alert, mention: first.id })
  const claim = others.length > 0 ? [] : [button(say.claim(), actionIds.reminderClaim, value, 'primary')]
  const address = others.length > 0 ? undefined : permalink
  const toMessage = (title: Title) => titleParts({ ...title, address, raw: '' })
  return severalCall(view, toMessage, whoWasCalled(before, mentions.length), claim)
}

function whoWasCalled(before: { name: string; isDisturbed: boolean } | undefined, count: number): string {
  if (before === undefined) return say.nobodyCalled({ count })
  const person = personName(before.name)
  return before.isDisturbed ? say.calledButDisturbed({ person, count }) : say.called({ person, count })
}

function whyThisPerson({ passedOver, isDisturbed }: Omit<PersonToCall, 'user'>, count: number): string {
  if (isDisturbed) return say.youAreDisturbed({ count })
  if (passedOver.length === 0) return say.onDuty({ count })
  return say.passedOver({ people: namesOf(passedOver), others: passedOver.length, count })
}

function severalCall(
  view: CallView,
  partsOf: (title: Title) => RichPart[],
  why: string,
  controls: Button[] = [],
): Content {
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
  const facts = [more === 0 ? '' : say.more({ count: more }), alertWords(view)].filter(Boolean).join(' · ')
  const text = [news, ...titles.map(({ title }) => isolate(title.words)), why, facts]
  return {
    text: wholeLines(text.map(escapeMrkdwn), longestText - 500),
    blocks: [
      richText(richLine([bold(news), ...lines])),
      richText(richLine([words(why)])),
      ...(facts === '' ? [] : [context(plainText(facts))]),
      ...actions([...controls, ...linkTo(permalink)]),
    ],
  }
}

const linkTo = (permalink: string | undefined) =>
  permalink === undefined
    ? []
    : [{ ...button(say.openMessage(), actionIds.reminderLink, 'watch'), url: permalink }]

function newsOf({ mentions, unclaimedForMs }: CallView): string {
  const time = duration(unclaimedForMs)
  return mentions.length === 1
    ? say.unclaimed({ time })
    : say.unclaimedMentions({ count: mentions.length, time })
}

const alertWords = ({ alertName }: CallView) => isolate(cut(alertName, 100))

export type OnWatchView = { name: string; until: Time; nextName: string }

/** Says who is on watch, for a line that ends with its own full stop. */
export const onWatchSentence = ({ name, until }: Omit<OnWatchView, 'nextName'>): Sentence =>
  say.onWatch({ person: personName(name), until: { at: until, as: 'date' } })

export function watchAnswer(view: OnWatchView): Content {
  const now = { person: personName(view.name), until: { at: view.until, as: 'date' } } as const
  const sentence =
    view.nextName === view.name
      ? say.onWatchNow(now)
      : say.onWatchThen({ ...now, next: personName(view.nextName) })
  const about = say.about()
  const swap = button(say.handOnForADay(), `${actionIds.runLine}0`, 'duty swap')
  return {
    text: escapeMrkdwn(`${sentenceAsText(sentence)}\n${about}`),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), context(plainText(about)), ...actions([swap])],
  }
}

/** The direct message to the person who has the watch now. */
export function handedOnNotice({ by, until }: { by: string; until: Time }): Content {
  const moment = { at: until, as: 'date' } as const
  const sentence = say.handedToYou({ person: personName(by), until: moment })
  const about = say.aboutYou()
  return {
    text: escapeMrkdwn(`${sentenceAsText(sentence)}\n${about}`),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), context(plainText(about))],
  }
}

export const swapQuestion = (to: string) => ({
  question: say.swapQuestion({ person: personName(to) }),
  label: say.handOn(),
})

/** The announcement of a swap: it ends a sentence that begins with a person's name. `until` is UTC, ms. */
export const handedOn = (to: string, until: Time): Sentence =>
  say.handedOn({ person: isolate(cut(to, 40)), until: { at: until, as: 'date' } })

/** `person` is on watch. `instead` is the next person on the list whom Slack can reach. */
export const unreachable = (person: string, instead: string | undefined): ProblemText => ({
  what:
    instead === undefined
      ? sayProblem.nobodyReachable()
      : sayProblem.unreachable({ person: personName(person), instead: personName(instead) }),
  whatToDo: sayProblem.correctList(),
})
