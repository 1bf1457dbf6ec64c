import { linkBlocks, ticketBlocks } from '../../../src/features/tickets/tickets.ts'
import { moreModal } from '../../../src/listeners/texts/more-form.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

/** The cards with tickets are those of the core. */
export const messageKinds = (): MessageKind[] => []

export const viewKinds = ({ person }: Names): ViewKind[] => {
  const links = linkBlocks([
    { label: 'Create issue', url: 'https://github.com/acme/app/issues/new?title=Acme' },
    { label: 'Ask support', url: 'https://acme.zendesk.com/hc/en-us/requests/new?tf_subject=Acme' },
  ])
  const url = 'https://github.com/acme/app/issues/12'
  const linked = { mention: '1', url, user: 'U1', by: person, at }
  return [
    {
      by: 'ticketBlocks',
      kind: 'dialog behind More… of a card',
      view: moreModal([...links, ...ticketBlocks(undefined)], true),
    },
    {
      by: 'ticketBlocks',
      kind: 'dialog behind More… of a card with a ticket',
      view: moreModal(ticketBlocks(linked), true),
    },
    {
      by: 'linkBlocks',
      kind: 'dialog behind More… if only links are offered and none is configured',
      view: moreModal([], false),
    },
  ]
}
