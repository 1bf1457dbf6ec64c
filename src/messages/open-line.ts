import type { Ms, Time } from '../async/time.ts'
import type { Handling, WorthReasons } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { type RichPart, words } from './kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from './kit/dates.ts'
import { sentimentLabel } from './kit/labels.ts'
import { duration, grouped } from './kit/numbers.ts'
import { knownReach, personName, ticketParts, ticketWords } from './mention/mention-parts.ts'

/** An open mention in a list. */
export type OpenLine = {
  channel: string
  ts: string
  alert: Id
  mention: Mention
  reasons: WorthReasons
  holder?: Pick<Handling, 'user' | 'by' | 'state' | 'assigned'>
  permalink?: string | undefined
  /** The deadline of a target that has passed: UTC, ms. */
  lateSince?: Time
  /** The address of the linked ticket. */
  ticket?: string
}

export const ticketLink = ({ ticket }: Pick<OpenLine, 'ticket'>): RichPart[] =>
  ticket === undefined ? [] : [words(' · '), ...ticketParts(ticket)]

export const ticketFact = ({ ticket }: Pick<OpenLine, 'ticket'>) =>
  ticket === undefined ? '' : ` · ${ticketWords(ticket)}`

const dueOf = ({ holder }: Pick<OpenLine, 'holder'>) => holder?.assigned?.due

export const isOverdue = (line: Pick<OpenLine, 'holder'>, now: Time) =>
  (dueOf(line) ?? Number.POSITIVE_INFINITY) <= now

export function overdueWords(line: OpenLine, now: Time): string {
  return isOverdue(line, now) ? `Overdue by ${timeWords(now - (dueOf(line) ?? now))} · ` : ''
}

const lateSentence = ({ lateSince }: Pick<OpenLine, 'lateSince'>): Sentence =>
  lateSince === undefined ? [] : ['Late since ', { at: lateSince, as: 'date' }, ' · ']

export const lateWords = (line: OpenLine) => sentenceAsText(lateSentence(line))
export const lateParts = (line: OpenLine) => sentenceAsRichText(lateSentence(line))

export function factsOf(line: OpenLine, { now, viewer }: { now: Time; viewer: string }): string {
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

const timeWords = (ms: Ms) => duration(Math.max(60_000, ms))
