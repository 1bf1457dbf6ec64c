import type { InputBlock } from '@slack/types'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { actions, button, context, input, plainText, textMessage } from '../../messages/kit/block-kit.ts'
import type { Link } from '../../messages/kit/link-template.ts'
import { webAddress } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Ticket } from '../../model/card.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import type { OfferedAction } from '../../model/subscription.ts'

export const ticketInput = 'ticket'

/** Ticket addresses are short. A longer one, in characters, would fill the card. */
const longestTicket = 500

export type MoreForm = {
  offers: readonly OfferedAction[]
  /** Links with the addresses of prefilled pages. */
  links: Link[]
  ticket: Ticket | undefined
  /** The inputs of features. */
  added: Block[]
}

/** Opens behind **More…** of a card, or for the chosen mentions of a burst. */
export function moreModal({ offers, links, ticket, added }: MoreForm): ModalContent {
  const pages = links.map(({ label, url }, index) => ({
    ...button(label, `${actionIds.prefilledPage}_${index}`),
    url,
  }))
  const canLink = offers.includes('ticket')
  const blocks: Block[] = [
    ...actions(pages),
    ...(canLink ? ticketBlocks(ticket, added.length > 0) : []),
    ...added,
    ...actions(offers.includes('why') ? [button('Why was this posted?', actionIds.why)] : []),
  ]
  if (blocks.length === 0) return { title: 'More', blocks: textMessage('There are no links yet.').blocks }
  return { title: 'More', ...((canLink || added.length > 0) && { submit: 'Save' }), blocks }
}

function ticketBlocks(ticket: Ticket | undefined, isOptional: boolean): Block[] {
  const element: InputBlock['element'] = {
    type: 'plain_text_input',
    action_id: ticketInput,
    max_length: longestTicket,
    placeholder: plainText('https://…'),
    ...(ticket && { initial_value: ticket.url }),
  }
  const hint =
    ticket === undefined
      ? 'The card, the list of open mentions, the digest and the export then show the ticket.'
      : `Linked by ${personName(ticket.by)}. Empty the field to unlink the ticket.`
  return [
    input('Address of the ticket', ticketInput, element, isOptional || ticket !== undefined),
    context(plainText(hint)),
  ]
}

type ReadTicket = { kind: 'address'; url: string } | { kind: 'none' } | { kind: 'wrong'; error: string }

/** `mentions` are the addresses of the mentions that get the ticket. */
export function readTicket(typed: string, mentions: string[]): ReadTicket {
  const text = typed.trim()
  if (text === '') return { kind: 'none' }
  const wrong = (error: string): ReadTicket => ({ kind: 'wrong', error })
  const address = webAddress(text)
  if (address === undefined) return wrong(ticketErrors.notAnAddress)
  const { href, username, password } = new URL(address)
  if (username + password !== '') return wrong(ticketErrors.hasPassword)
  if (href.length > longestTicket) return wrong(ticketErrors.tooLong)
  // A mention's address may be only once in a message, because people and other programs count the mentions by it.
  if (mentions.some((mention) => hrefOf(mention) === href)) return wrong(ticketErrors.ofMention)
  return { kind: 'address', url: href }
}

function hrefOf(written: string): string | undefined {
  const address = webAddress(written)
  return address && new URL(address).href
}

export const ticketErrors = {
  missing: 'Paste the address of the ticket, or press Cancel.',
  notAnAddress: 'This is not a web address. Paste the whole address of the ticket, with https:// in front.',
  hasPassword: 'Leave out the user name and the password: everybody in the channel can read them.',
  tooLong: `This address is too long: at most ${longestTicket} characters.`,
  ofMention: 'This is the address of the mention. Paste the address of the ticket.',
  changedSince: ({ by }: Pick<Ticket, 'by'>) =>
    `${personName(by)} linked another ticket while this form was open. Open it again to replace that ticket.`,
}
