import type { Mention } from '@overheard/mention-client/mention'
import { foundMentions, nothingFound } from '../../../src/features/find/messages.ts'
import { textMessage } from '../../../src/messages/kit/block-kit.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { at, link, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

const cardOf = (mention: Mention): PostedCard => ({
  ...{ channel: 'C1', ts: `${at / 1000}.000100`, subscription: 'acme', alert: '7', actions: [] },
  shows: { kind: 'card', mention, style: 'full' },
})

export const messageKinds = ({ mention, several, typed }: Names): MessageKind[] => [
  {
    by: 'foundMentions',
    kind: 'found mentions, of which there are more',
    content: foundMentions({
      words: typed('login error'),
      ...{ days: 90, total: 57 },
      rows: several.slice(0, 10).map((one) => ({ mention: one, card: cardOf(one), link })),
    }),
    subject: '57 mentions with',
  },
  {
    by: 'foundMentions',
    kind: 'one found mention, whose message has no link',
    content: foundMentions({
      words: typed('login'),
      ...{ days: 90, total: 1 },
      rows: [{ mention, card: cardOf(mention), link: undefined }],
    }),
    subject: '1 mention with',
  },
  {
    by: 'textMessage',
    kind: 'nothing found',
    content: textMessage(nothingFound(typed('login'), 90)),
    subject: 'Nothing with',
  },
]

export const viewKinds = (): ViewKind[] => []
