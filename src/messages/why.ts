import type { RichTextSection } from '@slack/types'
import type { Block, Content } from '../model/message.ts'
import type { DecisionRecord } from '../model/verdict.ts'
import { bold, type RichPart, richLine, richText, words } from './block-kit.ts'
import { reasonSentence } from './reason-words.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from './text.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from './told.ts'

/**
 * What is known of a mention for one subscription. `log`: as it was decided then (`at`: UTC, ms; `link`: where it stands). `computed`: as
 * it would be decided now, because the log does not have what became of it. `ahead`: as it will be, because it is not read yet. `unknown`: it
 * was never seen.
 */
export type WhyFinding = { subscription: string; detail?: string; link?: string } & (
  | { source: 'log'; at: number; outcome: DecisionRecord['outcome']; reason: string }
  | { source: 'computed'; kind: 'deliver' | 'skip' | 'hold' | 'before'; reason: string }
  | { source: 'ahead'; kind: 'deliver' | 'skip' | 'hold'; reason: string }
  | { source: 'unknown'; reason: string }
)

const outcomeTexts = {
  posted: 'posted on a card of its own',
  burst: 'posted within a burst',
  skipped: 'not posted',
  rejected: 'refused by Slack in every form',
  waiting: 'waits since',
} as const

const computedTexts = {
  deliver: 'would be posted',
  skip: 'would not be posted',
  hold: 'is held and will be posted',
  before: 'was there before the subscription',
} as const

const aheadTexts = {
  deliver: 'it will be posted',
  skip: 'it will not be posted',
  hold: 'it will be held, and posted later',
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
  return link === undefined ? [] : [words(' '), { type: 'link', url: link, text: 'See it' }]
}

function sentenceOf(finding: WhyFinding): Sentence {
  if (finding.source === 'unknown') return [`${finding.reason}.`]
  const why = reasonSentence(finding.reason, finding.detail)
  if (finding.source === 'log')
    return [
      `${outcomeTexts[finding.outcome]}${finding.outcome === 'waiting' ? ' ' : ', '}`,
      { at: finding.at, as: 'date' },
      ': ',
      ...why,
      '.',
    ]
  if (finding.source === 'ahead') return [`waits to be read; ${aheadTexts[finding.kind]}: `, ...why, '.']
  return [
    `${computedTexts[finding.kind]}: `,
    ...why,
    '. The log does not have what became of it, so this is worked out anew by today’s rules.',
  ]
}
