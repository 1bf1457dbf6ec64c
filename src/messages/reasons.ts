import type { WhyFinding } from '../model/decision.ts'
import type { Block, Content } from '../model/message.ts'
import { bold, type RichPart, richLine, richText, textMessage, words } from './kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from './kit/dates.ts'
import { filterKeyWords } from './kit/filter-words.ts'
import { percent, plural, short } from './kit/numbers.ts'
import { assignedToWords, nobodyWords } from './kit/rule-words.ts'
import { addressInText, cut, escapeMrkdwn, isolate, longestText, wholeLines } from './kit/text.ts'

const outcomeTexts = {
  posted: 'Posted ',
  burst: 'Posted in a group ',
  skipped: 'Not posted ',
  rejected: 'Rejected by Slack ',
  waiting: 'Waiting since ',
} as const

const computedTexts = {
  deliver: 'It would be posted',
  skip: 'It would not be posted',
  hold: 'It would be posted later',
} as const

const aheadTexts = {
  deliver: 'Not posted yet: it will be posted with the next check',
  skip: 'It will not be posted',
  hold: 'Not posted yet: it will be posted later',
} as const

const unknownTexts = {
  'no-alert': ' does not exist any more.',
  'no-mention': ' has not found this mention, so it was not posted.',
  'ids-restarted':
    ' has found this mention, but it is not posted: the mention service has started its ids again, so the id counts as read.',
} as const

export function whyAnswer(findings: WhyFinding[]): Content {
  if (findings.length === 0) return textMessage('No alert of this channel has this mention any more.')
  const lines = findings.map((finding) => {
    const isShared = findings.filter(({ alert }) => alert === finding.alert).length > 1
    const name = isolate(cut(finding.alert, 80))
    const which = isShared ? `${name} (${isolate(cut(finding.subscription, 80))})` : name
    const notes = (finding.notes ?? []).map((note) => `\n${note}`)
    const sentence = [...sentenceOf(finding), ...assignedWords(finding), ...notes]
    return { name: which, sentence, link: finding.link }
  })
  const blocks = lines.slice(0, 50).map(({ name, sentence, link }): Block => {
    const view: RichPart[] =
      link === undefined ? [] : [words(' '), { type: 'link', url: link, text: 'View post' }]
    return richText(richLine([bold(name), ...sentenceAsRichText(sentence), ...view]))
  })
  const text = lines.map(({ name, sentence, link }) => {
    const view = link === undefined ? '' : ` ${addressInText(link)}`
    return `${escapeMrkdwn(`${name}${sentenceAsText(sentence)}`)}${view}`
  })
  return { text: wholeLines(text, longestText), blocks }
}

function sentenceOf(finding: WhyFinding): Sentence {
  if (finding.source === 'unknown') return [unknownTexts[finding.reason]]
  const found = ` found ${foundWords(finding.words)}.\n`
  const why = reasonSentence(finding.reason, finding.detail)
  switch (finding.source) {
    case 'log':
      return [found, outcomeTexts[finding.outcome], { at: finding.at, as: 'date' }, ', because ', ...why, '.']
    case 'ahead':
      return [`${found}${aheadTexts[finding.kind]}, because `, ...why, '.']
    case 'computed':
      if (finding.kind === 'before')
        return [`${found}It is older than the subscription, and a new subscription posts nothing old.`]
      return [
        `${found}${computedTexts[finding.kind]}, because `,
        ...why,
        ". There is no record of it, so this is how today's settings would treat it.",
      ]
  }
}

function assignedWords({ assignedByRule: assigned }: WhyFinding): string[] {
  if (assigned === undefined) return []
  const { name, reason } = assigned
  const words = name === undefined ? nobodyWords(reason) : assignedToWords(name, reason)
  return [`\n${words}.`]
}

function foundWords(matched: string[]): string {
  return matched.length === 0 ? 'this mention' : `${quotedWords(matched, 3)} in this mention`
}

/**
 * Writes the reason of a decision as the end of a sentence. An unknown rule keeps its name. `detail` is the matched
 * value and may be text of strangers.
 */
export function reasonSentence(reason: string, detail: string | undefined): Sentence {
  const [rule = '', key = ''] = reason.split('.')
  const value = detail === undefined ? '' : ` (${isolate(cut(detail, 100))})`
  if (isFlag(reason)) return [`it is ${isolate(cut(detail ?? key, 40))} in the mention service`]
  if (rule === 'only') return [`its ${filterKeyWords(key)} is not one this channel asked for`]
  if (rule === 'except') return [`this channel excludes its ${filterKeyWords(key)}${value}`]
  if (rule === 'mute') return [`the ${mutedWords(key)} is muted${value}`]
  if (rule === 'duplicate')
    return [`it was added to an existing post with ${likeWords(key)}${likenessWords(key, detail)}`]
  if (reason === 'story.again')
    return [`its story now reaches ten times more people than when it was last posted${spreadWords(detail)}`]
  const timed = timedReasons.get(reason)
  const plain = plainReasons.get(reason)
  if (plain !== undefined) return [plain]
  if (timed !== undefined) return [timed.text, ...moment(detail, timed.before)]
  if (reason === 'about') return [`it is probably not about you${value}`]
  if (reason === 'queued') return [`it is in the queue${value}`]
  if (reason === 'shared') return [`the post is shared with another subscription of this channel${value}`]
  return [`${isolate(cut(reason, 60))}${value}`]
}

const plainReasons = new Map([
  ['pause', 'somebody skipped the mentions of a pause'],
  ['paused.asks', 'the question after a pause waits for an answer in the channel'],
  ['own', 'it is a post of your own organisation'],
  ['passed', 'no filter of this channel excludes it'],
])

/** The detail of these reasons is a time, which follows the words `before`. */
const timedReasons = new Map([
  ['maxAge', { text: 'it is older than this channel wants', before: ': from ' }],
  ['quiet', { text: 'these are quiet hours', before: ' until ' }],
  ['paused.paused', { text: 'its subscription is paused', before: ' until ' }],
  [
    'burst',
    { text: 'many mentions come at the moment, so the next ones are posted together', before: ' at ' },
  ],
])

/** Returns words such as “excluded author” or “age”, because most readers do not know the configuration keys. */
export function ruleName(rule: string): string {
  const [kind = '', key = ''] = rule.split('.')
  if (kind === 'only' && key !== '') return filterKeyWords(key)
  if (kind === 'except' && key !== '') return `excluded ${filterKeyWords(key)}`
  if (kind === 'mute') return `muted ${mutedWords(key)}`
  if (kind === 'duplicate') return likeWords(key)
  if (kind === 'about') return 'what they are about'
  return rule === 'maxAge' ? 'age' : isolate(cut(rule, 40))
}

/** A mention has such a flag or not, so “its starred” would be wrong. */
const isFlag = (rule: string) => /^(only|except)\.(starred|done)$/.test(rule)

const mutedWords = (key: string) => (key === 'domain' ? 'site' : key)

const likeWords = (key: string) => (key === 'likeness' ? 'a very similar title' : `the same ${key}`)

/** `detail` has the id of the earlier mention, and then the likeness or the words that both have. Strangers wrote the words. */
function likenessWords(key: string, detail = ''): string {
  const [, ...more] = detail.split(', ')
  if (key === 'words') return more.length === 0 ? '' : `: ${quotedWords(more, maxSameWords)}`
  const likeness = Number(more[0])
  return Number.isNaN(likeness) ? '' : ` (${percent(likeness)} alike)`
}

const maxSameWords = 6

const quotedWords = (list: string[], most: number) =>
  list
    .slice(0, most)
    .map((word) => `“${isolate(cut(word, 40))}”`)
    .join(', ')

/** `detail` has the id of the earlier mention, the number of sites and the reach. */
function spreadWords(detail = ''): string {
  const [, sites, reach] = detail.split(', ').map(Number)
  return sites === undefined || reach === undefined
    ? ''
    : ` (now on ${plural(sites, 'site')}, ${short(reach)} reach)`
}

function moment(detail: string | undefined, before: string): Sentence {
  if (detail === undefined) return []
  const at = Date.parse(detail)
  return [before, Number.isNaN(at) ? isolate(cut(detail, 40)) : { at, as: 'date' }]
}
