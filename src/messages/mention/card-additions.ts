import type { Block, Content } from '../../model/message.ts'
import type { Notify } from '../../model/subscription.ts'
import { context, mrkdwn, type RichPart, richLine, richText, words } from '../kit/block-kit.ts'
import { grouped, plural } from '../kit/numbers.ts'
import { addressInText, cut, ellipsize, escapeMrkdwn, longestText, webAddress } from '../kit/text.ts'
import { finderWords, knownReach, noteWords } from './mention-parts.ts'

const maxLinks = 10

export type OtherSites = {
  label: string
  /** Strangers wrote these addresses. */
  urls: string[]
  areExamples?: boolean
  link?: string
  news?: string
}

/** `repeated` is set if the story is posted again because it has spread. Otherwise, returns undefined for a story on one site only. */
export function storySites(
  { sites, reach }: { sites: number; reach: number },
  urls: string[],
  repeated?: { link?: string },
): OtherSites | undefined {
  const combined = knownReach(reach, 'combined reach')
  const link = repeated?.link === undefined ? {} : { link: repeated.link }
  if (repeated !== undefined)
    return {
      label: `${combined} on all sites`,
      urls,
      areExamples: urls.length < sites,
      ...link,
      news: `Still spreading: now on ${plural(sites, 'site')}`,
    }
  return sites < 2
    ? undefined
    : { label: [`Picked up by ${plural(sites, 'site')}`, combined].filter(Boolean).join(' · '), urls }
}

export function sitesBlocks(sites: OtherSites): Block[] {
  const { label, urls, link } = sites
  const links = linksOf(urls)
  const first = link === undefined ? undefined : webAddress(link)
  const parts = links.flatMap((url, index): RichPart[] => [
    words(index === 0 ? jointOf(sites) : ', '),
    { type: 'link', url, text: hostOf(url) },
  ])
  const more = moreWords(sites, links)
  if (more !== '') parts.push(words(more))
  if (first !== undefined) parts.push(words(' · '), { type: 'link', url: first, text: 'View first post' })
  return [richText(richLine([words(label), ...parts]))]
}

const linksOf = (urls: string[]) => urls.slice(0, maxLinks).flatMap((url) => webAddress(url) ?? [])

const jointOf = ({ areExamples }: OtherSites) => (areExamples ? ', for example ' : ': ')

function moreWords({ urls, areExamples }: OtherSites, links: string[]): string {
  const more = urls.length - links.length
  return links.length === 0 || more === 0 || areExamples ? '' : ` and ${grouped(more)} more`
}

type Additions = {
  foundBy: string | undefined
  remark: string | undefined
  sites: OtherSites | undefined
  note: string | undefined
  ticket: string | undefined
}

/** Adds to the text of a card what the card has beside its mention. */
export function withAdditions(card: string, { foundBy, remark, sites, note, ticket }: Additions): string {
  let text = card
  // A notification must begin with its subject, so names and notes come after the first line.
  if (foundBy !== undefined) text = withSecondLine(text, escapeMrkdwn(finderWords(foundBy)))
  if (remark !== undefined) text = withSecondLine(text, escapeMrkdwn(remark))
  if (sites !== undefined) text = withSitesText(text, sites)
  if (note !== undefined) text = withSecondLine(text, escapeMrkdwn(noteWords(note)))
  return ticket === undefined ? text : withTicketText(text, ticket)
}

/** If the addresses do not fit the text, leaves them out, because a cut address leads nowhere. */
function withSitesText(card: string, sites: OtherSites): string {
  const { label, urls } = sites
  const links = linksOf(urls)
  const listed = links.map(addressInText).join(', ')
  const elsewhere = listed === '' ? '' : `${jointOf(sites)}${listed}${moreWords(sites, links)}`
  const first = sites.link === undefined ? undefined : webAddress(sites.link)
  const before = first === undefined ? '' : `\nFirst post: ${addressInText(first)}`
  const text = `${card}\n${label}${elsewhere}${before}`
  return text.length <= longestText ? text : ellipsize(`${card}\n${label}`, longestText)
}

/** Leaves out a line that does not fit the text. */
function withSecondLine(card: string, line: string): string {
  const [first = '', ...others] = card.split('\n')
  const text = [first, line, ...others].join('\n')
  return text.length <= longestText ? text : card
}

/** If the address does not fit the text, leaves it out, because a cut address leads nowhere. */
export function withTicketText(card: string, ticket: string): string {
  const text = `${card}\nTicket: ${addressInText(ticket)}`
  return text.length <= longestText ? text : card
}

/**
 * Adds the people after the first line, because a notification must begin with its subject. The ids of the people come from the
 * configuration, never from a mention.
 */
export function withNotifiedUsers(content: Content, { users, groups, here }: Omit<Notify, 'when'>): Content {
  const calls = [
    ...users.map((user) => `<@${user}>`),
    ...groups.map((group) => `<!subteam^${group}>`),
    ...(here ? ['<!here>'] : []),
  ].join(' ')
  if (calls === '') return content
  const [first = '', ...rest] = content.text.split('\n')
  return {
    text: ellipsize([first, calls, ...rest].join('\n'), longestText),
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
