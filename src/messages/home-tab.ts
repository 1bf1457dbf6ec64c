import type { ActionsBlock, Button, HeaderBlock, SectionBlock } from '@slack/types'
import type { Block } from '../model/message.ts'
import type { SubscriptionSummary } from '../model/subscription-status.ts'
import { actionIds } from './block-actions.ts'
import { button, context, plainText } from './block-kit.ts'
import { muteRow, type NamedMute } from './mutes.ts'
import { plural } from './numbers.ts'
import { type OpenPage, openList } from './open-list.ts'
import { mentionsHelp } from './replies.ts'
import { routeWords, stateSentence, subscriptionBlock } from './subscription-list.ts'

/** A page shows this many subscriptions. With two blocks each, it stays far below Slack's limit of 100 blocks. */
const perPage = 15
const mutesPerPage = 20

export type HomeLine = SubscriptionSummary & { isPaused: boolean }

type HomeTabView = {
  open: OpenPage
  lines: HomeLine[]
  mutes: NamedMute[]
  page: number
  note?: string
  docs?: string
}

const pagesOf = (count: number) => Math.max(1, Math.ceil(count / perPage))

export function homeTab({ open, lines, mutes, page, note, docs }: HomeTabView): Block[] {
  const pages = pagesOf(lines.length)
  const shownPage = Math.min(Math.max(0, page), pages - 1)
  const shown = lines.slice(shownPage * perPage, (shownPage + 1) * perPage)
  return [
    ...(note === undefined ? [] : [section(note)]),
    header('Open'),
    ...openList(open).blocks,
    header('Alerts in your channels'),
    ...(lines.length === 0 ? [section('No alerts yet.')] : shown.flatMap(subscriptionBlocks)),
    ...(shown.some((line) => line.isFromFile) ? [context(plainText(fromFileHint))] : []),
    { type: 'actions', elements: pageButtons(shownPage, pages) } satisfies ActionsBlock,
    ...(pages === 1
      ? []
      : [context(plainText(`Page ${shownPage + 1} of ${pages}, ${plural(lines.length, 'subscription')}`))]),
    ...muteBlocks(mutes),
    header('Commands'),
    ...mentionsHelp().blocks,
    ...(docs === undefined ? [] : [docsLink(docs)]),
  ]
}

const fromFileHint = 'Alerts without buttons are managed in the config file.'

function subscriptionBlocks(line: HomeLine): Block[] {
  const described = subscriptionBlock(line, routeWords(line), stateSentence(line))
  if (line.isFromFile) return [described]
  const value = line.name.slice(0, 2000)
  const pauseButton = line.isPaused
    ? button('Resume', actionIds.resume, value, 'primary')
    : button('Pause', actionIds.pause, value)
  const elements = [pauseButton, button('Edit…', actionIds.edit, value)]
  return [described, { type: 'actions', elements } satisfies ActionsBlock]
}

function pageButtons(page: number, pages: number): Button[] {
  return [
    button('Subscribe…', actionIds.subscribe, 'new', 'primary'),
    ...(page === 0 ? [] : [button('Back', `${actionIds.homePage}_back`, String(page - 1))]),
    ...(page >= pages - 1 ? [] : [button('More', `${actionIds.homePage}_on`, String(page + 1))]),
    button('Refresh', `${actionIds.homePage}_again`, String(page)),
  ]
}

/** The link has an action id, because Slack sends an event even for a press on a link. */
function docsLink(url: string): Block {
  const link = { ...button('Documentation', actionIds.docs, 'docs'), url }
  return { type: 'actions', elements: [link] } satisfies ActionsBlock
}

function muteBlocks(mutes: NamedMute[]): Block[] {
  if (mutes.length === 0) return []
  const shown = mutes.slice(0, mutesPerPage).map((mute) => muteRow(mute, true))
  const more = mutes.length - shown.length
  const rest = more === 0 ? [] : [context(plainText(`${more} more: see /mentions mutes in their channels`))]
  return [header('Muted'), ...shown, ...rest]
}

const header = (text: string): Block => ({ type: 'header', text: plainText(text) }) satisfies HeaderBlock

const section = (text: string): Block => ({ type: 'section', text: plainText(text) }) satisfies SectionBlock
