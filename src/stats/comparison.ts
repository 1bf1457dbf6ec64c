import type { Alert } from '@overheard/mention-client/alert'
import type { Failure, MissingReason } from '../model/failure.ts'
import { type CountChange, countRated, netSentiment, type Sentiments } from './counts.ts'
import { knownValue, type PeriodSummary } from './period-summary.ts'
import type { StatsQuestion } from './question.ts'
import type { Statistics } from './statistics.ts'

export type ComparedAlert =
  | { kind: 'summary'; summary: PeriodSummary }
  | { kind: 'unavailable'; name: string; reason: MissingReason }

/** `share` is the part of the sum of all compared alerts (0 to 1); undefined if the sum is zero. */
export type ComparedCount = { now: number; change: CountChange; share: number | undefined }

/** `net` is from −1 (all negative) to 1 (all positive); undefined if no mention has a sentiment. */
type ComparedSentiment = { net: number | undefined; netBefore: number | undefined; rated: number }

export type Comparison = {
  /** One row for each alert, in the order of the question. Figures that the service did not give are undefined. */
  rows: {
    alert: ComparedAlert
    mentions: ComparedCount | undefined
    reach: ComparedCount | undefined
    sentiment: ComparedSentiment | undefined
  }[]
  /** The sums over the alerts whose figure is known, and the number of these alerts. */
  mentions: { sum: number; alerts: number }
  reach: { sum: number; alerts: number }
}

/** A mention that several alerts find counts once for each of them, because the service counts alert by alert. */
export function compareAlerts(alerts: ComparedAlert[]): Comparison {
  const figures = alerts.map((alert) => {
    const summary = alert.kind === 'summary' ? alert.summary : undefined
    const figure = (of: 'mentions' | 'reach') => summary && knownValue(summary[of])
    const sentiment = summary && knownValue(summary.sentiment)
    return { alert, mentions: figure('mentions'), reach: figure('reach'), sentiment }
  })
  const total = (of: 'mentions' | 'reach') => {
    const known = figures.flatMap((row) => row[of] ?? [])
    return { sum: known.reduce((sum, { now }) => sum + now, 0), alerts: known.length }
  }
  const [mentions, reach] = [total('mentions'), total('reach')]
  const shareOf = (now: number, { sum }: { sum: number }) => (sum === 0 ? undefined : now / sum)
  const rows = figures.map((row) => ({
    alert: row.alert,
    mentions: row.mentions && { ...row.mentions, share: shareOf(row.mentions.now, mentions) },
    reach: row.reach && { ...row.reach, share: shareOf(row.reach.now, reach) },
    sentiment: row.sentiment && sentimentRow(row.sentiment),
  }))
  return { rows, mentions, reach }
}

function sentimentRow({ now, before }: { now: Sentiments; before?: Sentiments }): ComparedSentiment {
  return {
    net: netSentiment(now),
    netBefore: before && netSentiment(before),
    rated: countRated(now),
  }
}

/** `failed` means that there is no figure of any alert. `leads` names a leads alert, which has no figures. */
type ComparedAlerts =
  | { kind: 'compared'; question: StatsQuestion; alerts: ComparedAlert[] }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'leads'; name: string }

export async function fetchComparison(
  statistics: Statistics,
  alerts: Alert[],
  question: StatsQuestion,
): Promise<ComparedAlerts> {
  const [alert = '', ...versus] = alerts.map(({ id }) => id)
  const asked = { ...question, alert, versus }
  const compared: ComparedAlert[] = []
  let failure: Failure | undefined
  for (const answer of await Promise.all(alerts.map((one) => statistics(one, asked)))) {
    if (answer.kind === 'leads') return { kind: 'leads', name: answer.summary.alert.name }
    if (answer.kind === 'failed') {
      failure = answer.failure
      const name = alerts[compared.length]?.name ?? ''
      compared.push({ kind: 'unavailable', name, reason: failure.reason })
    } else compared.push({ kind: 'summary', summary: answer.summary })
  }
  if (failure !== undefined && compared.every(({ kind }) => kind === 'unavailable'))
    return { kind: 'failed', failure }
  return { kind: 'compared', question: asked, alerts: compared }
}
