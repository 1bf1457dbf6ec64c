import { proposalModal, proposalSection } from '../../../src/features/mute-proposals/messages.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

const day = 86_400_000

const proposalsOf = ({ typed }: Names) => [
  {
    ...{ id: 'p1', kind: 'author' as const, name: typed('Daily Deals'), count: 41, dismissed: 12 },
    ...{ channel: 'C1', total: 380, since: at - 30 * day, until: at - 2 * day },
  },
  {
    ...{ id: 'p2', kind: 'word' as const, name: typed('coupon'), count: 10, dismissed: 0 },
    ...{ channel: 'C1', total: 1204, since: at - 12 * day, until: at - 2 * day },
  },
]

export const messageKinds = (): MessageKind[] => []

export const viewKinds = (names: Names): ViewKind[] => [
  ...proposalsOf(names).map((proposal, index) => ({
    by: 'proposalModal',
    kind: `mentions that a proposed mute of ${['an author', 'a word'][index]} would have held back`,
    view: proposalModal(proposal, index === 0 ? names.several.slice(0, 20) : []),
  })),
  {
    by: 'proposalSection',
    kind: 'home tab with proposed mutes',
    view: { blocks: proposalSection(proposalsOf(names)) },
  },
]
