/** Sentences with moments in them, which each reader sees in their own time zone. */
import type { MrkdwnElement, PlainTextElement, RichTextDate } from '@slack/types'
import { mrkdwn, plainText, type RichPart, words } from './block-kit.ts'
import { slackDate, utc } from './slack-date.ts'

/** A moment (UTC, ms since the epoch), shown as a day and a time ("today at 14:02"), or as "3 minutes ago". */
type Moment = { at: number; as: 'date' | 'ago' }

/** Words of ours, or foreign ones made harmless, and moments, in their order. */
export type Sentence = (string | Moment)[]

/** Slack's tokens (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). */
const momentFormats: Record<Moment['as'], string> = {
  date: '{date_short_pretty} at {time}',
  ago: '{ago}',
}

/** As rich text, in which no markup works. A moment that is no sound date is left to words. */
export function sentenceAsRichText(sentence: Sentence): RichPart[] {
  return sentence.map((part) => (typeof part === 'string' ? words(part) : richMoment(part)))
}

/** As plain words, for what is read aloud and for notifications. Not escaped. */
export function sentenceAsText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : momentWords(part))).join('')
}

/** As the elements of small print; Slack puts a gap between them. */
export function sentenceAsContext(sentence: Sentence): (PlainTextElement | MrkdwnElement)[] {
  return sentence.map((part) =>
    typeof part === 'string' ? plainText(part.trim()) : mrkdwn(momentMarkup(part)),
  )
}

function richMoment(moment: Moment): RichPart {
  const { at, as } = moment
  if (slackDate(at) === undefined) return words(momentWords(moment))
  const timestamp = Math.floor(at / 1000)
  return { type: 'date', timestamp, format: momentFormats[as], fallback: utc(at) } satisfies RichTextDate
}

const momentMarkup = (moment: Moment) => slackDate(moment.at, momentFormats[moment.as]) ?? momentWords(moment)

function momentWords({ at }: Moment): string {
  return slackDate(at) === undefined ? 'an unknown time' : utc(at)
}
