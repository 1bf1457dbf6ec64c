/** A card's small print: how it sounds, where it stands, how many it reaches, when, and who takes care of it. */
import type { MrkdwnElement, PlainTextElement } from '@slack/types'
import type { Mention } from '../../model/mention.ts'
import { mrkdwn, plainText } from '../block-kit.ts'
import { short } from '../numbers.ts'
import { flag, languageCode } from '../place.ts'
import { sentimentWords } from '../sentiment.ts'
import { slackDate, slackTime } from '../slack-date.ts'
import { sourceName } from '../source-name.ts'
import { isolate } from '../text.ts'
import { type CardState, stateWords } from './state.ts'

/** A context block's element. */
type SmallPrint = PlainTextElement | MrkdwnElement

/** 👎 Negative · Reddit · 48.2k reach · 🇺🇸 EN, and the date in the reader's own zone. */
export function metadataParts(mention: Mention): SmallPrint[] {
  const place = `${flag(mention.location?.country)} ${languageCode(mention.language)}`.trim()
  const source = isolate(sourceName(mention.source))
  const facts = [sentimentWords(mention.sentiment), source, reachWords(mention), place]
  return withDate(facts.filter((fact) => fact !== '').join(' · '), slackDate(mention.date))
}

/** 48.2k reach, or "? reach". */
export function reachWords(mention: Mention): string {
  return `${shortReach(mention)} reach`
}

/** The reach in short form; "?" where the service sent no sound number. */
export function shortReach({ reach, flaws }: Mention): string {
  return flaws.some((flaw) => flaw.startsWith('reach')) ? '?' : short(reach)
}

/** Who takes care of it and since when; nothing while nobody does. */
export function stateParts(state: CardState): SmallPrint[] {
  if (state.kind === 'open') return []
  return withDate(stateWords(state), slackTime(state.at))
}

function withDate(text: string, date: string | undefined): SmallPrint[] {
  return date === undefined ? [plainText(text)] : [plainText(text), mrkdwn(date)]
}
