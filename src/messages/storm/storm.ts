/** A storm in a channel: one card that is edited while it lasts, and one line that calls people. */
import type { RichTextList, SectionBlock } from '@slack/types'
import { volumeSparkline } from '../../insights/sparkline.ts'
import type { Block, Content } from '../../model/message.ts'
import type { SpikeSign, SpikeSummary } from '../../model/storm.ts'
import { bold, context, mrkdwn, plainText, richLine, richText } from '../block-kit.ts'
import { grouped, plural, short } from '../numbers.ts'
import { slackDate, utc } from '../slack-date.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'
import {
  formulaText,
  negativeWords,
  type Permalinks,
  signWords,
  spikeEntryParts,
  spikeEntryText,
  topsWords,
} from './words.ts'

/** Who takes care of how many mentions of the storm; `by` is the person's name as Slack shows it. */
export type Claims = { by: string; count: number }[]

/** `hours`: mentions of the last hours, the running one last; `usualPerHour` where that is known. */
export type LiveSpike = {
  alertName: string
  summary: SpikeSummary
  signs: SpikeSign[]
  inLastHour: number
  baselinePerHour: number | undefined
  hours: number[]
  claims: Claims
  permalinks: Permalinks
}

/** How many people are named; the others are summed up. */
const shownClaims = 3

/** The live card. It is the whole storm at a glance; the mentions stand in its thread. */
export function spikeCard(spike: LiveSpike): Content {
  const { summary, signs, hours, claims, permalinks } = spike
  const headline = headlineOf(spike)
  const channelRate = paceWords(spike)
  const tops = topsWords(summary)
  const claimed = claimWords(claims)
  const reasons = reasonsOf(signs)
  const since = slackDate(summary.startedAt)
  const chart = `Last hours \`${volumeSparkline(hours)}\` peak ${grouped(summary.peak.count)} an hour`
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    context(...(since === undefined ? [] : [mrkdwn(`Since ${since}`)]), plainText(channelRate)),
    { type: 'section', text: mrkdwn(chart) } satisfies SectionBlock,
    ...(summary.top.length === 0 ? [] : [richText(topMentionList(summary, permalinks))]),
    ...(tops === '' ? [] : [context(plainText(tops))]),
    context(plainText(`${claimed} · each new one stands in the thread ↓`)),
    context(plainText(reasons.join('\n'))),
  ]
  const sentences = [`${headline}, since ${sinceWords(summary)}.`, `${channelRate}.`, tops, claimed].filter(
    (part) => part !== '',
  )
  const text = [
    ...sentences.map(escapeMrkdwn),
    ...summary.top.map(spikeEntryText),
    ...reasons.map(escapeMrkdwn),
  ].join('\n')
  return { text: ellipsize(text, longestText), blocks }
}

/** The one line that calls people when a storm begins. Who is called is added by the caller. */
export function spikeNotice(spike: LiveSpike): Content {
  const sentence = `${headlineOf(spike)}. ${paceWords(spike)}. The card above is kept up to date; each new mention stands in its thread.`
  const section = { type: 'section', text: plainText(sentence) } satisfies SectionBlock
  return { text: escapeMrkdwn(sentence), blocks: [section] }
}

/** The numbers that decided, and below them the formula. */
function reasonsOf(signs: SpikeSign[]): string[] {
  if (signs.length === 0) return ['Why: told before a restart with a wiped disk, which took the numbers']
  return [`Why: ${signWords(signs)}`, `Rule: ${formulaText(signs)}`]
}

function headlineOf({ alertName, summary }: LiveSpike): string {
  return `Storm: ${plural(summary.total, 'mention')}, ${isolate(cut(alertName, 100))}`
}

function sinceWords({ startedAt }: SpikeSummary): string {
  return slackDate(startedAt) === undefined ? 'an unknown time' : utc(startedAt)
}

/** 96 in the last hour, usually 12 · 👎 71 % negative · 1.2M reach. */
function paceWords({ summary, inLastHour, baselinePerHour }: LiveSpike): string {
  const baseline = baselinePerHour === undefined ? '' : `, usually ${grouped(baselinePerHour)}`
  const facts = [
    `${grouped(inLastHour)} in the last hour${baseline}`,
    negativeWords(summary),
    `${short(summary.reach)} reach`,
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

function topMentionList({ top }: SpikeSummary, permalinks: Permalinks): RichTextList {
  const elements = top.map((mention) => richLine(spikeEntryParts(mention, permalinks)))
  return { type: 'rich_text_list', style: 'bullet', elements }
}

/** Claimed: Ana 3, Bo 1, others 2. */
function claimWords(claims: Claims): string {
  if (claims.length === 0) return 'Nobody has claimed any of them yet'
  const most = claims.toSorted((a, b) => b.count - a.count)
  const named = most
    .slice(0, shownClaims)
    .map(({ by, count }) => `${isolate(cut(by, 40)) || 'somebody'} ${grouped(count)}`)
  const others = most.slice(shownClaims).reduce((sum, { count }) => sum + count, 0)
  return `Claimed: ${[...named, ...(others === 0 ? [] : [`others ${grouped(others)}`])].join(', ')}`
}
