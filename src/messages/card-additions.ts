import type { Block, Content } from '../model/message.ts'
import type { Notify } from '../model/subscription.ts'
import { context, mrkdwn, type RichPart, richLine, richText, words } from './block-kit.ts'
import { grouped, plural, short } from './numbers.ts'
import { addressInText, cut, ellipsize, escapeMrkdwn, longestText, webAddress } from './text.ts'

/** What stands on a card besides the mention itself: where else it was said, and who is called. */

/** More links than these are counted only. */
const maxLinks = 10

/**
 * Where else a mention was said, in words of ours. `urls`: what of it is elsewhere, strangers' text; `link`: its earlier card, from
 * Slack; `leads`: it is why the card is there, so the text, which notifications show, begins with it.
 */
export type OtherSites = { label: string; urls: string[]; link?: string; isHeadline?: true }

/** What joined a card by its address or title: "Also at 3 places". */
export function duplicateSites(count: number, urls: string[]): OtherSites | undefined {
  return count === 0 ? undefined : { label: `Also at ${plural(count, 'place')}`, urls }
}

/** A story: "At 12 places, 1.3M reach"; where it has come up `again`, with a link to its earlier card. One place alone is no story. */
export function storySites(
  { sites, reach }: { sites: number; reach: number },
  urls: string[],
  repeated?: { link?: string },
): OtherSites | undefined {
  const figures = `${plural(sites, 'place')}, ${short(reach)} reach`
  const link = repeated?.link === undefined ? {} : { link: repeated.link }
  if (repeated !== undefined) return { label: `Up again, now at ${figures}`, urls, ...link, isHeadline: true }
  return sites < 2 ? undefined : { label: `At ${figures}`, urls }
}

/** The card with the places that joined it, as links to those that are elsewhere. */
export function withSites(content: Content, sites: OtherSites | undefined): Content {
  if (sites === undefined) return content
  const { label, urls, link } = sites
  const links = urls.slice(0, maxLinks).flatMap((url) => webAddress(url) ?? [])
  const earlier = link === undefined ? undefined : webAddress(link)
  const parts = links.flatMap((url, index): RichPart[] => [
    words(index === 0 ? ': ' : ', '),
    { type: 'link', url, text: hostOf(url) },
  ])
  const more = moreWords(urls, links)
  if (more !== '') parts.push(words(more))
  if (earlier !== undefined) parts.push(words(' · '), { type: 'link', url: earlier, text: 'Earlier card' })
  return {
    text: sitesText(content.text, sites, links, earlier),
    blocks: beforeActions(content.blocks, richText(richLine([words(label), ...parts]))),
  }
}

/** " and 2 more", so that what is linked and what is counted come to the same; nothing where none is linked. */
function moreWords(urls: string[], links: string[]): string {
  const more = urls.length - links.length
  return links.length === 0 || more === 0 ? '' : ` and ${grouped(more)} more`
}

function sitesText(
  card: string,
  { label, urls, isHeadline }: OtherSites,
  links: string[],
  earlier: string | undefined,
): string {
  const listed = links.map(addressInText).join(', ')
  const elsewhere = listed === '' ? '' : `: ${listed}${moreWords(urls, links)}`
  const before = earlier === undefined ? '' : ` · Earlier card: ${addressInText(earlier)}`
  const since = elsewhere === '' ? '' : ` · Since then${elsewhere}`
  const text = isHeadline ? `${label} · ${card}${since}${before}` : `${card} · ${label}${elsewhere}${before}`
  // An address that is cut leads nowhere: then the number alone is told.
  return text.length <= longestText ? text : ellipsize(`${label} · ${card}`, longestText)
}

/** The card with those who are to be called. Their ids come from the configuration, never from a mention. */
export function withNotifiedUsers(content: Content, { users, groups, here }: Omit<Notify, 'when'>): Content {
  const calls = [
    ...users.map((user) => `<@${user}>`),
    ...groups.map((group) => `<!subteam^${group}>`),
    ...(here ? ['<!here>'] : []),
  ].join(' ')
  if (calls === '') return content
  return {
    text: ellipsize(`${calls} ${content.text}`, longestText),
    blocks: beforeActions(content.blocks, context(mrkdwn(calls))),
  }
}

function beforeActions(blocks: Block[], block: Block): Block[] {
  const at = blocks.findIndex(({ type }) => type === 'actions')
  return at < 0 ? [...blocks, block] : blocks.toSpliced(at, 0, block)
}

function hostOf(url: string): string {
  return URL.canParse(url)
    ? cut(new URL(url).hostname.replace(/^www\.(?=.+\.)/, ''), 60)
    : escapeMrkdwn(cut(url, 60))
}
