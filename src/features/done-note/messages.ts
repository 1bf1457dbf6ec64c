import type { InputBlock } from '@slack/types'
import type { DigestSection } from '../../messages/digest-section.ts'
import { bold, bullets, input, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { personName, titleOf } from '../../messages/mention/mention-parts.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block } from '../../model/message.ts'

export const noteInput = 'done_note'

/** In characters. */
export const longestNote = 500

/** A digest shows so many notes, and so much of each and of its title. */
const mostShown = 5
const longestShownNote = 200
const longestTitle = 80

export const noteTexts = {
  onCards: '• *⋯*, *More…*: mark as done with a note, too.',
  tooLong: `This note is too long: at most ${longestNote} characters.`,
  closedAlready: 'Somebody has closed this already. Empty the field, or open the mention again first.',
}

export function noteBlocks(): Block[] {
  const element: InputBlock['element'] = {
    type: 'plain_text_input',
    action_id: noteInput,
    multiline: true,
    max_length: longestNote,
  }
  return [input('Mark as done, with this note', noteInput, element, true)]
}

export type ClosedWithNote = { mention: Mention; by: string; note: string }

/** The newest comes first. */
export function notesSection(closed: ClosedWithNote[]): DigestSection {
  if (closed.length === 0) return { text: [], blocks: [] }
  const shown = closed.slice(0, mostShown)
  const headline =
    closed.length > shown.length
      ? `Done with a note (${shown.length} of ${closed.length})`
      : 'Done with a note'
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
