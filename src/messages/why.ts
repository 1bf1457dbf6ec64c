import type { RichTextSection } from '@slack/types'
import type { Block, Content } from '../model/message.ts'
import type { VerdictEntry } from '../model/verdict.ts'
import { bold, type RichPart, richLine, richText, words } from './block-kit.ts'
import { utc } from './slack-date.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/**
 * What is known of a mention for one subscription. `log`: as it was decided then (`at`: UTC, ms; `link`: where it stands). `computed`: as
 * it would be decided now, because the log does not have what became of it. `unknown`: it was never seen.
 */
export type WhyFinding = { subscription: string; detail?: string; link?: string } & (
  | { source: 'log'; at: number; became: VerdictEntry['became']; reason: string }
  | { source: 'computed'; kind: 'deliver' | 'skip' | 'hold' | 'before'; reason: string }
  | { source: 'unknown'; reason: string }
)

const became = {
  posted: 'posted on a card of its own',
  burst: 'posted within a burst',
  skipped: 'not posted',
  rejected: 'refused by Slack in every form',
  waiting: 'waits',
} as const

const computed = {
  deliver: 'would be posted',
  skip: 'would not be posted',
  hold: 'is held and will be posted',
  before: 'was there before the subscription',
} as const

/** The answer to "why": a line for each subscription of the channel. */
export function whyAnswer(findings: WhyFinding[]): Content {
  const lines = findings.map((finding) => ({ finding, told: sentenceOf(finding) }))
  const sections: RichTextSection[] = lines.map(({ finding, told }) =>
    richLine([bold(nameOf(finding)), words(`: ${told}`), ...linkOf(finding)]),
  )
  const text = lines.map(({ finding, told }) => {
    const link = finding.link === undefined ? '' : ` <${finding.link}>`
    return `${escapeMrkdwn(`${nameOf(finding)}: ${told}`)}${link}`
  })
  const blocks: Block[] = sections.map((section) => richText(section))
  return { text: text.join('\n').slice(0, 4000), blocks: blocks.slice(0, 50) }
}

const nameOf = ({ subscription }: WhyFinding) => isolate(cut(subscription, 80))

function linkOf({ link }: WhyFinding): RichPart[] {
  return link === undefined ? [] : [words(' '), { type: 'link', url: link, text: 'See it' }]
}

function sentenceOf(finding: WhyFinding): string {
  if (finding.source === 'unknown') return `${finding.reason}.`
  const why = reasonWords(finding.reason, finding.detail)
  if (finding.source === 'log') return `${became[finding.became]}, ${utc(finding.at)}: ${why}.`
  return `${computed[finding.kind]}: ${why}. The log does not have what became of it, so this is worked out anew by today’s rules.`
}

/** What a rule's name means, in words; a name that is not known stays as it is. */
export function reasonWords(reason: string, detail: string | undefined): string {
  const [rule = '', key = ''] = reason.split('.')
  const value = detail === undefined ? '' : ` (${isolate(cut(detail, 100))})`
  if (rule === 'only') return `its ${key} is not among those in "only"`
  if (rule === 'except') return `"except" leaves out this ${key}${value}`
  if (rule === 'mute') return `the ${mutedWords(key)} is muted${value}`
  if (rule === 'duplicate') return `it joined the card of ${likeWords(key)}${value}`
  if (reason === 'story.again')
    return `the reach of its story was tenfold that of the story’s last card${value}`
  if (reason === 'maxAge') return `it is older than the subscription takes${moment(detail, ': from')}`
  if (reason === 'quiet') return `quiet hours${moment(detail, ' until')}`
  if (reason === 'queued') return `it is still to be posted${value}`
  if (reason === 'passed') return 'it passed every filter'
  return `${isolate(cut(reason, 60))}${value}`
}

const mutedWords = (key: string) => (key === 'domain' ? 'site' : key)

const likeWords = (key: string) => (key === 'likeness' ? 'nearly the same title' : `the same ${key}`)

/** A moment as a rule tells it, after a word of its own; nothing where there is none. */
function moment(detail: string | undefined, before: string): string {
  if (detail === undefined) return ''
  const at = Date.parse(detail)
  return `${before} ${Number.isNaN(at) ? isolate(cut(detail, 40)) : utc(at)}`
}
