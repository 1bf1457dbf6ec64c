import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { addressKey, originalCardOf } from '../../engine/index.ts'
import { mentionsOf, type OriginalCard, type PostedCard, type ShownMentions } from '../../model/card.ts'
import {
  type CardLayout,
  layoutOf,
  namesAlert,
  offeredActions,
  type Subscription,
} from '../../model/subscription.ts'
import { type Link, linkHash } from './model.ts'

const foundIds = 10n ** 19n

/** The mention service calls these sources so. It calls all other sites "web". */
const sources: readonly [RegExp, string][] = [
  [/(?:^|\.)(?:twitter|x)\.com$/, 'twitter'],
  [/(?:^|\.)reddit\.com$/, 'reddit'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)facebook\.com$/, 'facebook'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
  [/(?:^|\.)vimeo\.com$/, 'vimeo'],
]

/** `words` are those of the message in Slack. Nobody knows the author, the reach and the time of the post. */
export function foundMention(channel: string, { url, title = '' }: Link, words: string): Mention {
  const { hostname } = new URL(url)
  return {
    id: idOfFound(linkHash(channel, url)),
    url,
    title,
    snippet: words,
    source: sources.find(([host]) => host.test(hostname))?.[1] ?? 'web',
    ...{ date: 0, reach: 0, language: '', done: false, starred: false, tags: [], highlights: [], flaws: [] },
    author: { name: '', audience: 0, url: '' },
  }
}

/** Mutes and rules are about what the mention service finds, so the card offers neither. */
const notOffered = new Set<string>(['mute', 'why'])

type Appearance = { subscription: Subscription; layout: CardLayout; alertName: string; foundBy: string }

export function foundCard(
  mention: Mention,
  { subscription, layout: common, alertName, foundBy }: Appearance,
): ShownMentions {
  const layout = layoutOf(subscription, common)
  const { actions = offeredActions } = subscription
  return {
    kind: 'card',
    mention,
    ...layout,
    ...(namesAlert(layout) && { alertName }),
    offers: actions.filter((one) => !notOffered.has(one)),
    foundBy,
  }
}

/** Lets later mentions with the same address join the card, if the subscription asks for that. */
export function originalOf(
  { channel, ts, subscription, alert, shows }: PostedCard,
  { dedupe }: Pick<Subscription, 'dedupe'>,
  at: number,
): OriginalCard | undefined {
  const [mention] = mentionsOf(shows)
  const key = mention && addressKey(mention.url)
  if (dedupe === undefined || mention === undefined || key === undefined) return undefined
  const { url, reach } = mention
  return originalCardOf(
    { subscription, alert, mention: mention.id, channel, ts, at },
    { url, reach, keys: [key] },
  )
}

/**
 * Returns the id of a mention that a person found, from a hash in hexadecimal digits. It is above 2^64, so the mention service has no mention
 * with this id.
 */
const idOfFound = (hash: string): Id => (9n * foundIds + (BigInt(`0x${hash}`) % foundIds)).toString()
