import { canonicalAddress } from '@overheard/base/address'
import { defined } from '@overheard/base/defined'
import type { Id } from '@overheard/mention-client/id'
import type { Duplicate, ShownMentions } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import { bold, bullets, richLine, richText, words } from '../kit/block-kit.ts'
import { grouped, short } from '../kit/numbers.ts'
import { list } from '../kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../kit/text.ts'
import { hostOf, type OtherSites, type Repeated } from './card-additions.ts'
import { type CardState, combinedReach, entryParts, entryText } from './mention-parts.ts'
import { say } from './say.ts'

const shownPlaces = 2

/**
 * Returns the line of a card about the places of its story; undefined if there is only one. The card names sites and does not link them, because
 * each address stands once in the channel: in `onCard`, or in a reply.
 */
export function storyPlaces(
  { sites, reach }: { sites: number; reach: number },
  members: readonly Duplicate[],
  { onCard, repeated }: { onCard: string[]; repeated?: Repeated | undefined },
): OtherSites | undefined {
  const widest = widestSites(members).map(([host, of]) => `${host} (${short(of)})`)
  const latest = members.findLast(({ news }) => news !== undefined)
  const about = [
    combinedReach(reach),
    widest.length === 0 ? '' : say.widest({ sites: list(widest, 'narrow') }),
  ].filter(Boolean)
  const news = newsWords(latest?.news ?? [], repeated === undefined ? 'newsSince' : 'news')
  const end = news === '' ? '' : `\n${news}`
  if (repeated !== undefined)
    return {
      ...defined({ link: repeated.link }),
      news: say.stillSpreadingInPlaces({ count: sites }),
      label: `${about.join(' · ')}${end}`.trim(),
      urls: onCard,
    }
  const label = `${[say.places({ count: sites }), ...about].join(' · ')}${end}`
  return sites < 2 ? undefined : { label, urls: onCard }
}

/** Returns the sites with the widest reach, the widest first. Several pages of a site count as one. */
function widestSites(members: readonly Duplicate[]): [host: string, reach: number][] {
  const reachOf = new Map<string, number>()
  for (const { url, reach = 0 } of members) {
    if (reach <= 0 || canonicalAddress(url) === undefined) continue
    const host = hostOf(url)
    reachOf.set(host, Math.max(reach, reachOf.get(host) ?? 0))
  }
  return [...reachOf].sort((a, b) => b[1] - a[1]).slice(0, shownPlaces)
}

type ThreadMessage = Extract<ShownMentions, { kind: 'thread' }>
type ToldPlaces = Pick<ThreadMessage, 'mentions'> & { places: NonNullable<ThreadMessage['places']> }

/** A reply to the card of a story: places that have it, too, each with its own address, and what they say first. */
export function placesReply(
  { mentions, places: { news: said, moved = [] } }: ToldPlaces,
  stateOf: (id: Id) => CardState = () => ({ kind: 'open' }),
): Content {
  const told = mentions
    .map((mention, place) => ({ mention, news: newsWords(said[place] ?? []), state: stateOf(mention.id) }))
    .filter(({ mention }) => !moved.includes(mention.id))
  const left = moved.length === 0 ? '' : say.movedPlaces({ count: moved.length })
  const heading = told.length === 0 ? left : say.morePlaces({ count: told.length })
  const text = told.map(({ mention, news, state }) => {
    const entry = entryText(mention, state)
    return `• ${news === '' ? '' : `${escapeMrkdwn(news)} · `}${entry}`
  })
  const entries = told.map(({ mention, news, state }) =>
    richLine([...(news === '' ? [] : [bold(news), words(' · ')]), ...entryParts(mention, state)]),
  )
  if (told.length === 0) return { text: heading, blocks: [richText(richLine([words(heading)]))] }
  const after = left === '' ? [] : [left]
  return {
    text: ellipsize([heading, ...text, ...after].join('\n'), longestText),
    blocks: [
      richText(richLine([bold(heading)]), bullets(entries), ...after.map((line) => richLine([words(line)]))),
    ],
  }
}

const longestUnit = 30

/** Returns “New: a denial, 12 injured instead of 9”, or nothing if there is no news. */
function newsWords(news: NonNullable<Duplicate['news']>, key: 'news' | 'newsSince' = 'news'): string {
  const said = news.map((one) => {
    if (one.kind !== 'figure') return say[one.kind]()
    const [now = '', before = ''] = [one.now, one.before].map((value) =>
      /^\d+$/.test(value) ? grouped(Number(value)) : value,
    )
    const unit = isolate(cut(one.unit, longestUnit))
    return unit === '%' ? say.percentage({ now, before }) : say.figure({ now, unit, before })
  })
  return said.length === 0 ? '' : say[key]({ news: list(said, 'narrow') })
}
