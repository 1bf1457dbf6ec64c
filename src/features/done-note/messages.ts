import type { Mention } from '@overheard/mention-client/mention'
import type { InputBlock } from '@slack/types'
import type { DigestSection } from '../../messages/digest-section.ts'
import { bold, bullets, input, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { personName, titleOf } from '../../messages/mention/mention-parts.ts'
import type { Block } from '../../model/message.ts'
import { en } from './texts.en.ts'

export const noteInput = 'done_note'

/** In characters. */
export const longestNote = 500

/** A digest shows so many notes, and so much of each and of its title. */
const mostShown = 5
const longestShownNote = 200
const longestTitle = 80

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export function noteBlocks(): Block[] {
  const element: InputBlock['element'] = {
    type: 'plain_text_input',
    action_id: noteInput,
    multiline: true,
    max_length: longestNote,
  }
  return [input(say.label(), noteInput, element, true)]
}

export type ClosedWithNote = { mention: Mention; by: string; note: string }

/** The newest comes first. */
export function notesSection(closed: ClosedWithNote[]): DigestSection {
  if (closed.length === 0) return { text: [], blocks: [] }
  const shown = closed.slice(0, mostShown)
  const headline =
    closed.length > shown.length
      ? say.headlineOfSome({ shown: shown.length, total: closed.length })
      : say.headline()
  return {
    text: [`${headline}:`, ...shown.map((one) => lineOf(one).join(''))],
    blocks: [richText(richLine([bold(headline)]), bullets(shown.map(rowOf)))],
  }
}

function lineOf({ mention, by, note }: ClosedWithNote): string[] {
  const oneLine = cut(note.replaceAll(/\s+/g, ' '), longestShownNote)
  return [isolate(cut(titleOf(mention).words, longestTitle)), ` · ${personName(by)}: `, isolate(oneLine)]
}

const rowOf = (closed: ClosedWithNote) => richLine(lineOf(closed).map((part) => words(part)))
