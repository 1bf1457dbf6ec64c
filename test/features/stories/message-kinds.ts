import { quotable, say, storyBlocks } from '../../../src/features/stories/messages.ts'
import { moreModal } from '../../../src/listeners/texts/more-form.ts'
import type { MessageKind, Names, ViewKind } from '../../tools/message-kinds.ts'
import { drawMentions } from '../../tools/sample-menu.ts'

export const messageKinds = ({ mention }: Names): MessageKind[] => [
  {
    by: 'drawMentions',
    kind: 'card that people put to another story',
    subject: mention.title,
    content: drawMentions({
      ...{ kind: 'card', mention, style: 'full' },
      remark: say.joined({ story: quotable(mention.title) }),
    }),
  },
]

export const viewKinds = ({ mention }: Names): ViewKind[] => {
  const choices = [{ label: mention.title, value: '1' }]
  return [
    {
      by: 'storyBlocks',
      kind: 'dialog behind More… of the card of a story',
      view: moreModal(storyBlocks({ places: choices, cards: choices }), false),
    },
  ]
}
