import type { Time } from '../../async/time.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { actions, button, context, plainText, richLine, richText } from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { plural } from '../../messages/kit/numbers.ts'
import { escapeMrkdwn } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Content } from '../../model/message.ts'
import { type Absence, isDuring } from './model.ts'

/** An answer shows so many people. */
export const mostShown = 20

function absenceWords({ from, until }: Absence, now: Time): Sentence {
  const end = { at: until, as: 'date' } as const
  return isDuring({ from, until }, now)
    ? ['until ', end]
    : ['from ', { at: from, as: 'date' }, ' until ', end]
}

/** Says when the person who reads it is away, for a line that ends with its own full stop. */
export const ownAbsence = (absence: Absence, now: Time): Sentence => [
  isDuring(absence, now) ? 'You are away ' : 'You will be away ',
  ...absenceWords(absence, now),
]

type AwayView = {
  now: Time
  own?: Absence
  /** Everybody else, with their names, the earliest first. */
  others: { name: string; absence: Absence }[]
}

export function awayAnswer({ now, own, others }: AwayView): Content {
  const shown = others.slice(0, mostShown)
  const lines: Sentence[] = [
    own === undefined ? ['You are not away.'] : [...ownAbsence(own, now), '.'],
    ...shown.map(({ name, absence }): Sentence => {
      const verb = isDuring(absence, now) ? ' is away ' : ' will be away '
      return [personName(name), verb, ...absenceWords(absence, now), '.']
    }),
  ]
  const more = others.length - shown.length
  if (more > 0) lines.push([`${plural(more, 'more person', 'more people')}.`])
  const about =
    own === undefined
      ? 'Say until when you are away: /mentions away until monday'
      : 'Meanwhile Overheard assigns you nothing by rule, and calls others on the watch.'
  const back = button('I am back', `${actionIds.runLine}0`, 'away back')
  return {
    text: escapeMrkdwn([...lines.map(sentenceAsText), about].join('\n')),
    blocks: [
      richText(...lines.map((line) => richLine(sentenceAsRichText(line)))),
      context(plainText(about)),
      ...(own === undefined ? [] : actions([back])),
    ],
  }
}

export const awayTexts = {
  help: '• `away`, `away until monday`, `away from friday 12:00 until monday`, `away back`: who is away and is not called or assigned meanwhile, and to say so of yourself',
  back: 'You are back.',
  notAway: 'You were not away.',
} as const
