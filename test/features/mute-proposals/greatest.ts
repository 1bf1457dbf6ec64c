import {
  proposalBlocks,
  proposalSection,
  proposalText,
} from '../../../src/features/mute-proposals/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'

const now = Date.UTC(2026, 10, 23)
const proposals = Array.from({ length: 9 }, (_, index) => ({
  ...{ id: `p${index}`, kind: 'author' as const, name: 'M'.repeat(5000), count: 1e9, dismissed: 1e9 },
  ...{ channel: 'C1', total: 1e9, since: 0, until: now },
}))

export const greatest: Greatest = {
  home: [proposalSection(proposals)],
  // A channel has at most three proposals.
  digest: {
    text: proposals.slice(0, 3).map(proposalText),
    blocks: proposals.slice(0, 3).flatMap((one) => proposalBlocks(one)),
  },
}
