import { hash } from 'node:crypto'
import { pageOf } from '../fields/canonical-address.ts'

/** The item that a mention was found in, as the store has it. Times are UTC ms. */
export type IdentifiedItem = {
  source: string
  channel: string
  id: string
  address: string
  title: string
  published: number
  stored: number
}

const digest = (length: number, ...facts: (string | number)[]): string =>
  hash('sha256', JSON.stringify(facts), 'base64url').slice(0, length)

/** Rule 1 was used before items could share an address. An item without a time of its own has that of storing, which does not count. */
function ruleOne({ source, channel, id, address, title, published, stored }: IdentifiedItem): string {
  const time = published === stored ? '' : published
  return `1:${digest(8, source, id)}${digest(8, pageOf(address))}${digest(4, source, channel)}${digest(6, title, time)}`
}

/**
 * Rule 2: the hashes of the item, its page, source, channel, title and time, and whether it shares the page with others. src/model/identity.ts
 * compares them. A missing time counts as that of the page in the channel, because a title tells nothing alone.
 */
function ruleTwo({ source, channel, id, address, title, published, stored }: IdentifiedItem): string {
  const page = pageOf(address)
  const time = published === stored ? [source, channel, page] : [published]
  return [
    ...['2:', digest(8, source, id), digest(8, page), digest(4, source), digest(4, source, channel)],
    ...[digest(6, title), digest(6, ...time), page === address ? 'o' : 's'],
  ].join('')
}

/**
 * What identifies a mention whatever its id is, by each rule that was ever used, the newest last. It does not depend on when the item was
 * stored, so a mention has the same identities after its database was lost. Messages in Slack have them for years: a rule never changes, and
 * none is taken out.
 */
export function identitiesOf(item: IdentifiedItem): string[] {
  return [ruleOne(item), ruleTwo(item)]
}
