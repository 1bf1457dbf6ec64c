import { stepsBlocks } from '../../../src/features/first-steps/messages.ts'
import type { MessageKind, Names, ViewKind } from '../../tools/message-kinds.ts'

export const messageKinds = (): MessageKind[] => []

export const viewKinds = ({ alert }: Names): ViewKind[] => [
  {
    by: 'stepsBlocks',
    kind: 'first steps, nothing done',
    view: { blocks: stepsBlocks({ alerts: [], channels: [], missing: [] }) },
  },
  {
    by: 'stepsBlocks',
    kind: 'first steps, not in a channel',
    view: {
      blocks: stepsBlocks({ alerts: [alert, 'Rivals'], channels: ['C1'], missing: ['C1'] }),
    },
  },
  {
    by: 'stepsBlocks',
    kind: 'first steps, all done',
    view: { blocks: stepsBlocks({ alerts: [alert], channels: ['C1'], missing: [] }) },
  },
]
