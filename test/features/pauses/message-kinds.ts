import { catchUpQuestion, pauseModal } from '../../../src/features/pauses/messages.ts'
import { at, type MessageKind, type Names, place, type ViewKind } from '../../tools/message-kinds.ts'

export const messageKinds = ({ alert: alertName }: Names): MessageKind[] => [
  {
    by: 'catchUpQuestion',
    kind: 'question after a pause',
    content: catchUpQuestion({ ...place, alertName, since: at, waiting: 412 }),
    subject: `${alertName} is active again`,
  },
]

export const viewKinds = (): ViewKind[] => [
  { by: 'pauseModal', kind: 'dialog to pause a subscription', view: pauseModal('acme') },
]
