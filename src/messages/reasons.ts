import type { RichTextSection } from '@slack/types'
import type { WhyFinding } from '../model/decision.ts'
import type { Block, Content } from '../model/message.ts'
import { bold, type RichPart, richLine, richText, words } from './block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from './dates.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from './text.ts'

const outcomeTexts = {
  posted: 'posted',
  burst: 'posted in a group',
  skipped: 'not posted',
  rejected: 'rejected by Slack',
  waiting: 'waiting since',
} as const

const computedTexts = {
  deliver: 'would be posted',
  skip: 'would not be posted',
  hold: 'will be posted later',
  before: 'is older than the subscription',
} as const

const aheadTexts = {
  deliver: 'it will be posted',
  skip: 'it will not be posted',
  hold: 'it will be posted later',
} as const

/** The answer to "why": a line for each subscription of the channel. */
export function whyAnswer(findings: WhyFinding[]): Content {
  const lines = findings.map((finding) => ({ finding, told: sentenceOf(finding) }))
  const sections: RichTextSection[] = lines.map(({ finding, told: sentence }) =>
    richLine([bold(nameOf(finding)), words(': '), ...sentenceAsRichText(sentence), ...linkOf(finding)]),
  )
  const text = lines.map(({ finding, told: sentence }) => {
    const link = finding.link === undefined ? '' : ` <${finding.link}>`
    return `${escapeMrkdwn(`${nameOf(finding)}: ${sentenceAsText(sentence)}`)}${link}`
  })
  const blocks: Block[] = sections.map((section) => richText(section))
  return { text: wholeLines(text, longestText), blocks: blocks.slice(0, 50) }
}

const nameOf = ({ subscription }: WhyFinding) => isolate(cut(subscription, 80))

function linkOf({ link }: WhyFinding): RichPart[] {
  return link === undefined ? [] : [words(' '), { type: 'link', url: link, text: 'View post' }]
}

function sentenceOf(finding: WhyFinding): Sentence {
  if (finding.source === 'unknown') return [`${finding.reason}.`]
  const why = reasonSentence(finding.reason, finding.detail)
  if (finding.source === 'log')
    return [
      `${outcomeTexts[finding.outcome]}${finding.outcome === 'waiting' ? ' ' : ', '}`,
      { at: finding.at, as: 'date' },
      ', because ',
      ...why,
      '.',
    ]
  if (finding.source === 'ahead')
    return [`found but not processed yet; ${aheadTexts[finding.kind]}, because `, ...why, '.']
  return [
    `${computedTexts[finding.kind]}, because `,
    ...why,
    ". There is no record of it, so this is how today's settings would treat it.",
  ]
}

/** The reason of a decision, as the end of a sentence. An unknown rule keeps its name. `detail`: the matched value, text of strangers. */
export function reasonSentence(reason: string, detail: string | undefined): Sentence {
  const [rule = '', key = ''] = reason.split('.')
  const value = detail === undefined ? '' : ` (${isolate(cut(detail, 100))})`
  if (rule === 'only') return [`its ${key} is not one this channel asked for`]
  if (rule === 'except') return [`this channel excludes its ${key}${value}`]
  if (rule === 'mute') return [`the ${mutedWords(key)} is muted${value}`]
  if (rule === 'duplicate')
    return [`it was added to an existing post with ${likeWords(key)}${withoutId(detail)}`]
  if (reason === 'story.again')
    return [`its story now reaches ten times more people than when it was last posted${withoutId(detail)}`]
  if (reason === 'maxAge') return ['it is older than this channel wants', ...moment(detail, ': from ')]
  if (reason === 'quiet') return ['these are quiet hours', ...moment(detail, ' until ')]
  if (reason === 'queued') return [`it is in the queue${value}`]
  if (reason === 'passed') return ['no filter of this channel excludes it']
  return [`${isolate(cut(reason, 60))}${value}`]
}

/** The same as plain text. */
export function reasonText(reason: string, detail: string | undefined): string {
  return sentenceAsText(reasonSentence(reason, detail))
}

/** A rule by its subject: "language", "excluded author", "age". Configuration keys mean nothing to most readers. */
export function ruleName(rule: string): string {
  const [kind = '', key = ''] = rule.split('.')
  if (kind === 'only' && key !== '') return key
  if (kind === 'except' && key !== '') return `excluded ${key}`
  if (kind === 'mute') return `muted ${mutedWords(key)}`
  if (kind === 'duplicate') return likeWords(key)
  return rule === 'maxAge' ? 'age' : isolate(cut(rule, 40))
}

const mutedWords = (key: string) => (key === 'domain' ? 'site' : key)

const likeWords = (key: string) => (key === 'likeness' ? 'a very similar title' : `the same ${key}`)

/** Removes the id of the earlier mention: " (likeness 0.89)". */
function withoutId(detail = ''): string {
  const [, ...rest] = detail.split(', ')
  return rest.length === 0 ? '' : ` (${isolate(cut(rest.join(', '), 100))})`
}

/** The time in the rule's detail, after `before`; empty if there is none. */
function moment(detail: string | undefined, before: string): Sentence {
  if (detail === undefined) return []
  const at = Date.parse(detail)
  return [before, Number.isNaN(at) ? isolate(cut(detail, 40)) : { at, as: 'date' }]
}
