import type { Mention } from '@overheard/mention-client/mention'
import { z } from 'zod'
import {
  actions,
  bold,
  bullets,
  button,
  context,
  headed,
  partsOf,
  plainText,
  type RichPart,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { fullRange } from '../../messages/kit/dates.ts'
import { sourceName } from '../../messages/kit/labels.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { byline, titleOf, titleParts } from '../../messages/mention/mention-parts.ts'
import { dateOf } from '../../model/calendar-date.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import type { ShownProposal } from './model.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** The ids of the buttons. They are never renamed, because digests stay in their channels. */
export const proposalIds = {
  mute: 'proposal_mute',
  show: 'proposal_show',
  decline: 'proposal_decline',
} as const

export type ProposalView = Omit<ShownProposal, 'newest'>

const dayMs = 86_400_000
const longestName = 100

const nameIn = ({ kind, name }: ProposalView) =>
  isolate(kind === 'source' ? sourceName(name) : cut(name, longestName)) || '?'

function numbersOf({ kind, count, dismissed, total, since, until }: ProposalView) {
  const days = Math.max(1, Math.round((until - since) / dayMs))
  return { kind, count, dismissed, total, days }
}

export function proposalText(proposal: ProposalView): string {
  const of = { ...numbersOf(proposal), name: nameIn(proposal) }
  return of.dismissed === 0 ? say.proposal(of) : say.proposalWithMarked(of)
}

function proposalLine(proposal: ProposalView): RichPart[] {
  const of = { ...numbersOf(proposal), name: bold(nameIn(proposal)) }
  const parts = of.dismissed === 0 ? say.proposal(of) : say.proposalWithMarked(of)
  return partsOf(parts)
}

/** Each proposal is two blocks. On the home tab, the line also names the channel. */
export function proposalBlocks(proposal: ProposalView, showsChannel = false): Block[] {
  const where: RichPart[] = showsChannel
    ? [words(' '), { type: 'channel', channel_id: proposal.channel }]
    : []
  const value = JSON.stringify([proposal.channel, proposal.id])
  const buttons = [
    button(say.mute(), proposalIds.mute, value),
    button(say.show(), proposalIds.show, value),
    button(say.decline(), proposalIds.decline, value),
  ]
  return [richText(richLine([...proposalLine(proposal), ...where])), ...actions(buttons)]
}

const mostOnHome = 3
/** A divider, a header, and two blocks for each proposal. */
export const mostHomeBlocks = 2 + 2 * mostOnHome

/** Largest first. */
export function proposalSection(proposals: ProposalView[]): Block[] {
  const rows = proposals.slice(0, mostOnHome).map((one) => proposalBlocks(one, true))
  return headed(say.headline({ count: rows.length }), rows)
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
  const shown = mentions.length
  const counted = shown < proposal.count ? say.newest({ shown, range }) : say.counted({ range })
  return {
    title: say.title(),
    blocks: [
      richText(richLine(proposalLine(proposal))),
      ...(elements.length === 0 ? [] : [richText(bullets(elements))]),
      context(plainText(shown === 0 ? say.notStored() : counted)),
    ],
  }
}

export const mutedText = (proposal: ProposalView) =>
  say.muted({ kind: proposal.kind, name: nameIn(proposal) })

export const declinedText = (proposal: ProposalView) =>
  say.declined({ kind: proposal.kind, name: nameIn(proposal) })
