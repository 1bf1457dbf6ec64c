import { formContents, type StatsForm, type StatsValue } from '../../insights/needs.ts'
import { daysIn } from '../../insights/range.ts'
import type { PeriodSummary } from '../../insights/summary.ts'
import type { Limit } from '../../model/alert.ts'
import type { SeriesType, TotalType } from '../../model/insight.ts'
import { fullRange } from '../dates.ts'
import { plural } from '../numbers.ts'
import { utcDay } from '../slack-date.ts'
import { cut } from '../text.ts'

const totalNames: Record<TotalType, string> = {
  mentions: 'mentions',
  sentiment: 'sentiment',
  reach: 'reach',
  countries: 'countries',
  languages: 'languages',
  sources: 'sources',
  topic_cloud: 'topics',
  gender: 'gender',
  age: 'age',
}
const seriesNames: Record<SeriesType, string> = {
  mentions: 'mentions over time',
  sentiment: 'mood over time',
  reach: 'reach over time',
}

/** What was counted, and what is missing and why. Reasons may quote the service: show these lines as plain text. */
export function footnotes(summary: PeriodSummary, form: StatsForm): string[] {
  return [
    spanWords(summary),
    ...missing(summary, form),
    ...noneOf(summary, form),
    ...limitWords(summary.limits),
  ]
}

const aheadWords: Record<PeriodSummary['ahead'], string> = {
  nothing: '',
  'rest of today': 'today is not over yet',
  'later days': 'the days after today are yet to come',
  all: 'all of these days are yet to come',
}

/** The range, what it is compared with, and that days are UTC. */
function spanWords({ range, ahead, granularity }: PeriodSummary): string {
  const days = daysIn(range)
  const against = days === 1 ? 'the day before' : `the ${plural(days, 'day')} before`
  const parts = [
    `${fullRange(range)} against ${against}`,
    'UTC days',
    ...(granularity === 'day' ? [] : [`by ${granularity}; the first and the last may be cut`]),
    aheadWords[ahead],
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** What could not be read, by reason: "Missing: reach, age (the service is busy)". */
function missing(summary: PeriodSummary, form: StatsForm): string[] {
  const shown = formContents[form]
  const before = shown.before.map((type) => ({ name: totalNames[type], answer: summary.totalsBefore[type] }))
  const byReason = new Map<string, string[]>()
  for (const { name, answer } of [
    ...shown.now.map((type) => ({ name: totalNames[type], answer: summary.totals[type] })),
    ...shown.series.map((type) => ({ name: seriesNames[type], answer: summary.series[type] })),
    { name: 'the most seen mentions', answer: summary.loudest },
    ...(form === 'digest' ? [{ name: 'the negative ones', answer: summary.loudestNegative }] : []),
    ...inOneWord(before),
  ]) {
    if (answer.kind === 'known') continue
    byReason.set(answer.reason, [...(byReason.get(answer.reason) ?? []), name])
  }
  return [...byReason].map(([reason, names]) => `Missing: ${names.join(', ')} (${cut(reason, 100)})`)
}

type Named = { name: string; answer: StatsValue<unknown> }

/** Where all of the period before is missing for one reason, nobody wants to read the list of it. */
function inOneWord(before: Named[]): Named[] {
  const reasons = new Set(before.map(({ answer }) => (answer.kind === 'missing' ? answer.reason : undefined)))
  const [first] = before
  if (first !== undefined && reasons.size === 1) return [{ name: 'the period before', answer: first.answer }]
  return before.map(({ name, answer }) => ({ name: `${name} of the period before`, answer }))
}

/** What the service answered with nothing: that is no failure, but it is said. */
function noneOf({ totals }: PeriodSummary, form: StatsForm): string[] {
  const empty = formContents[form].now.filter((type) => !countsOnly.has(type) && isEmpty(totals[type]))
  return empty.length > 0 ? [`None known: ${empty.map((type) => totalNames[type]).join(', ')}`] : []
}

/** Numbers that are shown as zero: nobody needs to be told that there are none. */
const countsOnly = new Set<TotalType>(['mentions', 'sentiment', 'reach'])

function isEmpty(answer: PeriodSummary['totals'][TotalType]): boolean {
  return answer.kind === 'known' && answer.value.parts.every(({ count }) => count === 0)
}

/** That the plan's limit is reached, and until when. */
export function limitWords(limits: Limit[]): string[] {
  return limits
    .filter(({ reached }) => reached)
    .map(({ name, renewsAt }) => {
      const until = renewsAt === undefined ? '' : ` until ${utcDay(renewsAt)}`
      return `The plan's limit is reached${until} (${cut(name, 50).replaceAll('_', ' ')}): newer mentions may be missing`
    })
}
