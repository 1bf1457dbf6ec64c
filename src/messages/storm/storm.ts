/** A storm in a channel: one card that is edited while it lasts, and one line that calls people. */
import type { RichTextList, SectionBlock } from '@slack/types'
import { volumeSparkline } from '../../insights/sparkline.ts'
import type { Block, Content } from '../../model/message.ts'
import type { Sign, StormTale } from '../../model/storm.ts'
import { bold, context, mrkdwn, plainText, richLine, richText } from '../block-kit.ts'
import { grouped, plural, short } from '../numbers.ts'
import { slackDate, utc } from '../slack-date.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'
import {
  formulaWords,
  mentionParts,
  mentionText,
  negativeWords,
  type Permalinks,
  reasonWords,
  topsWords,
} from './words.ts'

/** Who takes care of how many mentions of the storm; `by` is the person's name as Slack shows it. */
export type Claims = { by: string; count: number }[]

/** `hours`: mentions of the last hours, the running one last; `usualPerHour` where that is known. */
export type LiveStorm = {
  alertName: string
  tale: StormTale
  signs: Sign[]
  inLastHour: number
  usualPerHour: number | undefined
  hours: number[]
  claims: Claims
  permalinks: Permalinks
}

/** How many people are named; the others are summed up. */
const shownClaims = 3

/** The live card. It is the whole storm at a glance; the mentions stand in its thread. */
export function stormCard(storm: LiveStorm): Content {
  const { tale, signs, hours, claims, permalinks } = storm
  const headline = headlineOf(storm)
  const pace = paceWords(storm)
  const tops = topsWords(tale)
  const care = claimWords(claims)
  const reasons = reasonsOf(signs)
  const since = slackDate(tale.startedAt)
  const chart = `Last hours \`${volumeSparkline(hours)}\` peak ${grouped(tale.peak.count)} an hour`
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    context(...(since === undefined ? [] : [mrkdwn(`Since ${since}`)]), plainText(pace)),
    { type: 'section', text: mrkdwn(chart) } satisfies SectionBlock,
    ...(tale.loudest.length === 0 ? [] : [richText(loudestList(tale, permalinks))]),
    ...(tops === '' ? [] : [context(plainText(tops))]),
    context(plainText(`${care} · each new one stands in the thread ↓`)),
    context(plainText(reasons.join('\n'))),
  ]
  const told = [`${headline}, since ${sinceWords(tale)}.`, `${pace}.`, tops, care].filter(
    (part) => part !== '',
  )
  const text = [
    ...told.map(escapeMrkdwn),
    ...tale.loudest.map(mentionText),
    ...reasons.map(escapeMrkdwn),
  ].join('\n')
  return { text: ellipsize(text, longestText), blocks }
}

/** The one line that calls people when a storm begins. Who is called is added by the caller. */
export function stormNotice(storm: LiveStorm): Content {
  const sentence = `${headlineOf(storm)}. ${paceWords(storm)}. The card above is kept up to date; each new mention stands in its thread.`
  const section = { type: 'section', text: plainText(sentence) } satisfies SectionBlock
  return { text: escapeMrkdwn(sentence), blocks: [section] }
}

/** The numbers that decided, and below them the formula. */
function reasonsOf(signs: Sign[]): string[] {
  if (signs.length === 0) return ['Why: told before a restart with a wiped disk, which took the numbers']
  return [`Why: ${reasonWords(signs)}`, `Rule: ${formulaWords(signs)}`]
}

function headlineOf({ alertName, tale }: LiveStorm): string {
  return `Storm: ${plural(tale.total, 'mention')}, ${isolate(cut(alertName, 100))}`
}

function sinceWords({ startedAt }: StormTale): string {
  return slackDate(startedAt) === undefined ? 'an unknown time' : utc(startedAt)
}

/** 96 in the last hour, usually 12 · 👎 71 % negative · 1.2M reach. */
function paceWords({ tale, inLastHour, usualPerHour }: LiveStorm): string {
  const usual = usualPerHour === undefined ? '' : `, usually ${grouped(usualPerHour)}`
  const facts = [
    `${grouped(inLastHour)} in the last hour${usual}`,
    negativeWords(tale),
    `${short(tale.reach)} reach`,
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

function loudestList({ loudest }: StormTale, permalinks: Permalinks): RichTextList {
  const elements = loudest.map((mention) => richLine(mentionParts(mention, permalinks)))
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
