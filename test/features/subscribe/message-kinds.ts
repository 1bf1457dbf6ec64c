import { subscribeModal } from '../../../src/features/subscribe/form.ts'
import { sampleMessage } from '../../../src/messages/preview.ts'
import { ownMessages } from '../../../src/model/subscription.ts'
import {
  type MessageKind,
  type Names,
  place,
  sampleSettings,
  type ViewKind,
} from '../../tools/message-kinds.ts'

export const messageKinds = (): MessageKind[] => []

export function viewKinds({ alert, mention }: Names): ViewKind[] {
  const form = {
    offered: [{ id: '7', name: alert }],
    chosen: { channel: 'C1' },
    timezone: 'Europe/Berlin',
  }
  const sample = sampleMessage(
    { ...place, ...sampleSettings },
    { kind: 'sample', mention, alert: { name: alert } },
  )
  const preview = {
    sentence: '16 of 61 mentions from the last 7 days would have been posted.\nNot posted: 45 by language.',
    sample,
  }
  return [
    {
      by: 'subscribeModal',
      kind: 'subscription form, first step',
      view: subscribeModal({ ...form, showsMore: false, preview }),
    },
    {
      by: 'subscribeModal',
      kind: 'subscription form of a person',
      view: subscribeModal({ ...form, showsMore: false, chosen: { alert, channel: ownMessages } }),
    },
    {
      by: 'subscribeModal',
      kind: 'subscription form, second step',
      view: subscribeModal({
        ...form,
        ...{ showsMore: true, edits: 'acme', chosen: { alert } },
        commonQuiet: { from: '22:00', to: '07:00', timezone: 'UTC' },
      }),
    },
  ]
}
