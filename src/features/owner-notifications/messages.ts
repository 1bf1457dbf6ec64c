import type { RichTextChannelMention, RichTextText } from '@slack/types'
import type { Time } from '../../async/time.ts'
import { bold, context, mrkdwn, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { slackDate, utc } from '../../messages/kit/dates.ts'
import { plural } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import type { Block, Content } from '../../model/message.ts'

type ProblemSubject = { name: string; channel?: string }

/** `reason` and `whatToDo` are sentences of ours. */
type StoppedSubject = ProblemSubject & { reason: string; whatToDo: string; since: Time }

type NoticePart = RichTextText | RichTextChannelMention

const longestSentence = 500

const maxNamed = 8
const maxCauses = 3

export function stoppedNotice(problems: StoppedSubject[]): Content {
  const end = 'No mention is lost: Overheard continues where it stopped.'
  return problemNotice('Not posting: ', problems, [[words(end)]])
}

export function refusedNotice(problems: StoppedSubject[]): Content {
  return problemNotice('A mention could not be posted: ', problems, [])
}

export function missesNotice(problems: StoppedSubject[]): Content {
  return problemNotice('New mentions are missed: ', problems, [])
}

/** Stored records are damaged, but nothing stops. */
export function damagedNotice(problems: StoppedSubject[]): Content {
  return problemNotice('Stored data is damaged: ', problems, [[words('Everything else goes on.')]])
}

function problemNotice(lead: string, problems: StoppedSubject[], end: NoticePart[][]): Content {
  const causes = [...Map.groupBy(problems, ({ reason, whatToDo }) => `${reason}\n${whatToDo}`).values()]
  const sentences = causes.slice(0, maxCauses).flatMap((cause) => causeLines(cause, problems.length > 1))
  const left = causes.slice(maxCauses).flat().length
  const more = left === 0 ? [] : [[words(`See /status for ${plural(left, 'other')}.`)]]
  const since = Math.min(...problems.map((problem) => problem.since))
  return notice([lead, problems], [...sentences, ...more, ...end], since)
}

export function repeatsNotice(problems: StoppedSubject[]): Content {
  return problemNotice('Posted by two installations: ', problems, [])
}

export function repeatsOverNotice(subjects: ProblemSubject[], at: Time): Content {
  return overNotice('Posted by one installation again: ', subjects, at)
}

export function resumedNotice(subjects: ProblemSubject[], at: Time): Content {
  return overNotice('Working again: ', subjects, at)
}

function overNotice(lead: string, subjects: ProblemSubject[], at: Time): Content {
  return notice([lead, subjects], subjects.length === 1 ? [] : [subjectList(subjects, maxNamed)], at)
}

function causeLines(cause: StoppedSubject[], isOneOfSeveral: boolean): NoticePart[][] {
  const [first] = cause
  if (first === undefined) return []
  return [
    ...(isOneOfSeveral ? [subjectList(cause, maxNamed)] : []),
    [words(`Why: ${cut(first.reason, longestSentence)}`)],
    [words(`What to do: ${cut(first.whatToDo, longestSentence)}`)],
  ]
}

function subjectList(subjects: ProblemSubject[], most: number): NoticePart[] {
  const more = subjects.length - most
  return [
    ...subjects
      .slice(0, most)
      .flatMap((one, index) => [words(index === 0 ? '' : ', '), ...subjectParts(one)]),
    words(more > 0 ? ` and ${more} more` : ''),
  ]
}

function subjectParts({ name, channel }: ProblemSubject): NoticePart[] {
  const called = words(isolate(cut(name, 100)))
  return channel === undefined ? [called] : [called, words(' in '), channelPart(channel)]
}

function channelPart(channel: string): NoticePart {
  return /^[CG][A-Z0-9]{7,}$/.test(channel)
    ? { type: 'channel', channel_id: channel }
    : words(isolate(cut(channel, 100)))
}

function notice([lead, subjects]: [string, ProblemSubject[]], lines: NoticePart[][], at: Time): Content {
  const date = slackDate(at)
  const headline = joined([words(lead), ...subjectList(subjects, 1)])
  const blocks: Block[] = [
    richText(
      richLine([
        ...headline.map((part) => (part.type === 'text' ? bold(part.text) : part)),
        ...joined(lines.flatMap((line) => [words('\n'), ...line])),
      ]),
    ),
    ...(date === undefined ? [] : [context(mrkdwn(date))]),
  ]
  const when = date === undefined ? [] : [utc(at)]
  return { text: wholeLines([noticeText(headline), ...lines.map(noticeText), ...when], longestText), blocks }
}

function joined(parts: NoticePart[]): NoticePart[] {
  const done: NoticePart[] = []
  for (const part of parts) {
    const last = done.at(-1)
    if (last?.type === 'text' && part.type === 'text') done.splice(-1, 1, words(last.text + part.text))
    else done.push(part)
  }
  return done
}

function noticeText(line: NoticePart[]): string {
  return line
    .map((part) => (part.type === 'channel' ? `<#${part.channel_id}>` : escapeMrkdwn(part.text)))
    .join('')
}
