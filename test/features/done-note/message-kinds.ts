import { noteBlocks, notesSection } from '../../../src/features/done-note/messages.ts'
import { moreModal } from '../../../src/listeners/texts/more-form.ts'
import type { MessageKind, Names, ViewKind } from '../../tools/message-kinds.ts'

export const messageKinds = (): MessageKind[] => []

export const viewKinds = ({ mention, person, typed }: Names): ViewKind[] => [
  {
    by: 'noteBlocks',
    kind: 'dialog behind More… with a note',
    view: moreModal(noteBlocks(), false),
  },
  {
    by: 'notesSection',
    kind: 'section of a digest with notes',
    view: {
      blocks: notesSection([
        { mention, by: person, note: typed('Refunded, and asked for a second review.') },
        ...Array.from({ length: 6 }, () => ({ mention, by: person, note: 'Answered.' })),
      ]).blocks,
    },
  },
]
