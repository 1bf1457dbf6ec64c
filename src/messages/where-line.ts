/** A card's small print: how it sounds, where it stands, how many it reaches, when, and who takes care of it. */
import type { MrkdwnElement, PlainTextElement } from '@slack/types'
import type { Mention } from '../model/mention.ts'
import { mrkdwn, plainText } from './block-kit.ts'
import type { CardState } from './card-state.ts'
import { short } from './numbers.ts'
import { flag, languageCode } from './place.ts'
import { sentimentWords } from './sentiment.ts'
import { slackDate, slackTime } from './slack-date.ts'
import { sourceName } from './source-name.ts'
import { cut, isolate } from './text.ts'

/** A context block's element. */
export type SmallPrint = PlainTextElement | MrkdwnElement

/** 👎 Negative · Reddit · 48.2k reach · 🇺🇸 EN, and the date in the reader's own zone. */
export function whereParts(mention: Mention): SmallPrint[] {
  const place = `${flag(mention.location?.country)} ${languageCode(mention.language)}`.trim()
  const source = isolate(sourceName(mention.source))
  const facts = [sentimentWords(mention.sentiment), source, reachWords(mention), place]
  return withDate(facts.filter((fact) => fact !== '').join(' · '), slackDate(mention.date))
}

/** 48.2k reach; "? reach" where the service sent no sound number. */
export function reachWords({ reach, flaws }: Mention): string {
  return flaws.some((flaw) => flaw.startsWith('reach')) ? '? reach' : `${short(reach)} reach`
}

/** Who takes care of it and since when; nothing while nobody does. */
export function stateParts(state: CardState): SmallPrint[] {
  if (state.kind === 'open') return []
  const person = personName(state.by)
  return withDate(state.kind === 'done' ? `✓ Done, ${person}` : `Claimed, ${person}`, slackTime(state.at))
}

/** A person's name as Slack gives it, which the person chose freely. */
export function personName(name: string): string {
  return isolate(cut(name, 40)) || 'somebody'
}

function withDate(text: string, date: string | undefined): SmallPrint[] {
  return date === undefined ? [plainText(text)] : [plainText(text), mrkdwn(date)]
}
