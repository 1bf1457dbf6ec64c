import { notesSection } from '../../../src/features/done-note/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const long = 'M'.repeat(5000)

export const greatest: Greatest = {
  digest: notesSection(
    Array.from({ length: 1000 }, () => ({ mention: sampleMention({ title: long }), by: long, note: long })),
  ),
}
