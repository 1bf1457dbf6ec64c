/** What the owner hears, in a direct message, when subscriptions stop and when they go on. */
import type { SectionBlock } from '@slack/types'
import type { Block, Content } from '../../model/message.ts'
import { bold, context, mrkdwn, plainText, richLine, richText } from '../block-kit.ts'
import { plural } from '../numbers.ts'
import { slackDate, utc } from '../slack-date.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'

/** What stopped or goes on. */
type Subject = { subscription: string; channel: string }

/** `reason` and `whatToDo` are sentences of ours; `since`: ms since the epoch. */
type Stopped = Subject & { reason: string; whatToDo: string; since: number }

/** Room for a sentence, in characters. */
const longestSentence = 500
/** Slack's own limit of a section is 3,000 characters. */
const longestBody = 2900

/** As many subjects and causes are named; `/readyz` lists all. */
const mostNamed = 8
const mostCauses = 3

/** What stopped (at least one), why, and what to do about it. Nothing is lost: the place is kept. */
export function stopped(troubles: Stopped[]): Content {
  const causes = [...Map.groupBy(troubles, ({ reason, whatToDo }) => `${reason}\n${whatToDo}`).values()]
  const told = causes.slice(0, mostCauses).flatMap((cause) => tell(cause, troubles.length > 1))
  const left = causes.slice(mostCauses).flat().length
  const more = left === 0 ? [] : [`Of ${plural(left, 'other')}, /readyz says why.`]
  const end = `Nothing is lost: ${troubles.length === 1 ? 'it goes on from where it' : 'each goes on from where it'} stopped.`
  const since = Math.min(...troubles.map((trouble) => trouble.since))
  return notice(`Stopped: ${inShort(troubles)}`, [...told, ...more, end], since)
}

/** What goes on (at least one), from `at` on (UTC, ms). */
export function goingOn(subjects: Subject[], at: number): Content {
  return notice(`Going on: ${inShort(subjects)}`, subjects.length === 1 ? [] : [inFull(subjects)], at)
}

function tell(cause: Stopped[], isOneOfSeveral: boolean): string[] {
  const [first] = cause
  if (first === undefined) return []
  return [
    ...(isOneOfSeveral ? [inFull(cause)] : []),
    `Why: ${cut(first.reason, longestSentence)}`,
    `What to do: ${cut(first.whatToDo, longestSentence)}`,
  ]
}

/** The first one, and how many more. */
function inShort(subjects: Subject[]): string {
  return list(subjects, 1)
}

function inFull(subjects: Subject[]): string {
  return list(subjects, mostNamed)
}

function list(subjects: Subject[], most: number): string {
  const names = subjects.slice(0, most).map(named).join(', ')
  return subjects.length <= most ? names : `${names} and ${subjects.length - most} more`
}

function named({ subscription, channel }: Subject): string {
  return `${isolate(cut(subscription, 100))} in ${isolate(cut(channel, 100))}`
}

function notice(headline: string, sentences: string[], at: number): Content {
  const date = slackDate(at)
  const text = plainText(ellipsize(sentences.join('\n'), longestBody))
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    ...(sentences.length === 0 ? [] : [{ type: 'section', text } satisfies SectionBlock]),
    ...(date === undefined ? [] : [context(mrkdwn(date))]),
  ]
  const when = date === undefined ? [] : [utc(at)]
  const lines = [headline, ...when, ...sentences].map(escapeMrkdwn).join('\n')
  return { text: ellipsize(lines, longestText), blocks }
}
