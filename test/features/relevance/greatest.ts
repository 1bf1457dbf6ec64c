import { heldWeekBlock } from '../../../src/features/relevance/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'

export const greatest: Greatest = {
  home: [
    heldWeekBlock(Array.from({ length: 500 }, () => ({ name: 'M'.repeat(5000), held: 1e9, back: 1e9 }))),
  ],
}
