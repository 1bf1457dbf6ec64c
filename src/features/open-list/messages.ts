import { z } from 'zod'
import type { Ms, Time } from '../../async/time.ts'
import type { WorthReasons } from '../../cards/worth.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  plainText,
  type RichPart,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { sentimentLabel } from '../../messages/kit/labels.ts'
import { duration, grouped, plural } from '../../messages/kit/numbers.ts'
import { escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import {
  knownReach,
  personName,
  signParts,
  ticketParts,
  ticketWords,
  titleOf,
  titleParts,
} from '../../messages/mention/mention-parts.ts'
import type { Handling } from '../../model/card.ts'
import { type Id, idSchema } from '../../model/id.ts'
import { parseJson } from '../../model/json.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'

/**
 * `channel` lists the mentions of one channel, `mine` those that a person has, and `home` those in all the person's
 * channels that nobody has.
 */
const openScopes = ['channel', 'mine', 'home'] as const
type OpenScope = (typeof openScopes)[number]

/** A list shows this many mentions per page. The home tab has 100 blocks for two lists and more, and each mention needs two blocks. */
export const openPerPage = 10
export const openPerHomePage = 5

export type OpenLine = {
  channel: string
  ts: string
  alert: Id
  mention: Mention
  reasons: WorthReasons
  holder?: Pick<Handling, 'user' | 'by' | 'state' | 'assigned'>
  permalink?: string | undefined
  /** The address of the linked ticket. */
  ticket?: string
}

export type OpenPage = {
  lines: OpenLine[]
  total: number
  page: number
  perPage: number
  scope: OpenScope
  now: Time
  viewer: string
}

const headlines = { channel: 'in this channel', mine: 'with you', home: 'in your channels' }

export function openList(view: OpenPage): Content {
  const { lines, total, scope } = view
  if (total === 0) return { text: emptyWords[scope], blocks: [context(plainText(emptyWords[scope]))] }
  const headline = `${plural(total, 'open mention')} ${headlines[scope]}`
  const text = [
    headline,
    ...lines.map((line) => {
      const facts = `${overdueWords(line, view.now)}${factsOf(line, view)}${ticketFact(line)}`
      return `${isolate(titleOf(line.mention).words)} · ${facts}`
    }),
  ]
  return { text: wholeLines(text.map(escapeMrkdwn), longestText), blocks: openBlocks(view) }
}

const emptyWords: Record<OpenScope, string> = {
  channel: 'Nothing is open in this channel.',
  mine: 'Nothing is open with you.',
  home: 'Nothing waits for an answer in your channels. New mentions appear here until somebody has them.',
}

function openBlocks(view: OpenPage): Block[] {
  const { total, page, perPage, scope } = view
  const many = total <= perPage ? '' : ` · page ${page + 1} of ${grouped(Math.ceil(total / perPage))}`
  const headline = bold(`${plural(total, 'open mention')} ${headlines[scope]}`)
  return [richText(richLine([headline, words(`, most urgent first${many}`)])), ...openRows(view)]
}

export function openRows(view: OpenPage): Block[] {
  const { lines, total, page, perPage, scope } = view
  const pageButton = (label: string, to: number, key: string) =>
    button(label, `${actionIds.openPage}_${key}`, pageValue({ scope, page: to }))
  const pageButtons = [
    ...(page === 0 ? [] : [pageButton('Back', page - 1, 'back')]),
    ...((page + 1) * perPage >= total ? [] : [pageButton('More', page + 1, 'on')]),
  ]
  return [...lines.flatMap((line) => lineBlocks(line, view)), ...actions(pageButtons)]
}

function lineBlocks(line: OpenLine, view: OpenPage): Block[] {
  const { mention, channel, ts, alert, holder, permalink } = line
  const { scope, page, now, viewer } = view
  const title: RichPart[] = [...signParts(mention), ...titleParts(titleOf(mention))]
  const where: RichPart[] =
    scope === 'channel' ? [] : [words(' · '), { type: 'channel', channel_id: channel }]
  const value = openValue({ scope, page, channel, ts, alert, mention: mention.id })
  const elements = [
    ...(holder === undefined ? [button('Claim', actionIds.openClaim, value)] : []),
    button('Done', actionIds.openDone, value),
    ...(holder?.user === viewer ? [button('Give back', actionIds.openRelease, value)] : []),
    button('Snooze…', actionIds.openSnooze, value),
    ...(permalink === undefined
      ? []
      : [{ ...button('Open message', actionIds.openLink, value), url: permalink }]),
  ]
  return [
    richText(
      richLine([
        ...title,
        words('\n'),
        bold(overdueWords(line, now)),
        words(factsOf(line, view)),
        ...ticketLink(line),
        ...where,
      ]),
    ),
    ...actions(elements),
  ]
}

export const ticketLink = ({ ticket }: Pick<OpenLine, 'ticket'>): RichPart[] =>
  ticket === undefined ? [] : [words(' · '), ...ticketParts(ticket)]

export const ticketFact = ({ ticket }: Pick<OpenLine, 'ticket'>) =>
  ticket === undefined ? '' : ` · ${ticketWords(ticket)}`

const dueOf = ({ holder }: Pick<OpenLine, 'holder'>) => holder?.assigned?.due

export const isOverdue = (line: Pick<OpenLine, 'holder'>, now: Time) =>
  (dueOf(line) ?? Number.POSITIVE_INFINITY) <= now

function overdueWords(line: OpenLine, now: Time): string {
  return isOverdue(line, now) ? `Overdue by ${timeWords(now - (dueOf(line) ?? now))} · ` : ''
}

function factsOf(line: OpenLine, { now, viewer }: Pick<OpenPage, 'now' | 'viewer'>): string {
  const { sentiment, reach, since, asksQuestion, sites } = line.reasons
  const age = now - since
  const due = dueOf(line)
  const facts = [
    sentimentLabel(sentiment).toLowerCase(),
    knownReach(reach),
    age < 60_000 ? 'just now' : `${timeWords(age)} old`,
    asksQuestion ? 'asks a question' : '',
    sites > 1 ? `on ${grouped(sites)} sites` : '',
  ]
  const holding = [
    facts.filter(Boolean).join(', '),
    line.holder && holderWords(line.holder, viewer),
    due !== undefined && due > now ? `due in ${timeWords(due - now)}` : '',
  ]
  return holding.filter(Boolean).join(' · ')
}

function holderWords({ user, state, by, assigned }: NonNullable<OpenLine['holder']>, viewer: string): string {
  const verb = state === 'assigned' ? 'assigned to' : 'claimed by'
  if (user !== viewer) return `${verb} ${personName(by)}`
  const isGiven = state === 'assigned' && assigned !== undefined && assigned.from !== viewer
  return `${verb} you${isGiven ? ` by ${personName(assigned.fromName)}` : ''}`
}

/** Returns, for example, “negative, 41K reach, 3 hr old · claimed by Ana”. */
export const openFacts = (line: OpenLine, now: Time) =>
  `${overdueWords(line, now)}${factsOf(line, { now, viewer: '' })}`

const timeWords = (ms: Ms) => duration(Math.max(60_000, ms))

export const listPage = z.object({ scope: z.enum(openScopes), page: z.int().min(0) })
export type OpenListPage = z.infer<typeof listPage>

const openTarget = listPage.extend({
  channel: z.string(),
  ts: z.string(),
  alert: idSchema,
  mention: idSchema,
})
export type OpenTarget = z.infer<typeof openTarget>

const pageValue = (page: OpenListPage) => JSON.stringify(page)
export const openValue = (target: OpenTarget) => JSON.stringify(target)

export const readPageValue = (value: string) => listPage.safeParse(parseJson(value)).data
export const readOpenValue = (value: string) => openTarget.safeParse(parseJson(value)).data
