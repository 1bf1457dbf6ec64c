import { parseJson } from '@overheard/base/json'
import { type Verdict, verdictSchema, type WhyFinding, waits, waitsWithCode } from '../model/decision.ts'
import type { Block, Content } from '../model/message.ts'
import { bold, type RichPart, richLine, richText, textMessage, words } from './kit/block-kit.ts'
import { type Moment, type Sentence, sentenceAsRichText, sentenceAsText } from './kit/dates.ts'
import { filterKeyWords } from './kit/filter-words.ts'
import { percent, short } from './kit/numbers.ts'
import { assignedToWords, nobodyWords } from './kit/rule-words.ts'
import { list, type Spoken } from './kit/say.ts'
import { addressInText, cut, escapeMrkdwn, isolate, longestText, wholeLines } from './kit/text.ts'
import { say } from './say.ts'

/** The title of the mention comes first, because the answer may be about another mention than the person means. */
export function whyAnswer(findings: WhyFinding[]): Content {
  if (findings.length === 0) return textMessage(say.nobodyHasIt())
  const title = cut(findings.find((one) => one.title)?.title ?? '', longestTitle)
  const lines = findings.map((finding) => {
    const isShared = findings.filter(({ alert }) => alert === finding.alert).length > 1
    const name = isolate(cut(finding.alert, 80))
    const alert = isShared ? `${name} (${isolate(cut(finding.subscription, 80))})` : name
    const notes = (finding.notes ?? []).map((note) => `\n${note}`)
    const sentence = [...sentenceOf(finding, alert), ...assignedWords(finding), ...notes]
    return { sentence, link: finding.link }
  })
  const head = title === '' ? [] : [richText(richLine([bold(isolate(title))]))]
  const blocks = lines.slice(0, 50 - head.length).map(({ sentence, link }): Block => {
    const view: RichPart[] =
      link === undefined ? [] : [words(' '), { type: 'link', url: link, text: say.viewPost() }]
    return richText(richLine([...sentenceAsRichText(sentence), ...view]))
  })
  const text = lines.map(({ sentence, link }) => {
    const view = link === undefined ? '' : ` ${addressInText(link)}`
    return `${escapeMrkdwn(sentenceAsText(sentence))}${view}`
  })
  const shown = title === '' ? text : [escapeMrkdwn(isolate(title)), ...text]
  return { text: wholeLines(shown, longestText), blocks: [...head, ...blocks] }
}

/** In characters. */
const longestTitle = 120

function sentenceOf(finding: WhyFinding, alert: string): Sentence {
  if (finding.source === 'unknown') return [say[finding.reason]({ alert })]
  const found = foundWords(finding.words)
  const why = reasonSentence(finding.reason, finding.detail)
  switch (finding.source) {
    case 'log': {
      const at = { at: finding.at, as: 'date' } as const
      return say[finding.outcome]<Moment | Sentence>({ alert, found, at, why }).flat()
    }
    case 'ahead':
      return say[aheadKeys[finding.kind]]({ alert, found, why }).flat()
    case 'computed':
      if (finding.kind === 'before') return [say.older({ alert, found })]
      return say[computedKeys[finding.kind]]({ alert, found, why }).flat()
  }
}

const aheadKeys = { deliver: 'aheadDeliver', skip: 'aheadSkip', hold: 'aheadHold' } as const
const computedKeys = { deliver: 'computedDeliver', skip: 'computedSkip', hold: 'computedHold' } as const

function assignedWords({ assignedByRule: assigned }: WhyFinding): string[] {
  if (assigned === undefined) return []
  const { name, reason } = assigned
  const words = name === undefined ? nobodyWords(reason) : assignedToWords(name, reason)
  return [`\n${words}.`]
}

const mostWords = 3

function foundWords(matched: string[]): string {
  const count = Math.min(matched.length, mostWords)
  return count === 0 ? say.thisMention() : say.wordsInThis({ count, words: quotedWords(matched, mostWords) })
}

/**
 * Writes the reason of a decision as the end of a sentence. An unknown rule keeps its name. `detail` is the matched
 * value and may be text of strangers.
 */
export function reasonSentence(reason: string, detail: string | undefined): Sentence {
  const [rule = '', key = ''] = reason.split('.')
  const value = detail === undefined ? undefined : isolate(cut(detail, 100))
  if (isFlag(reason)) return [flagSentence(detail ?? key)]
  if (rule === 'only') return [say.only({ field: filterKeyWords(key) })]
  if (rule === 'except') return [exceptSentence(filterKeyWords(key), value)]
  if (rule === 'mute') return [muteSentence(key, value)]
  if (rule === 'duplicate') return [say.duplicate({ likeness: likenessWords(key, detail) })]
  if (reason === 'story.again') return [spreadSentence(detail)]
  const plain = plainReasons.get(reason)
  if (plain !== undefined) return [say[plain]()]
  const timed = timedReasons.get(reason)
  if (timed !== undefined) return timedSentence(timed, detail)
  return [otherSentence(reason, detail)]
}

/** `rules/filters.ts` gives “starred” and “not starred”, “done” and “not done”. */
function flagSentence(flag: string): string {
  const [, not, key] = /^(not )?(starred|done)$/.exec(flag) ?? []
  if (key === 'starred') return not === undefined ? say.starred() : say.notStarred()
  if (key === 'done') return not === undefined ? say.doneInService() : say.notDoneInService()
  return say.flag({ flag: isolate(cut(flag, 40)) })
}

/** Says why mentions wait: the detail of the reason `queued`. A code of Slack, and what an earlier version stored, stay as they are. */
export function waitWords(detail: string): string {
  const plain = waits.find((wait) => wait === detail)
  if (plain !== undefined) return say[`wait-${plain}` as const]()
  const [first, ...code] = detail.split(' ')
  const withCode = waitsWithCode.find((wait) => wait === first)
  return withCode === undefined
    ? isolate(cut(detail, 100))
    : say[`code-${withCode}` as const]({ code: isolate(cut(code.join(' '), 100)) })
}

/** What an earlier version stored stays as it is. */
function aboutWords(detail: string): string {
  const verdict = verdictSchema.safeParse(parseJson(detail)).data
  return verdict === undefined ? detail : verdictWords(verdict)
}

const longestVerdictWord = 24

/** Says what speaks for and against a mention; '' if nothing does. */
export function verdictWords(verdict: Verdict): string {
  const wordsOf = (some: string[]) => quotedWords(some, some.length, longestVerdictWord)
  const [against, inFavour] = [wordsOf(verdict.against), wordsOf(verdict.for)]
  if (verdict.for.length === 0) return verdict.against.length === 0 ? '' : say.verdictAgainst({ against })
  return verdict.against.length === 0 ? say.verdictFor({ inFavour }) : say.verdict({ against, inFavour })
}

const exceptSentence = (field: string, value: string | undefined) =>
  value === undefined ? say.except({ field }) : say.exceptValue({ field, value })

const muteSentence = (kind: string, value: string | undefined) =>
  value === undefined ? say.mute({ kind }) : say.muteValue({ kind, value })

function otherSentence(written: string, detail: string | undefined): string {
  const reason = isolate(cut(written, 60))
  if (detail === undefined)
    return written === 'about' || written === 'queued' || written === 'shared'
      ? say[written]()
      : say.other({ reason })
  if (written === 'queued') return say.queuedValue({ value: waitWords(detail) })
  if (written === 'about') return say.aboutValue({ value: isolate(cut(aboutWords(detail), 100)) })
  const value = isolate(cut(detail, 100))
  return written === 'shared' ? say.sharedValue({ value }) : say.otherValue({ reason, value })
}

const plainReasons = new Map<string, 'pause' | 'pausedAsks' | 'own' | 'passed'>([
  ['pause', 'pause'],
  ['paused.asks', 'pausedAsks'],
  ['own', 'own'],
  ['passed', 'passed'],
])

type TimedKeys = {
  plain: 'maxAge' | 'quiet' | 'paused' | 'burstWaits'
  at: 'maxAgeFrom' | 'quietUntil' | 'pausedUntil' | 'burstWaitsUntil'
}

/** The detail of these reasons is a time. */
const timedReasons = new Map<string, TimedKeys>([
  ['maxAge', { plain: 'maxAge', at: 'maxAgeFrom' }],
  ['quiet', { plain: 'quiet', at: 'quietUntil' }],
  ['paused.paused', { plain: 'paused', at: 'pausedUntil' }],
  ['burst', { plain: 'burstWaits', at: 'burstWaitsUntil' }],
])

/** Returns words such as “excluded author” or “age”, because most readers do not know the configuration keys. */
export function ruleName(rule: string): string {
  const [kind = '', key = ''] = rule.split('.')
  if (kind === 'only' && key !== '') return filterKeyWords(key)
  if (kind === 'except' && key !== '') return say.ruleExcluded({ field: filterKeyWords(key) })
  if (kind === 'mute') return say.ruleMuted({ kind: key })
  if (kind === 'duplicate') return likeWords(key)
  if (kind === 'about') return say.ruleAbout()
  return rule === 'maxAge' ? say.ruleAge() : isolate(cut(rule, 40))
}

/** A mention has such a flag or not, so “its starred” would be wrong. */
const isFlag = (rule: string) => /^(only|except)\.(starred|done)$/.test(rule)

const likeWords = (key: string) => (key === 'likeness' ? say.likeTitle() : say.like({ key }))

/** `detail` has the id of the earlier mention, and then the likeness or the words that both have. Strangers wrote the words. */
function likenessWords(key: string, detail = ''): string {
  const [, ...more] = detail.split(', ')
  if (key === 'words')
    return more.length === 0 ? likeWords(key) : say.likeWords({ words: quotedWords(more, maxSameWords) })
  const likeness = Number(more[0])
  if (Number.isNaN(likeness)) return likeWords(key)
  const share = percent(likeness)
  return key === 'likeness' ? say.likeTitleAlike({ share }) : say.likeAlike({ key, share })
}

const maxSameWords = 6

const quotedWords = (some: string[], most: number, longest = 40): Spoken => {
  const quoted = some.slice(0, most).map((word) => say.quotedWord({ word: isolate(cut(word, longest)) }))
  return list(quoted, 'narrow')
}

/** `detail` has the id of the earlier mention, the number of sites and the reach. */
function spreadSentence(detail = ''): string {
  const [, sites, reach] = detail.split(', ').map(Number)
  return sites === undefined || reach === undefined
    ? say.storyAgain()
    : say.storySpread({ sites, reach: short(reach) })
}

function timedSentence({ plain, at: withTime }: TimedKeys, detail: string | undefined): Sentence {
  if (detail === undefined) return [say[plain]()]
  const at = Date.parse(detail)
  return Number.isNaN(at)
    ? [say[withTime]({ at: isolate(cut(detail, 40)) })]
    : say[withTime]({ at: { at, as: 'date' } as const })
}
