import type { ActionsBlock } from '@slack/types'
import type { Id } from '../../model/id.ts'
import type { Content } from '../../model/message.ts'
import { actionIds } from '../action-ids.ts'
import { button, richLine, richText } from '../block-kit.ts'
import { grouped } from '../numbers.ts'
import { buttonValue } from '../target.ts'
import { cut, escapeMrkdwn, isolate } from '../text.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../told.ts'

/** `since`: when the pause began (UTC, ms); `waiting`: mentions since then, undefined where unknown. */
type CatchUp = {
  subscription: string
  alert: Id
  alertName: string
  since: number
  waiting: number | { atLeast: number } | undefined
}

/** Asks what to do with what came meanwhile. Nothing is posted until somebody answers. */
export function catchUpQuestion(question: CatchUp): Content {
  const value = buttonValue({ ...question, mentions: [] })
  const sentence: Sentence = [
    `${isolate(cut(question.alertName, 100))} was paused `,
    { at: question.since, as: 'date' },
    `. ${waitingWords(question.waiting)} Post them in batches, or start from now?`,
  ]
  const actions = {
    type: 'actions',
    elements: [
      button('Catch up', actionIds.catchUp, value, 'primary'),
      button('Start from now', actionIds.startFromNow, value),
    ],
  } satisfies ActionsBlock
  return {
    text: escapeMrkdwn(sentenceAsText(sentence)),
    blocks: [richText(richLine(sentenceAsRichText(sentence))), actions],
  }
}

function waitingWords(waiting: CatchUp['waiting']): string {
  if (waiting === undefined) return 'It is not known how many mentions came meanwhile.'
  if (typeof waiting !== 'number') return `At least ${grouped(waiting.atLeast)} mentions came meanwhile.`
  return waiting === 1 ? 'One mention came meanwhile.' : `${grouped(waiting)} mentions came meanwhile.`
}
