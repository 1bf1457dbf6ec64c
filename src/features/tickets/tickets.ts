import type { InputBlock } from '@slack/types'
import { actions, button, context, input, plainText } from '../../messages/kit/block-kit.ts'
import { webAddress } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Ticket } from '../../model/card.ts'
import type { Block } from '../../model/message.ts'
import type { Link } from './link-template.ts'

export const ticketInput = 'ticket'

/** A link in the form has its number behind this id. */
export const pageAction = 'mention_page'

/** Ticket addresses are short. A longer one, in characters, would fill the card. */
const longestTicket = 500

export const linkBlocks = (links: Link[]): Block[] =>
  actions(links.map(({ label, url }, index) => ({ ...button(label, `${pageAction}_${index}`), url })))

export function ticketBlocks(ticket: Ticket | undefined): Block[] {
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
  return [input('Address of the ticket', ticketInput, element, true), context(plainText(hint))]
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
  notAnAddress: 'This is not a web address. Paste the whole address of the ticket, with https:// in front.',
  hasPassword: 'Leave out the user name and the password: everybody in the channel can read them.',
  tooLong: `This address is too long: at most ${longestTicket} characters.`,
  ofMention: 'This is the address of the mention. Paste the address of the ticket.',
  changedSince: ({ by }: Pick<Ticket, 'by'>) =>
    `${personName(by)} linked another ticket while this form was open. Open it again to replace that ticket.`,
}
