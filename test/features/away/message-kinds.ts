import { awayAnswer, ownAbsence } from '../../../src/features/away/messages.ts'
import { context } from '../../../src/messages/kit/block-kit.ts'
import { sentenceAsContext } from '../../../src/messages/kit/dates.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

const hour = 3_600_000
const now = { from: at - hour, until: at + hour }
const later = { from: at + hour, until: at + 2 * hour }

export function messageKinds({ person, typed }: Names): MessageKind[] {
  return [
    {
      by: 'awayAnswer',
      kind: 'who is away',
      content: awayAnswer({
        now: at,
        own: now,
        others: [
          { name: person, absence: now },
          { name: typed('Ben Okafor'), absence: later },
        ],
      }),
      subject: 'You are away until',
    },
    {
      by: 'awayAnswer',
      kind: 'who is away, many people',
      content: awayAnswer({
        now: at,
        others: Array.from({ length: 25 }, () => ({ name: person, absence: later })),
      }),
      subject: 'You are not away',
    },
  ]
}

export const viewKinds = (): ViewKind[] => [
  {
    by: 'ownAbsence',
    kind: 'home tab of a person who is away',
    view: { blocks: [context(...sentenceAsContext(ownAbsence(now, at)))] },
  },
]
