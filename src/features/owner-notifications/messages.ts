import type { Time } from '@overheard/base/time'
import type { RichTextChannelMention, RichTextText } from '@slack/types'
import { bold, code, context, partsOf, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { sentenceAsContext, sentenceAsText, slackDate } from '../../messages/kit/dates.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import type { Block, Content } from '../../model/message.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

type ProblemSubject = { name: string; channel?: string }

/** `reason` and `whatToDo` are sentences of ours. */
type StoppedSubject = ProblemSubject & { reason: string; whatToDo: string; since: Time }

/** What a notice tells. */
type News = Parameters<typeof say.headline>[0]['what']

type NoticePart = RichTextText | RichTextChannelMention

const longestSentence = 500

const maxNamed = 8
const maxCauses = 3

export function stoppedNotice(problems: StoppedSubject[]): Content {
  const arePosts = problems.every(({ channel }) => channel !== undefined)
  return problemNotice(arePosts ? 'cannotPost' : 'stopped', problems, { end: say.nothingLost() })
}

export function refusedNotice(problems: StoppedSubject[]): Content {
  return problemNotice('refused', problems)
}

export function missesNotice(problems: StoppedSubject[]): Content {
  return problemNotice('missed', problems, { begin: say.forward() })
}

/** Stored records are damaged, but nothing stops. */
export function damagedNotice(problems: StoppedSubject[]): Content {
  return problemNotice('damaged', problems, { end: say.restGoesOn() })
}

/** `begin` and `end` are sentences around the causes. */
function problemNotice(
  what: News,
  problems: StoppedSubject[],
  { begin, end }: { begin?: string; end?: string } = {},
): Content {
  const causes = [...Map.groupBy(problems, ({ reason, whatToDo }) => `${reason}\n${whatToDo}`).values()]
  const sentences = causes.slice(0, maxCauses).flatMap((cause) => causeLines(cause, problems.length > 1))
  const left = causes.slice(maxCauses).flat().length
  const more = left === 0 ? [] : [[words(say.others({ count: left }))]]
  const since = Math.min(...problems.map((problem) => problem.since))
  const lines = [...sentenceLine(begin), ...sentences, ...more, ...sentenceLine(end)]
  return notice([what, problems], lines, since)
}

export function repeatsNotice(problems: StoppedSubject[]): Content {
  return problemNotice('repeated', problems, { begin: say.forward() })
}

export function repeatsOverNotice(subjects: ProblemSubject[], at: Time): Content {
  return overNotice('repeatsOver', subjects, at)
}

export function resumedNotice(subjects: ProblemSubject[], at: Time): Content {
  return overNotice('resumed', subjects, at)
}

function overNotice(what: News, subjects: ProblemSubject[], at: Time): Content {
  return notice([what, subjects], subjects.length === 1 ? [] : [subjectList(subjects, maxNamed)], at)
}

function causeLines(cause: StoppedSubject[], namesSubjects: boolean): NoticePart[][] {
  const [first] = cause
  if (first === undefined) return []
  return [
    ...(namesSubjects ? [subjectList(cause, maxNamed)] : []),
    withCode(say.why({ reason: cut(first.reason, longestSentence) })),
    withCode(say.whatToDo({ whatToDo: cut(first.whatToDo, longestSentence) })),
  ]
}

const sentenceLine = (sentence: string | undefined): NoticePart[][] =>
  sentence === undefined ? [] : [[words(sentence)]]

/** A command is in backticks, which rich text would show as they are. */
const withCode = (sentence: string): NoticePart[] =>
  sentence
    .split('`')
    .map((part, index): NoticePart => (index % 2 === 0 ? words(part) : code(part)))
    .filter((part) => part.type !== 'text' || part.text !== '')

function subjectList(subjects: ProblemSubject[], most: number): NoticePart[] {
  const more = subjects.length - most
  const shown = subjects
    .slice(0, most)
    .flatMap((one, index) => [words(index === 0 ? '' : say.comma()), ...subjectParts(one)])
  return more > 0 ? partsOf(say.andMore({ subjects: shown, more })) : shown
}

function subjectParts({ name, channel }: ProblemSubject): NoticePart[] {
  const called = isolate(cut(name, 100))
  return channel === undefined
    ? [words(called)]
    : partsOf(say.inChannel({ name: called, channel: channelPart(channel) }))
}

function channelPart(channel: string): NoticePart {
  return /^[CG][A-Z0-9]{7,}$/.test(channel)
    ? { type: 'channel', channel_id: channel }
    : words(isolate(cut(channel, 100)))
}

function notice([what, subjects]: [News, ProblemSubject[]], lines: NoticePart[][], at: Time): Content {
  const since = say.since({ at: { at, as: 'date' } as const })
  const isKnown = slackDate(at) !== undefined
  const headline = joined(partsOf(say.headline({ what, subjects: subjectList(subjects, 1) })))
  const blocks: Block[] = [
    richText(
      richLine([
        ...headline.map((part) => (part.type === 'text' ? bold(part.text) : part)),
        ...joined(lines.flatMap((line) => [words('\n'), ...line])),
      ]),
    ),
    ...(isKnown ? [context(...sentenceAsContext(since))] : []),
  ]
  const when = isKnown ? [sentenceAsText(since)] : []
  return { text: wholeLines([noticeText(headline), ...lines.map(noticeText), ...when], longestText), blocks }
}

function joined(parts: NoticePart[]): NoticePart[] {
  const done: NoticePart[] = []
  for (const part of parts) {
    const last = done.at(-1)
    if (last?.type === 'text' && part.type === 'text' && !isCode(last) && !isCode(part))
      done.splice(-1, 1, words(last.text + part.text))
    else done.push(part)
  }
  return done
}

const isCode = ({ style }: RichTextText) => style?.code === true

function noticeText(line: NoticePart[]): string {
  return line.map((part) => (part.type === 'channel' ? `<#${part.channel_id}>` : textOf(part))).join('')
}

const textOf = (part: RichTextText) =>
  isCode(part) ? `\`${escapeMrkdwn(part.text)}\`` : escapeMrkdwn(part.text)
