import { hash } from 'node:crypto'
import { canonicalAddress } from '@overheard/base/address'
import { pageOf } from '../fields/own-address.ts'
import { canonicalIn, firstAddress, storedAddress } from './first-address.ts'

/** The item that a mention was found in, as the store has it. Times are UTC ms. */
export type IdentifiedItem = {
  source: string
  channel: string
  id: string
  /** As it is stored. */
  address: string
  url: string
  title: string
  /** Null if the source has removed the item. */
  text: string | null
  published: number
  stored: number
}

const digest = (length: number, ...facts: (string | number)[]): string =>
  hash('sha256', JSON.stringify(facts), 'base64url').slice(0, length)

/** Rule 1 was used before items could share an address. An item without a time of its own has that of storing, which does not count. */
function ruleOne({ source, channel, id, title, published, stored }: IdentifiedItem, page: string): string {
  const time = published === stored ? '' : published
  return `1:${digest(8, source, id)}${digest(8, page)}${digest(4, source, channel)}${digest(6, title, time)}`
}

/**
 * Rule 2: the hashes of the item, its page, source, channel, title and time, and whether it shares the page with others. packages/mention-client/src/identity.ts
 * compares them. A missing time counts as that of the page in the channel, because a title tells nothing alone.
 */
function ruleTwo(
  { source, channel, id, address, title, published, stored }: IdentifiedItem,
  page: string,
): string {
  const time = published === stored ? [source, channel, page] : [published]
  return [
    ...['2:', digest(8, source, id), digest(8, page), digest(4, source), digest(4, source, channel)],
    ...[digest(6, title), digest(6, ...time), address.includes(' ') ? 's' : 'o'],
  ].join('')
}

/** A text of this length (characters) belongs to one item. */
const leastText = 40

/** Rule 3: rule 2 and a hash of the text, or `-` for each letter of it if the text is too short to tell something. */
function ruleThree(item: IdentifiedItem, page: string): string {
  const { text } = item
  const told = text === null || text.length < leastText ? '-'.repeat(6) : digest(6, text)
  return `3:${ruleTwo(item, page).slice('2:'.length)}${told}`
}

/**
 * What identifies a mention whatever its id is, by each rule that was ever used, the newest last. It does not depend on when the item was
 * stored, so a mention has the same identities after its database was lost. Messages in Slack have them for years: a rule never changes, and
 * none is taken out. Rule 2 has the address of the page by the
 * first rule of addresses, and then the canonical one, which rule 3 has, too.
 */
export function identitiesOf(item: IdentifiedItem): string[] {
  const canonical = canonicalIn(item.address)
  const first = canonical === undefined ? pageOf(item.address) : firstAddress(item.url)
  const page = canonical === undefined ? canonicalAddress(item.url) : pageOf(canonical)
  const canonicalPage = storedAddress(page ?? first)
  return [
    ruleOne(item, first),
    ruleTwo(item, first),
    ruleTwo(item, canonicalPage),
    ruleThree(item, canonicalPage),
  ]
}
