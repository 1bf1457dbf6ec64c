import type { ActionsBlock, SectionBlock } from '@slack/types'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import { actionIds } from './action-ids.ts'
import { button, plainText } from './block-kit.ts'
import { grouped } from './numbers.ts'
import { utc } from './slack-date.ts'
import { buttonValue } from './target.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/** `why`: a pause has ended, or the saved place is damaged; `since`: ms; `waiting`: mentions since then, undefined where unknown. */
export type CatchUp = {
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
  const sentence = `${reasonWords(question)} ${waitingWords(question.waiting)} Post them in batches, or start from now?`
  const section = { type: 'section', text: plainText(sentence) } satisfies SectionBlock
  const actions = {
    type: 'actions',
    elements: [
      button('Catch up', actionIds.catchUp, value, 'primary'),
      button('Start from now', actionIds.startFromNow, value),
    ],
  } satisfies ActionsBlock
  return { text: escapeMrkdwn(sentence), blocks: [section, actions] }
}

function reasonWords({ alertName, why, since }: CatchUp): string {
  const name = isolate(cut(alertName, 100))
  if (why === 'paused') return `${name} was paused from ${utc(since)} on.`
  return `Overheard lost its place in ${name}: what it posted after ${utc(since)} cannot be told any more.`
}

function waitingWords(waiting: CatchUp['waiting']): string {
  if (waiting === undefined) return 'It is not known how many mentions came meanwhile.'
  if (typeof waiting !== 'number') return `At least ${grouped(waiting.atLeast)} mentions came meanwhile.`
  return waiting === 1 ? 'One mention came meanwhile.' : `${grouped(waiting)} mentions came meanwhile.`
}
