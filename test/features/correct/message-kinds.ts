import { correctBlocks } from '../../../src/features/correct/messages.ts'
import { moreModal } from '../../../src/listeners/texts/more-form.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'
import { drawMentions } from '../../tools/sample-menu.ts'

export const messageKinds = ({ mention, person }: Names): MessageKind[] => [
  {
    by: 'drawMentions',
    kind: 'card whose sentiment a person corrected',
    subject: mention.title,
    content: drawMentions(
      { kind: 'card', mention: { ...mention, sentiment: 'positive' }, style: 'full' },
      { states: new Map([[mention.id, { kind: 'open', correctedBy: person }]]) },
    ),
  },
]

export const viewKinds = ({ person }: Names): ViewKind[] => {
  const corrected = { mention: '1', to: 'positive', was: 'negative', user: 'U1', by: person, at } as const
  const forms = [
    ['dialog behind More… of a card with a sentiment', { present: 'negative', corrected: undefined }],
    ['dialog behind More… of a card with a corrected sentiment', { present: 'positive', corrected }],
    ['dialog behind More… for mentions with different sentiments', { present: undefined, corrected }],
    ['dialog behind More… of a card without a sentiment', { present: 'none', corrected: undefined }],
  ] as const
  return forms.map(([kind, form]) => ({
    by: 'correctBlocks',
    kind,
    view: moreModal(correctBlocks(form), false),
  }))
}
