import type { ActionsBlock } from '@slack/types'
import { z } from 'zod'
import type { CardRecord } from '../model/card.ts'
import { type Id, idSchema } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import type { WorthReasons } from '../rules/worth.ts'
import { actionIds } from './block-actions.ts'
import { bold, button, context, plainText, type RichPart, richLine, richText, words } from './block-kit.ts'
import { sentimentLabel } from './labels.ts'
import { personName, signParts, titleOf, titleParts } from './mention-parts.ts'
import { duration, grouped, plural, short } from './numbers.ts'
import { escapeMrkdwn, isolate, longestText, wholeLines } from './text.ts'

/**
 * `channel` lists the mentions of one channel, `mine` those of one person, and `home` those of all the person's
 * channels.
 */
const openScopes = ['channel', 'mine', 'home'] as const
type OpenScope = (typeof openScopes)[number]

export const openPerPage = 10

export type OpenLine = {
  channel: string
  ts: string
  alert: Id
  mention: Mention
  reasons: WorthReasons
  holder?: Pick<CardRecord, 'user' | 'by' | 'state'>
  permalink?: string | undefined
}

export type OpenPage = {
  lines: OpenLine[]
  total: number
  page: number
  scope: OpenScope
  now: number
}

const headlines: Record<OpenScope, string> = {
  channel: 'in this channel',
  mine: 'with you',
  home: 'in your channels',
}

export function openList(view: OpenPage): Content {
  const { lines, total, scope, now } = view
  if (total === 0) return { text: emptyWords[scope], blocks: [context(plainText(emptyWords[scope]))] }
  const headline = `${plural(total, 'open mention')} ${headlines[scope]}`
  const text = [
    headline,
    ...lines.map((line) => `${isolate(titleOf(line.mention).words)} · ${factsOf(line, now)}`),
  ]
  return { text: wholeLines(text.map(escapeMrkdwn), longestText), blocks: openBlocks(view) }
}

const emptyWords: Record<OpenScope, string> = {
  channel: 'Nothing is open in this channel.',
  mine: 'Nothing is open with you.',
  home: 'Nothing is open in your channels. New mentions appear here until somebody marks them as done.',
}

function openBlocks({ lines, total, page, scope, now }: OpenPage): Block[] {
  const pages = Math.ceil(total / openPerPage)
  const pageButton = (label: string, to: number, key: string) =>
    button(label, `${actionIds.openPage}_${key}`, pageValue({ scope, page: to }))
  const pageButtons = [
    ...(page === 0 ? [] : [pageButton('Back', page - 1, 'back')]),
    ...(page >= pages - 1 ? [] : [pageButton('More', page + 1, 'on')]),
  ]
  const many = pages === 1 ? '' : ` · page ${page + 1} of ${grouped(pages)}`
  return [
    richText(
      richLine([
        bold(`${plural(total, 'open mention')} ${headlines[scope]}`),
        words(`, most urgent first${many}`),
      ]),
    ),
    ...lines.flatMap((line) => lineBlocks(line, { scope, page }, now)),
    ...(pageButtons.length === 0 ? [] : [{ type: 'actions', elements: pageButtons } satisfies ActionsBlock]),
  ]
}

function lineBlocks(line: OpenLine, list: OpenListPage, now: number): Block[] {
  const { mention, channel, ts, alert, holder, permalink } = line
  const title: RichPart[] = [...signParts(mention), ...titleParts(titleOf(mention))]
  const where: RichPart[] =
    list.scope === 'channel' ? [] : [words(' · '), { type: 'channel', channel_id: channel }]
  const value = openValue({ ...list, channel, ts, alert, mention: mention.id })
  const elements = [
    ...(holder === undefined ? [button('Claim', actionIds.openClaim, value)] : []),
    button('Done', actionIds.openDone, value),
    button('Snooze…', actionIds.openSnooze, value),
    ...(permalink === undefined
      ? []
      : [{ ...button('Open message', actionIds.openLink, value), url: permalink }]),
  ]
  return [
    richText(richLine([...title, words(`\n${factsOf(line, now)}`), ...where])),
    { type: 'actions', elements } satisfies ActionsBlock,
  ]
}

function factsOf({ reasons, holder }: OpenLine, now: number): string {
  const { sentiment, reach, since, asksQuestion, sites } = reasons
  const facts = [
    sentimentLabel(sentiment).toLowerCase(),
    `${short(reach)} reach`,
    ageWords(now - since),
    asksQuestion ? 'asks a question' : '',
    sites > 1 ? `on ${grouped(sites)} sites` : '',
  ].filter((fact) => fact !== '')
  return `${facts.join(', ')}${holder === undefined ? '' : ` · ${holderWords(holder)}`}`
}

const holderWords = ({ state, by }: NonNullable<OpenLine['holder']>) =>
  `${state === 'assigned' ? 'assigned to' : 'claimed by'} ${personName(by)}`

const ageWords = (ms: number) => (ms < 60_000 ? 'just now' : `${duration(ms)} old`)

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

export const readPageValue = (value: string): OpenListPage | undefined => parsed(listPage, value)

export const readOpenValue = (value: string): OpenTarget | undefined => parsed(openTarget, value)

function parsed<T>(schema: z.ZodType<T>, value: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}
