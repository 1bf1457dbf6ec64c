import { defined } from '@overheard/base/defined'
import type { Block, Content } from '../../model/message.ts'
import type { Notify } from '../../model/subscription.ts'
import { context, mrkdwn, partsOf, type RichPart, richLine, richText, words } from '../kit/block-kit.ts'
import { short } from '../kit/numbers.ts'
import { addressInText, cut, ellipsize, escapeMrkdwn, longestText, webAddress } from '../kit/text.ts'
import { combinedReach, finderWords, noteWords } from './mention-parts.ts'
import { say } from './say.ts'

const maxLinks = 10

export type OtherSites = {
  label: string
  /** Strangers wrote these addresses. */
  urls: string[]
  areExamples?: boolean
  link?: string
  news?: string
}

/** The story had an earlier card, with this permalink. */
export type Repeated = { link?: string }

/** `repeated` is set if the story is posted again because it has spread. Otherwise, returns undefined for a story on one site only. */
export function storySites(
  { sites, reach }: { sites: number; reach: number },
  urls: string[],
  repeated?: Repeated,
): OtherSites | undefined {
  if (repeated !== undefined)
    return {
      ...defined({ link: repeated.link }),
      news: say.stillSpreadingOnSites({ count: sites }),
      label: reach > 0 ? say.reachOnAllSites({ reach: short(reach) }) : say.onAllSites(),
      urls,
      areExamples: urls.length < sites,
    }
  const label = [say.pickedUpBy({ count: sites }), combinedReach(reach)].filter(Boolean).join(' · ')
  return sites < 2 ? undefined : { label, urls }
}

export function sitesBlocks(sites: OtherSites): Block[] {
  const { label: about, urls, link } = sites
  const links = linksOf(urls).flatMap((url, index): RichPart[] => [
    ...(index === 0 ? [] : [words(', ')]),
    { type: 'link', url, text: hostOf(url) },
  ])
  const listed = links.length === 0 ? [about] : listedSites(sites, about, links)
  const first = link === undefined ? undefined : webAddress(link)
  const toFirst: RichPart[] =
    first === undefined ? [] : [words(' · '), { type: 'link', url: first, text: say.viewFirstPost() }]
  return [richText(richLine([...partsOf(listed), ...toFirst]))]
}

const linksOf = (urls: string[]) => urls.slice(0, maxLinks).flatMap((url) => webAddress(url) ?? [])

const moreOf = ({ urls }: OtherSites) => urls.length - linksOf(urls).length

const listedSites = <List extends object>(sites: OtherSites, about: string, list: List): (string | List)[] =>
  sites.areExamples
    ? say.someSites({ about, sites: list })
    : say.sites({ about, sites: list, more: moreOf(sites) })

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
  const about = escapeMrkdwn(sites.label)
  const links = linksOf(sites.urls).map(addressInText).join(', ')
  const listed = links === '' ? about : listedSites(sites, about, [links]).flat().join('')
  const first = sites.link === undefined ? undefined : webAddress(sites.link)
  const before = first === undefined ? [] : [say.firstPost({ address: addressInText(first) })]
  const text = [card, listed, ...before].join('\n')
  return text.length <= longestText ? text : ellipsize(`${card}\n${about}`, longestText)
}

/** Leaves out a line that does not fit the text. */
function withSecondLine(card: string, line: string): string {
  const [first = '', ...others] = card.split('\n')
  const text = [first, line, ...others].join('\n')
  return text.length <= longestText ? text : card
}

/** If the address does not fit the text, leaves it out, because a cut address leads nowhere. */
export function withTicketText(card: string, ticket: string): string {
  const text = `${card}\n${say.ticket({ address: addressInText(ticket) })}`
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

export function hostOf(url: string): string {
  return URL.canParse(url)
    ? cut(new URL(url).hostname.replace(/^www\.(?=.+\.)/, ''), 60)
    : escapeMrkdwn(cut(url, 60))
}
