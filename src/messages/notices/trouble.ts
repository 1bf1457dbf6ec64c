/** What the owner hears, in a direct message, when something stops and when it goes on. */
import type { RichTextChannelMention, RichTextText } from '@slack/types'
import type { Block, Content } from '../../model/message.ts'
import { bold, context, mrkdwn, richLine, richText, words } from '../block-kit.ts'
import { plural } from '../numbers.ts'
import { slackDate, utc } from '../slack-date.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../text.ts'

/** What stopped or goes on: a subscription, or what `name` says otherwise. `channel`: `#name` or an id; absent where it is none. */
type Subject = { name: string; channel?: string }

/** `reason` and `whatToDo` are sentences of ours; `since`: ms since the epoch. */
type Stopped = Subject & { reason: string; whatToDo: string; since: number }

/** Words, and channels that Slack names and links. */
type Part = RichTextText | RichTextChannelMention

/** Room for a sentence, in characters. */
const longestSentence = 500

/** As many subjects and causes are named; `/readyz` lists all. */
const mostNamed = 8
const mostCauses = 3

/** What stopped (at least one), why, and what to do about it. Nothing is lost: the place is kept. */
export function stopped(troubles: Stopped[]): Content {
  const end = `Nothing is lost: ${troubles.length === 1 ? 'it goes on from where it' : 'each goes on from where it'} stopped.`
  return letter('Stopped: ', troubles, [[words(end)]])
}

/** Where Slack took something in no form (at least one), why, and what to do about it. The rest goes on. */
export function refused(troubles: Stopped[]): Content {
  return letter('Refused by Slack: ', troubles, [])
}

function letter(lead: string, troubles: Stopped[], end: Part[][]): Content {
  const causes = [...Map.groupBy(troubles, ({ reason, whatToDo }) => `${reason}\n${whatToDo}`).values()]
  const told = causes.slice(0, mostCauses).flatMap((cause) => tell(cause, troubles.length > 1))
  const left = causes.slice(mostCauses).flat().length
  const more = left === 0 ? [] : [[words(`Of ${plural(left, 'other')}, /readyz says why.`)]]
  const since = Math.min(...troubles.map((trouble) => trouble.since))
  return notice([lead, troubles], [...told, ...more, ...end], since)
}

/** What goes on (at least one), from `at` on (UTC, ms). */
export function goingOn(subjects: Subject[], at: number): Content {
  return notice(['Going on: ', subjects], subjects.length === 1 ? [] : [list(subjects, mostNamed)], at)
}

function tell(cause: Stopped[], isOneOfSeveral: boolean): Part[][] {
  const [first] = cause
  if (first === undefined) return []
  return [
    ...(isOneOfSeveral ? [list(cause, mostNamed)] : []),
    [words(`Why: ${cut(first.reason, longestSentence)}`)],
    [words(`What to do: ${cut(first.whatToDo, longestSentence)}`)],
  ]
}

/** The first ones, and how many more. */
function list(subjects: Subject[], most: number): Part[] {
  const more = subjects.length - most
  return [
    ...subjects.slice(0, most).flatMap((one, index) => [words(index === 0 ? '' : ', '), ...named(one)]),
    words(more > 0 ? ` and ${more} more` : ''),
  ]
}

function named({ name, channel }: Subject): Part[] {
  const called = words(isolate(cut(name, 100)))
  return channel === undefined ? [called] : [called, words(' in '), linked(channel)]
}

/** A channel's id says nothing to people: Slack shows its name instead, and links it. */
function linked(channel: string): Part {
  return /^[CG][A-Z0-9]{7,}$/.test(channel)
    ? { type: 'channel', channel_id: channel }
    : words(isolate(cut(channel, 100)))
}

function notice([lead, subjects]: [string, Subject[]], lines: Part[][], at: number): Content {
  const date = slackDate(at)
  const headline = joined([words(lead), ...list(subjects, 1)])
  const blocks: Block[] = [
    richText(richLine(headline.map((part) => (part.type === 'text' ? bold(part.text) : part)))),
    ...(lines.length === 0 ? [] : [richText(richLine(joined(lines.flatMap(onALineOfItsOwn))))]),
    ...(date === undefined ? [] : [context(mrkdwn(date))]),
  ]
  const when = date === undefined ? [] : [utc(at)]
  return { text: wholeLines([plain(headline), ...when, ...lines.map(plain)], longestText), blocks }
}

const onALineOfItsOwn = (line: Part[], index: number) => (index === 0 ? line : [words('\n'), ...line])

/** With neighbouring words as one element. */
function joined(parts: Part[]): Part[] {
  const done: Part[] = []
  for (const part of parts) {
    const last = done.at(-1)
    if (last?.type === 'text' && part.type === 'text') done.splice(-1, 1, words(last.text + part.text))
    else done.push(part)
  }
  return done
}

/** As markup for `text`: a channel as Slack's link, all else as it is. */
function plain(line: Part[]): string {
  return line
    .map((part) => (part.type === 'channel' ? `<#${part.channel_id}>` : escapeMrkdwn(part.text)))
    .join('')
}
