import type { Id } from '@overheard/mention-client/id'
import type { CardAction } from '../../cards/card-actions.ts'
import { defineFeature } from '../../kernel/feature.ts'
import type { SubmittedForm } from '../../listeners/card-menu.ts'
import { inputText } from '../../listeners/payloads.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import { leadOf, type PostedCard, shownMention, type Ticket, ticketOf } from '../../model/card.ts'
import { filledLinks } from './links.ts'
import { keys, ownLinks } from './settings.ts'
import { linkBlocks, pageAction, readTicket, say, ticketBlocks, ticketInput } from './tickets.ts'

/** Behind **More…** of a card: links to pages that are filled in already, and the address of the ticket that somebody created there. */
export const tickets = defineFeature({
  name: 'tickets',
  keys,
  uses: ({ subscriptions: { registry }, cards }) => ({
    applyCardAction: cards.applyAction,
    findCard: cards.find,
    registry,
  }),
  create({ applyCardAction, findCard, registry }, settings) {
    const linksOf = (name: string) => {
      const subscription = registry.find(name)?.subscription
      return (subscription && ownLinks(subscription)) ?? settings.links
    }

    /** Returns an error if another person has linked a ticket since the form was opened. */
    async function save({ card, mentions, openedAt: since, submission }: SubmittedForm) {
      const read = readTyped(submission.values, card, mentions)
      if (read.kind === 'wrong') return { [ticketInput]: read.error }
      const url = read.kind === 'address' ? read.url : undefined
      const action: CardAction = url === undefined ? { kind: 'unlink', since } : { kind: 'link', url, since }
      await applyCardAction({ message: card, mentions, user: submission.user, action })
      const changed = await findCard(card)
      const kept = changed && ticketsOf(changed, mentions).find((ticket) => ticket.url !== url)
      return kept && { [ticketInput]: say.changedSince({ person: personName(kept.by) }) }
    }

    return {
      cardForm: [
        {
          offered: { offer: 'links' },
          blocks({ card, mentions }) {
            const [first] = mentions.flatMap((id) => shownMention(card, id) ?? [])
            return first === undefined ? [] : linkBlocks(filledLinks(linksOf(leadOf(card)), first))
          },
        },
        {
          offered: {
            offer: 'ticket',
            alone: { choice: 'ticket', label: say.menu() },
            forSeveral: true,
          },
          blocks: ({ card, mentions }) => ticketBlocks(commonTicket(card, mentions)),
          inputs: {
            isFilled: ({ submission, hadValue }) =>
              inputText(submission.values, ticketInput) !== undefined || hadValue(ticketInput),
            errors({ submission, card, mentions }) {
              const read = readTyped(submission.values, card, mentions)
              return read.kind === 'wrong' ? { [ticketInput]: read.error } : undefined
            },
            submit: save,
          },
        },
      ],
      listen: (on) => on.link(new RegExp(`^${pageAction}_\\d+$`)),
    }
  },
})

/** Returns the ticket that all of the mentions have. */
function commonTicket(card: PostedCard, mentions: Id[]): Ticket | undefined {
  const found = mentions.map((id) => ticketOf(card, id))
  return found.every((ticket) => ticket?.url === found[0]?.url) ? found[0] : undefined
}

function readTyped(values: SubmittedForm['submission']['values'], card: PostedCard, mentions: Id[]) {
  const addresses = mentions.flatMap((id) => shownMention(card, id)?.url ?? [])
  return readTicket(inputText(values, ticketInput) ?? '', addresses)
}

const ticketsOf = (card: PostedCard, mentions: Id[]) => mentions.flatMap((id) => ticketOf(card, id) ?? [])
