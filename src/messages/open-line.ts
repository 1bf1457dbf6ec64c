import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Handling, WorthReasons } from '../model/card.ts'
import { type RichPart, words } from './kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from './kit/dates.ts'
import { sentimentWord } from './kit/labels.ts'
import { duration } from './kit/numbers.ts'
import { knownReach, personName, ticketParts, ticketWords } from './mention/mention-parts.ts'
import { say } from './say.ts'

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
  /** What should have happened until then. */
  missed?: 'claim' | 'done'
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
  return isOverdue(line, now) ? `${say.overdue({ time: timeWords(now - (dueOf(line) ?? now)) })} · ` : ''
}

const lateSentence = ({ lateSince, missed = 'done' }: Pick<OpenLine, 'lateSince' | 'missed'>): Sentence =>
  lateSince === undefined
    ? []
    : [...say.late({ missed, since: { at: lateSince, as: 'date' } as const }), ' · ']

export const lateWords = (line: OpenLine) => sentenceAsText(lateSentence(line))
export const lateParts = (line: OpenLine) => sentenceAsRichText(lateSentence(line))

export function factsOf(line: OpenLine, { now, viewer }: { now: Time; viewer: string }): string {
  const { sentiment, reach, since, asksQuestion, sites } = line.reasons
  const age = now - since
  const due = dueOf(line)
  const facts = [
    sentimentWord(sentiment),
    knownReach(reach),
    age < 60_000 ? say.justNow() : say.age({ time: timeWords(age) }),
    asksQuestion ? say.asksQuestion() : '',
    sites > 1 ? say.onSites({ count: sites }) : '',
  ]
  const holding = [
    facts.filter(Boolean).join(', '),
    line.holder && holderWords(line.holder, viewer),
    due !== undefined && due > now ? say.due({ time: timeWords(due - now) }) : '',
  ]
  return holding.filter(Boolean).join(' · ')
}

function holderWords({ user, state, by, assigned }: NonNullable<OpenLine['holder']>, viewer: string): string {
  const person = personName(by)
  if (state !== 'assigned') return user === viewer ? say.claimedByYou() : say.claimedBy({ person })
  if (user !== viewer) return say.assignedTo({ person })
  return assigned === undefined || assigned.from === viewer
    ? say.assignedToYou()
    : say.assignedToYouBy({ person: personName(assigned.fromName) })
}

const timeWords = (ms: Ms) => duration(Math.max(60_000, ms))
