import type { Time } from '@overheard/base/time'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { actions, button, context, plainText, richLine, richText } from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { messages } from '../../messages/kit/say.ts'
import { escapeMrkdwn } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Content } from '../../model/message.ts'
import { type Absence, isDuring } from './model.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** An answer shows so many people. */
export const mostShown = 20

/** Says when the person who reads it is away. */
export function ownAbsence(absence: Absence, now: Time): Sentence {
  const times = momentsOf(absence)
  return isDuring(absence, now) ? say.youAre(times) : say.youWillBe(times)
}

function ownSentence(absence: Absence, now: Time): Sentence {
  const times = momentsOf(absence)
  return isDuring(absence, now) ? say.youAreNow(times) : say.youWillBeThen(times)
}

function sentenceAbout(person: string, absence: Absence, now: Time): Sentence {
  const times = { person, ...momentsOf(absence) }
  return isDuring(absence, now) ? say.is(times) : say.willBe(times)
}

const momentsOf = ({ from, until }: Absence) =>
  ({ from: { at: from, as: 'date' }, until: { at: until, as: 'date' } }) as const

type AwayView = {
  now: Time
  own?: Absence
  /** Everybody else, with their names, the earliest first. */
  others: { name: string; absence: Absence }[]
}

export function awayAnswer({ now, own, others }: AwayView): Content {
  const shown = others.slice(0, mostShown)
  const lines: Sentence[] = [
    own === undefined ? [say.youAreNot()] : ownSentence(own, now),
    ...shown.map(({ name, absence }) => sentenceAbout(personName(name), absence, now)),
  ]
  const more = others.length - shown.length
  if (more > 0) lines.push([say.more({ count: more })])
  const about = own === undefined ? say.howTo() : say.meanwhile()
  const back = button(say.iAmBack(), `${actionIds.runLine}0`, 'away back')
  return {
    text: escapeMrkdwn([...lines.map(sentenceAsText), about].join('\n')),
    blocks: [
      richText(...lines.map((line) => richLine(sentenceAsRichText(line)))),
      context(plainText(about)),
      ...(own === undefined ? [] : actions([back])),
    ],
  }
}
