import type { InputBlock } from '@slack/types'
import { context, input, optionOf, plainText } from '../../messages/kit/block-kit.ts'
import { sentimentLabel } from '../../messages/kit/labels.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Correction } from '../../model/correction.ts'
import type { Sentiment } from '../../model/mention.ts'
import type { Block } from '../../model/message.ts'

export const sentimentInput = 'sentiment'

/** Takes the correction back. */
export const asTheServiceSays = 'service'

export const correctTexts = {
  onCards: '• *⋯*, *More…*: correct a wrong sentiment, too.',
}

/** So many words are named. */
const mostMoved = 5

/** How corrections take part in the sentiment of a mention. The words are those of strangers. */
export function movedSentences(moved: readonly { word: string; by: number }[]): string[] {
  if (moved.length === 0) return []
  const named = moved
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, mostMoved)
    .map(({ word, by }) => `\u201c${isolate(cut(word, 40))}\u201d ${by > 0 ? 'to better' : 'to worse'}`)
  return [`Corrections of this alert have moved words of it: ${named.join(', ')}.`]
}

const sentiments: readonly Sentiment[] = ['negative', 'neutral', 'positive']

/** `present` is the sentiment that all of the mentions have; undefined if they differ. */
export type CorrectForm = { present: Sentiment | 'none' | undefined; corrected: Correction | undefined }

/** Nothing is chosen at the beginning, so that a form that was opened for another reason changes no sentiment. */
export function correctBlocks({ present, corrected }: CorrectForm): Block[] {
  const choices = sentiments
    .filter((one) => one !== present)
    .map((one) => ({ label: sentimentLabel(one), value: one }))
  const undo = { label: 'As the mention service rated it', value: asTheServiceSays }
  const canUndo = corrected !== undefined || present === undefined
  const element: InputBlock['element'] = {
    type: 'static_select',
    action_id: sentimentInput,
    placeholder: plainText(placeholderOf(present)),
    options: [...choices, ...(canUndo ? [undo] : [])].map(optionOf),
  }
  return [
    input('The sentiment is wrong', sentimentInput, element, true),
    context(plainText(hintOf(corrected))),
  ]
}

function placeholderOf(present: CorrectForm['present']): string {
  if (present === undefined) return 'Leave as it is'
  return present === 'none' ? 'Leave it without a sentiment' : `Leave it ${present}`
}

function hintOf(corrected: Correction | undefined): string {
  if (corrected === undefined)
    return 'Cards, the list of open mentions, spikes, the digest and the export then use your choice, in every channel that has the mention.'
  const rated = corrected.was === undefined ? 'did not rate it' : `rated it ${corrected.was}`
  return `Corrected by ${personName(corrected.by)}. The mention service ${rated}.`
}
