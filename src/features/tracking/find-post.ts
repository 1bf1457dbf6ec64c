import { canonicalAddress } from '@overheard/base/address'
import { mentionsOf, type PostedCard } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Content } from '../../model/message.ts'
import { alreadyPosted } from './messages.ts'

/** Records are read for this time, in ms. Most are removed after 90 days. */
const searchedMs = 365 * 86_400_000

/** Returns the newest message that shows a page, or that a mention with its address has joined. Leaves out messages that `accepts` refuses. */
export async function findPost(
  { now, postedSince }: { now: () => number; postedSince: (since: number) => AsyncIterable<PostedCard> },
  url: string,
  accepts: (card: PostedCard) => Promise<boolean>,
): Promise<PostedCard | undefined> {
  const page = canonicalAddress(url)
  const found: PostedCard[] = []
  for await (const card of postedSince(now() - searchedMs))
    if (addressesOn(card).some((one) => canonicalAddress(one) === page)) found.push(card)
  for (const card of found.toSorted((a, b) => Number(b.ts) - Number(a.ts)))
    if (await accepts(card)) return card
  return undefined
}

const addressesOn = ({ shows, original }: PostedCard): string[] => [
  ...mentionsOf(shows).map(({ url }) => url),
  ...(original?.duplicates.map(({ url }) => url) ?? []),
]

type Ways = {
  permalink: (place: MessageKey) => Promise<string | undefined>
  channelName: (id: string) => Promise<string>
}

export async function postedAnswer({ permalink, channelName }: Ways, posted: PostedCard): Promise<Content> {
  const [name, link] = await Promise.all([channelName(posted.channel), permalink(posted)])
  return alreadyPosted(name, link)
}
