import { foundCard, foundMention } from '../../../src/features/tracking/found-mention.ts'
import {
  alreadyPosted,
  cannotPostTo,
  foundSection,
  notTaken,
  onItsWay,
  trackModal,
} from '../../../src/features/tracking/messages.ts'
import { link, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'
import { drawMentions } from '../../tools/sample-menu.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

export function messageKinds({ person, mention, typed }: Names): MessageKind[] {
  // A tracked link is a web address, while that of a hostile mention is any text.
  const tracked = { url: 'https://www.reddit.com/r/acme', title: mention.title }
  const found = { ...foundMention('C1', tracked, mention.snippet), url: mention.url }
  const drawn = (style: 'full' | 'compact') => {
    const subscription = subscriptionOf({ style })
    return drawMentions(
      foundCard(found, { subscription, layout: {}, alertName: 'Acme brand', foundBy: person }),
    )
  }
  return [
    {
      by: 'card',
      kind: 'card of a mention that a person found',
      content: drawn('full'),
      subject: 'Acme app',
    },
    {
      by: 'card',
      kind: 'compact card of a mention that a person found',
      content: drawn('compact'),
      subject: 'Acme app',
    },
    {
      by: 'onItsWay',
      kind: 'a tracked mention is posted soon',
      content: onItsWay(typed('#brand'), true),
      subject: 'Overheard posts',
    },
    {
      by: 'onItsWay',
      kind: 'a tracked mention is posted to another channel',
      content: onItsWay(typed('#brand'), false),
      subject: 'Overheard posts',
    },
    {
      by: 'alreadyPosted',
      kind: 'a tracked link is posted already',
      content: alreadyPosted(typed('#brand'), link),
      subject: 'This link is already posted',
    },
    {
      by: 'cannotPostTo',
      kind: 'a tracked mention cannot be posted',
      content: cannotPostTo(typed('#brand')),
      subject: 'Overheard cannot post',
    },
    {
      by: 'notTaken',
      kind: 'Slack refused a tracked mention',
      content: notTaken(typed('#brand')),
      subject: 'Slack did not accept',
    },
    {
      by: 'foundSection',
      kind: 'section of a digest about mentions that people found',
      content: sectionContent(),
      subject: 'Found by people: 3 mentions',
    },
  ]
}

function sectionContent() {
  const { text, blocks } = foundSection({ found: 3, closed: 1, claimed: 1, snoozed: 0, unclaimed: 1 })
  return { text: text.join('\n'), blocks }
}

export const viewKinds = ({ typed }: Names): ViewKind[] => [
  {
    by: 'trackModal',
    kind: 'form to track a message',
    view: trackModal({
      links: [{ url: 'https://a.example/1' }, { url: 'https://b.example/2', title: typed('A title') }],
      areLinksCut: true,
      places: [
        { name: 'acme', where: typed('#brand') },
        { name: 'rival', where: typed('#rivals') },
      ],
    }),
  },
]
