import type { ActionsBlock } from '@slack/types'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import { actionIds } from './action-ids.ts'
import { button, richLine, richText } from './block-kit.ts'
import { grouped } from './numbers.ts'
import { buttonValue } from './target.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'
import { plainWords, richParts, type Told } from './told.ts'

/** `why`: a pause has ended, or the saved place is damaged; `since`: ms; `waiting`: mentions since then, undefined where unknown. */
type CatchUp = {
  subscription: string
  alert: Id
  alertName: string
  why: 'paused' | 'place-lost'
  since: number
  waiting: number | { atLeast: number } | undefined
}

/** Asks what to do with what came meanwhile. Nothing is posted until somebody answers. */
export function catchUpQuestion(question: CatchUp): Content {
  const value = buttonValue({ ...question, mentions: [] })
  const told: Told = [
    ...reasonTold(question),
    ` ${waitingWords(question.waiting)} Post them in batches, or start from now?`,
  ]
  const actions = {
    type: 'actions',
    elements: [
      button('Catch up', actionIds.catchUp, value, 'primary'),
      button('Start from now', actionIds.startFromNow, value),
    ],
  } satisfies ActionsBlock
  return { text: escapeMrkdwn(plainWords(told)), blocks: [richText(richLine(richParts(told))), actions] }
}

function reasonTold({ alertName, why, since }: CatchUp): Told {
  const name = isolate(cut(alertName, 100))
  const moment = { at: since, as: 'date' as const }
  if (why === 'paused') return [`${name} was paused `, moment, '.']
  return [`Overheard lost its place in ${name}: what it posted after `, moment, ' cannot be told any more.']
}

function waitingWords(waiting: CatchUp['waiting']): string {
  if (waiting === undefined) return 'It is not known how many mentions came meanwhile.'
  if (typeof waiting !== 'number') return `At least ${grouped(waiting.atLeast)} mentions came meanwhile.`
  return waiting === 1 ? 'One mention came meanwhile.' : `${grouped(waiting)} mentions came meanwhile.`
}
