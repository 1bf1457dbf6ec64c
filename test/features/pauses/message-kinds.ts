import { catchUpQuestion, notAPauseTerm, pauseModal } from '../../../src/features/pauses/messages.ts'
import { at, type MessageKind, type Names, place, type ViewKind } from '../../tools/message-kinds.ts'

export const messageKinds = ({ alert: alertName, person }: Names): MessageKind[] => [
  {
    by: 'catchUpQuestion',
    kind: 'question after a pause',
    content: catchUpQuestion({ ...place, alertName, since: at, waiting: 412 }),
    subject: `${alertName} is active again`,
  },
  {
    by: 'notAPauseTerm',
    kind: 'end of a pause not understood',
    content: notAPauseTerm(person, ['pause acme 2h']),
    subject: '“',
  },
]

export const viewKinds = (): ViewKind[] => [
  { by: 'pauseModal', kind: 'dialog to pause a subscription', view: pauseModal('acme') },
]
