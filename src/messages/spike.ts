import type { RichTextList, SectionBlock } from '@slack/types'
import type { SpikeSign, SpikeSummary, Tops, VolumeSign } from '../model/anomaly.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import { volumeSparkline } from '../stats/time-series.ts'
import { bold, context, mrkdwn, plainText, type RichPart, richLine, richText, words } from './block-kit.ts'
import { slackDate, slackTime, utc } from './dates.ts'
import { countryName, flag, sourceName } from './labels.ts'
import { entryText, reachWords, signParts, titleOf, withoutRepeatedAddress } from './mention-parts.ts'
import { grouped, percent, plural, short } from './numbers.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from './text.ts'

/** A storm in a channel: one card that is edited while it lasts, and one line that calls people. */

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

/** The card of a spike that Overheard lost sight of. `endedAt`: UTC, ms. */
export function interruptedSpikeCard({
  alertName,
  endedAt,
}: {
  alertName: string
  endedAt: number
}): Content {
  const headline = `Interrupted: ${isolate(cut(alertName, 100))}`
  const reason = `Overheard lost its notes about this spike, and stopped counting at ${utc(endedAt)}. The mentions until then are in the thread. New ones are posted in the channel.`
  const blocks = [richText(richLine([bold(headline)])), context(plainText(reason))]
  return { text: [headline, reason].map(escapeMrkdwn).join('\n'), blocks }
}

/** What stays as the card of a storm that is over. */

/** `handled`: how many of the storm's mentions were claimed or done; `endedAt`: when it was last loud (UTC, ms). */
type EndedSpikeView = {
  alertName: string
  summary: SpikeSummary
  endedAt: number
  handled: number
  permalinks: Permalinks
}

/** The summary: how much, how long, how strong, how much was handled, and what started it. */
export function endedSpikeCard({
  alertName,
  summary,
  endedAt,
  handled,
  permalinks,
}: EndedSpikeView): Content {
  const headline = `Storm over: ${plural(summary.total, 'mention')} in ${durationWords(endedAt - summary.startedAt)}, ${isolate(cut(alertName, 100))}`
  const facts = factsOf(summary, handled)
  const tops = topsWords(summary)
  const examples = examplesOf(summary)
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    context(plainText(facts)),
    ...(examples.length === 0 ? [] : [richText(exampleList(examples, permalinks))]),
    ...(tops === '' ? [] : [context(plainText(tops))]),
    ...datesOf(summary, endedAt),
  ]
  const sentences = [`${headline}.`, `${facts}.`, tops, plainDates(summary, endedAt)]
    .filter((part) => part !== '')
    .map(escapeMrkdwn)
  const text = [
    ...sentences,
    ...examples.map(({ label, mention }) => `${label}: ${spikeEntryText(mention)}`),
  ].join('\n')
  return { text: ellipsize(text, longestText), blocks }
}

/** Peak 212 an hour · 👎 71 % negative · 1.2M reach · 38 % handled (54). */
function factsOf(summary: SpikeSummary, handled: number): string {
  const share =
    summary.total === 0
      ? 'nothing to handle'
      : `${percent(handled / summary.total)} handled (${grouped(handled)})`
  const facts = [
    `Peak ${grouped(summary.peak.count)} an hour`,
    negativeWords(summary),
    `${short(summary.reach)} reach`,
    share,
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

type Example = { label: string; mention: Mention }

function examplesOf({ earliest, widestReach }: SpikeSummary): Example[] {
  const isBoth = earliest !== undefined && earliest.id === widestReach?.id
  if (isBoth) return [{ label: 'First and most seen', mention: earliest }]
  return [
    ...(earliest === undefined ? [] : [{ label: 'First', mention: earliest }]),
    ...(widestReach === undefined ? [] : [{ label: 'Most seen', mention: widestReach }]),
  ]
}

function exampleList(examples: Example[], permalinks: Permalinks): RichTextList {
  const elements = examples.map(({ label, mention }) =>
    richLine([words(`${label}: `), ...spikeEntryParts(mention, permalinks)]),
  )
  return { type: 'rich_text_list', style: 'bullet', elements }
}

function datesOf({ startedAt }: SpikeSummary, endedAt: number): Block[] {
  const [from, to] = [slackDate(startedAt), slackTime(endedAt)]
  return from === undefined || to === undefined ? [] : [context(mrkdwn(from), plainText('to'), mrkdwn(to))]
}

function plainDates({ startedAt }: SpikeSummary, endedAt: number): string {
  const isSound = slackDate(startedAt) !== undefined && slackDate(endedAt) !== undefined
  return isSound ? `${utc(startedAt)} to ${utc(endedAt)}` : ''
}

/** A length in ms: 45 min, 1 h 24 min. */
export function durationWords(length: number): string {
  const minutes = Math.max(0, Math.round(length / 60_000))
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${grouped(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${rest} min`}`
}

/** What the messages of a storm have in common: its reasons with their numbers, its tops, and one line for a mention. */

/** Where a mention stands in Slack, by its id: the permalink of its message in the thread, where that is known. */
type Permalinks = ReadonlyMap<string, string>

/** How many names of sources or countries are told; the others are summed up. */
const shownNames = 3

/** Room for a title and an author in one line. UTF-16 units. */
const longestTitle = 100
const longestAuthor = 40

/** How many minutes the rules of volume look back. */
const windowMinutes: Record<VolumeSign['rule'], number> = { hour: 60, 'half-hour': 30, quarter: 15 }

/** Why it is called a storm: what was counted, beside what is usual. "31 in 15 minutes (usually 2.9), 3 bursts …". */
function signWords(signs: SpikeSign[]): string {
  return decisive(signs).map(countedWords).join(', ')
}

/** Each sign alone suffices: of several windows of volume, the shortest tells as much as all of them. */
function decisive(signs: SpikeSign[]): SpikeSign[] {
  const minutesOf = (sign: SpikeSign) => (isVolume(sign) ? windowMinutes[sign.rule] : 0)
  const shortest = Math.min(...signs.filter(isVolume).map(minutesOf))
  return signs.filter((sign) => !isVolume(sign) || minutesOf(sign) === shortest)
}

const isVolume = (sign: SpikeSign): sign is VolumeSign => sign.rule in windowMinutes

function countedWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'mood':
      return `${percent(sign.share)} negative in 24 hours (${grouped(sign.negative)} of ${grouped(sign.rated)}, usually ${percent(sign.baselineShare)})`
    case 'bursts':
      return `${plural(sign.count, 'burst')} within 30 minutes and ${grouped(sign.inLastHour)} in the last hour (usually ${roundedMean(sign.baseline)})`
    default:
      return `${grouped(sign.count)} in ${windowMinutes[sign.rule]} minutes (usually ${roundedMean(sign.baseline)})`
  }
}

/** The formula of each rule that held, with what is not told in the reason: its thresholds, and the chance that came out. */
function formulaText(signs: SpikeSign[]): string {
  return decisive(signs).map(ruleWords).join('; or ')
}

function ruleWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'mood':
      return `at least ${sign.least} of known sentiment and ${Math.round(sign.points * 100)} points above the usual, not by chance`
    case 'bursts':
      return `${plural(sign.least, 'burst')} and ${sign.times} × the usual hour`
    default: {
      const { threshold, chance, leastChance } = sign
      return `at least ${threshold.least} and ${threshold.times} × the usual, by chance rarer than ${chanceWords(leastChance)} (here ${chanceWords(chance)})`
    }
  }
}

/** A mean count: 0.4, 12. */
function roundedMean(count: number): string {
  return count < 10 ? String(Math.round(count * 10) / 10) : grouped(count)
}

/** A chance as people say it: 1 in 25,000; never more exact than it can be. */
export function chanceWords(chance: number): string {
  if (chance < 1e-6) return 'less than 1 in a million'
  return `1 in ${grouped(Number((1 / chance).toPrecision(2)))}`
}

/** 👎 71 % negative; empty where nothing was judged. */
function negativeWords({ rated, negative }: SpikeSummary): string {
  return rated === 0 ? '' : `👎 ${percent(negative / rated)} negative`
}

/** Reddit 61, Web 40, others 12 · 🇺🇸 United States 50; empty where nothing is known. */
function topsWords({ sources, countries }: SpikeSummary): string {
  const country = (name: string) => `${flag(name)} ${countryName(name) ?? isolate(cut(name, 30))}`.trim()
  return [listed(sources, (name) => isolate(sourceName(name))), listed(countries, country)]
    .filter((part) => part !== '')
    .join(' · ')
}

function listed(tops: Tops, nameOf: (name: string) => string): string {
  const named = tops
    .slice(0, shownNames)
    .map(({ name, count }) => `${nameOf(name) || 'unknown'} ${grouped(count)}`)
  const others = tops.slice(shownNames).reduce((sum, { count }) => sum + count, 0)
  return [...named, ...(others === 0 ? [] : [`others ${grouped(others)}`])].join(', ')
}

/**
 * One line for a mention: 👎 212k Acme down? TechNews. It links to the mention's message in the thread, never to its own address:
 * that stands once, in the thread.
 */
function spikeEntryParts(mention: Mention, permalinks: Permalinks): RichPart[] {
  const title = titleOf(mention, longestTitle)
  const author = withoutRepeatedAddress(cut(mention.author.name, longestAuthor), title.address)
  const url = permalinks.get(mention.id)
  const style = { bold: true }
  const text = isolate(title.words)
  const facts = [isolate(author), reachWords(mention)].filter((fact) => fact !== '')
  return [
    ...signParts(mention),
    url === undefined ? { type: 'text', text, style } : { type: 'link', url, text, style },
    words(` · ${facts.join(' · ')}`),
  ]
}

/** The same in plain words, without an address. */
function spikeEntryText(mention: Mention): string {
  return entryText({ ...mention, url: '' })
}
