import { z } from 'zod'
import {
  actions,
  bold,
  bullets,
  button,
  context,
  headed,
  plainText,
  type RichPart,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { fullRange } from '../../messages/kit/dates.ts'
import { sourceName } from '../../messages/kit/labels.ts'
import { grouped, plural, unit } from '../../messages/kit/numbers.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { byline, titleOf, titleParts } from '../../messages/mention/mention-parts.ts'
import { muteKindWords } from '../../messages/mute-words.ts'
import { dateOf } from '../../model/calendar-date.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import type { ShownProposal } from './model.ts'

/** The ids of the buttons. They are never renamed, because digests stay in their channels. */
export const proposalIds = {
  mute: 'proposal_mute',
  show: 'proposal_show',
  decline: 'proposal_decline',
} as const

export type ProposalView = Omit<ShownProposal, 'newest'>

const dayMs = 86_400_000
const longestName = 100

type ProposalParts = { before: string; name: string; after: string }

function partsOf({ kind, name, count, dismissed, total, since, until }: ProposalView): ProposalParts {
  const days = Math.max(1, Math.round((until - since) / dayMs))
  const period = days === 28 ? 'four weeks' : plural(days, 'day')
  const marked =
    dismissed === 0
      ? ''
      : `, and ${grouped(dismissed)} ${dismissed === 1 ? 'was' : 'were'} marked as not relevant`
  return {
    before: `Muting the ${muteKindWords[kind]} `,
    name: isolate(kind === 'source' ? sourceName(name) : cut(name, longestName)) || '?',
    after: ` would have held back ${grouped(count)} of ${plural(total, 'mention')} in ${period}. None was claimed${marked}.`,
  }
}

export function proposalText(proposal: ProposalView): string {
  const { before, name, after } = partsOf(proposal)
  return `${before}${name}${after}`
}

function proposalLine(proposal: ProposalView): RichPart[] {
  const { before, name, after } = partsOf(proposal)
  return [words(before), bold(name), words(after)]
}

/** Each proposal is two blocks. On the home tab, the line also names the channel. */
export function proposalBlocks(proposal: ProposalView, showsChannel = false): Block[] {
  const where: RichPart[] = showsChannel
    ? [words(' '), { type: 'channel', channel_id: proposal.channel }]
    : []
  const value = JSON.stringify([proposal.channel, proposal.id])
  const buttons = [
    button('Mute 30 days', proposalIds.mute, value),
    button('Show them', proposalIds.show, value),
    button('Not this', proposalIds.decline, value),
  ]
  return [richText(richLine([...proposalLine(proposal), ...where])), ...actions(buttons)]
}

const mostOnHome = 3
/** A divider, a header, and two blocks for each proposal. */
export const mostHomeBlocks = 2 + 2 * mostOnHome

/** Largest first. */
export function proposalSection(proposals: ProposalView[]): Block[] {
  const rows = proposals.slice(0, mostOnHome).map((one) => proposalBlocks(one, true))
  return headed(unit(rows.length, 'Proposed mute'), rows)
}

const proposalValue = z.tuple([z.string(), z.string()])

export function readProposalValue(value: string): { channel: string; id: string } {
  const [channel, id] = proposalValue.parse(JSON.parse(value))
  return { channel, id }
}

const longestTitle = 90

/** Shows the newest mentions of a proposal, each with a link to its page. */
export function proposalModal(proposal: ProposalView, mentions: Mention[]): ModalContent {
  const range = fullRange({ from: dateOf(proposal.since), to: dateOf(proposal.until) })
  const elements = mentions.map((mention) => {
    const title = titleOf(mention, longestTitle)
    const by = byline(mention, title)
    return richLine([...titleParts(title), words(by === '' ? '' : ` · ${by}`)])
  })
  const shown =
    mentions.length === 0
      ? 'These mentions are no longer stored.'
      : `${mentions.length < proposal.count ? `The newest ${grouped(mentions.length)} of them. ` : ''}Counted: ${range}, because people may still claim newer mentions.`
  return {
    title: 'Mentions held back',
    blocks: [
      richText(richLine(proposalLine(proposal))),
      ...(elements.length === 0 ? [] : [richText(bullets(elements))]),
      context(plainText(shown)),
    ],
  }
}

export const proposalReplies = {
  gone: 'This proposal is out of date. The home tab shows the present ones.',
  muted: (proposal: ProposalView) =>
    `Muted the ${muteKindWords[proposal.kind]} ${partsOf(proposal).name} for 30 days. The message in the channel has an Undo button.`,
  declined: (proposal: ProposalView) =>
    `Muting the ${muteKindWords[proposal.kind]} ${partsOf(proposal).name} is not proposed again for 90 days.`,
}
