import type { Sentiment } from '@overheard/mention-client/mention'
import type { InputBlock } from '@slack/types'
import { context, input, optionOf, plainText } from '../../messages/kit/block-kit.ts'
import { sentimentLabel } from '../../messages/kit/labels.ts'
import { list, messages } from '../../messages/kit/say.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Correction } from '../../model/correction.ts'
import type { Block } from '../../model/message.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export const sentimentInput = 'sentiment'

/** Takes the correction back. */
export const asTheServiceSays = 'service'

/** So many words are named. */
const mostMoved = 5

/** How corrections take part in the sentiment of a mention. The words are those of strangers. */
export function movedSentences(moved: readonly { word: string; by: number }[]): string[] {
  if (moved.length === 0) return []
  const named = moved
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, mostMoved)
    .map(({ word, by }) => say[by > 0 ? 'better' : 'worse']({ word: isolate(cut(word, 40)) }))
  return [say.moved({ words: list(named, 'narrow') })]
}

const sentiments: readonly Sentiment[] = ['negative', 'neutral', 'positive']

/** `present` is the sentiment that all of the mentions have; undefined if they differ. */
export type CorrectForm = { present: Sentiment | 'none' | undefined; corrected: Correction | undefined }

/** Nothing is chosen at the beginning, so that a form that was opened for another reason changes no sentiment. */
export function correctBlocks({ present, corrected }: CorrectForm): Block[] {
  const choices = sentiments
    .filter((one) => one !== present)
    .map((one) => ({ label: sentimentLabel(one), value: one }))
  const undo = { label: say.undo(), value: asTheServiceSays }
  const canUndo = corrected !== undefined || present === undefined
  const element: InputBlock['element'] = {
    type: 'static_select',
    action_id: sentimentInput,
    placeholder: plainText(placeholderOf(present)),
    options: [...choices, ...(canUndo ? [undo] : [])].map(optionOf),
  }
  return [input(say.label(), sentimentInput, element, true), context(plainText(hintOf(corrected)))]
}

function placeholderOf(present: CorrectForm['present']): string {
  return present === undefined ? say.leave() : say.leaveAs({ present })
}

function hintOf(corrected: Correction | undefined): string {
  if (corrected === undefined) return say.hint()
  return say.corrected({ person: personName(corrected.by), was: corrected.was ?? 'none' })
}
