import type { InputBlock } from '@slack/types'
import { actions, button, context, input, plainText } from '../../messages/kit/block-kit.ts'
import { messages } from '../../messages/kit/say.ts'
import { webAddress } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { Ticket } from '../../model/card.ts'
import type { Block } from '../../model/message.ts'
import type { Link } from './link-template.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

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
  const hint = ticket === undefined ? say.hint() : say.linked({ person: personName(ticket.by) })
  return [input(say.label(), ticketInput, element, true), context(plainText(hint))]
}

type ReadTicket = { kind: 'address'; url: string } | { kind: 'none' } | { kind: 'wrong'; error: string }

/** `mentions` are the addresses of the mentions that get the ticket. */
export function readTicket(typed: string, mentions: string[]): ReadTicket {
  const text = typed.trim()
  if (text === '') return { kind: 'none' }
  const wrong = (error: string): ReadTicket => ({ kind: 'wrong', error })
  const address = webAddress(text)
  if (address === undefined) return wrong(say.notAnAddress())
  const { href, username, password } = new URL(address)
  if (username + password !== '') return wrong(say.hasPassword())
  if (href.length > longestTicket) return wrong(say.tooLong({ most: longestTicket }))
  // A mention's address may be only once in a message, because people and other programs count the mentions by it.
  if (mentions.some((mention) => hrefOf(mention) === href)) return wrong(say.ofMention())
  return { kind: 'address', url: href }
}

function hrefOf(written: string): string | undefined {
  const address = webAddress(written)
  return address && new URL(address).href
}
