import { heldLine, heldList, letThroughText } from '../../../src/features/relevance/messages.ts'
import type { MessageKind, Names, ViewKind } from '../../tools/message-kinds.ts'
import { drawMentions } from '../../tools/sample-menu.ts'

export function messageKinds({ alert, mention, several, typed }: Names): MessageKind[] {
  const verdict = { against: [typed('pie'), typed('orchard')], for: [typed('iphone')] }
  const about = {
    name: alert,
    subscription: 'acme',
    labels: { relevant: 12, noise: 3 },
    named: [],
    hasOthers: false,
    first: 1,
  }
  const letThrough = (style: 'full' | 'compact') =>
    drawMentions({ kind: 'card', mention, style, remark: letThroughText(alert) })
  return [
    {
      by: 'card',
      kind: 'card of a mention that is posted to check the filter',
      content: letThrough('full'),
      subject: 'Acme app',
    },
    {
      by: 'card',
      kind: 'compact card of a mention that is posted to check the filter',
      content: letThrough('compact'),
      subject: 'Acme app',
    },
    {
      by: 'heldLine',
      kind: 'line of a day about mentions that were held back',
      content: heldLine({
        name: alert,
        subscription: 'acme',
        ids: ['11', '12'],
        words: [typed('pie'), typed('orchard')],
      }),
      subject: '2 mentions were held back',
    },
    {
      by: 'heldList',
      kind: 'list of mentions that were held back',
      content: heldList({
        ...{ ...about, total: 12, letThrough: 1, next: { at: 1, id: '11' } },
        entries: [mention, ...several].slice(0, 8).map((one) => ({ mention: one, verdict })),
      }),
      subject: '12 mentions held back',
    },
    {
      by: 'heldList',
      kind: 'next page of mentions that were held back, opened from the line of a day',
      content: heldList({
        ...{ ...about, total: 19, letThrough: 0, first: 9, named: ['11', '12'], hasOthers: true },
        entries: several.slice(0, 8).map((one) => ({ mention: one, verdict: undefined })),
        next: { at: 1, id: '12' },
      }),
      subject: '19 mentions held back',
    },
    {
      by: 'heldList',
      kind: 'last page of mentions that were held back',
      content: heldList({
        ...{ ...about, total: 9, letThrough: 0, first: 9 },
        entries: [{ mention, verdict }],
      }),
      subject: '9 mentions held back',
    },
    {
      by: 'heldList',
      kind: 'nothing is held back',
      content: heldList({
        ...about,
        total: 0,
        letThrough: 0,
        entries: [],
        labels: { relevant: 40, noise: 20 },
      }),
      subject: 'Nothing is held back',
    },
  ]
}

export const viewKinds = (): ViewKind[] => []
