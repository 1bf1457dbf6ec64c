import type { AlertDirectory } from '../../alerts.ts'
import type { ChannelRef } from '../../channel-subscriptions.ts'
import type { StatsQuestion } from '../../insights/question.ts'
import { soundsLikeTime } from '../../insights/range.ts'
import { chooseAlert } from '../../messages/stats/choice.ts'
import { statsHelp } from '../../messages/stats/help.ts'
import { leadsMessage } from '../../messages/stats/leads.ts'
import { noSuchAlert, notUnderstood, statsFailed } from '../../messages/stats/problem.ts'
import { statsMessage } from '../../messages/stats/stats.ts'
import type { Alert } from '../../model/alert.ts'
import type { Content } from '../../model/message.ts'
import { closestWord } from '../../model/nearest.ts'
import type { SetTimer } from '../../model/timer.ts'
import { describeFailure } from '../../statistics/failure.ts'
import { rejectOnAbort, withTimeout } from '../../statistics/patience.ts'
import type { Statistics } from '../../statistics/statistics.ts'
import { resolveAlert } from '../resolve-alert.ts'
import { parseStatsQuestion } from './question.ts'

/** What an answer is made from. */
export type StatsAnswerDeps = {
  statistics: Statistics
  alerts: Pick<AlertDirectory, 'all'>
  /** The alerts of the subscriptions of a channel. */
  channelAlerts: (place: ChannelRef) => Promise<Alert[]>
  setTimer: SetTimer
}

/** An answer, and whether it has numbers in it that a channel may want to see. */
type StatsAnswer = { content: Content; isStatistics: boolean }

/** How long the list of alerts may take, in ms. */
const listTimeout = 8000

/** Answers a command line, whatever is in it and whatever the service does: never rejects. */
export async function answerStats(
  deps: StatsAnswerDeps,
  line: string,
  place: ChannelRef,
  audience: 'asker' | 'channel',
): Promise<StatsAnswer> {
  const parsed = parseStatsQuestion(line)
  if (parsed.kind === 'help') return withoutStatistics(statsHelp())
  try {
    const alerts = await withTimeout(deps.setTimer, listTimeout, (signal) =>
      rejectOnAbort(deps.alerts.all(), signal),
    )
    if (parsed.kind === 'not-understood') return withoutStatistics(notUnderstood(parsed.problems, alerts))
    const meant = await findMeantAlerts(deps, parsed.question, alerts, place)
    const [alert] = meant
    if (alert === undefined) return withoutStatistics(unknownAlert(parsed.question.alert ?? '', alerts))
    if (meant.length > 1) return withoutStatistics(chooseAlert(parsed.question, meant))
    return answerFor(deps, alert, parsed.question, audience)
  } catch (error) {
    if (parsed.kind === 'not-understood') return withoutStatistics(notUnderstood(parsed.problems, []))
    const { reason, retry } = describeFailure(error)
    return withoutStatistics(statsFailed(reason, retry))
  }
}

/** The alert that is named; else those of this channel; else all there are. */
async function findMeantAlerts(
  { channelAlerts }: StatsAnswerDeps,
  { alert }: StatsQuestion,
  alerts: Alert[],
  place: ChannelRef,
): Promise<Alert[]> {
  if (alert === undefined) {
    const here = await channelAlerts(place)
    return here.length > 0 ? here : alerts
  }
  const resolved = resolveAlert(alert, alerts)
  if (resolved.kind === 'none') return []
  return resolved.kind === 'one' ? [resolved.alert] : resolved.alerts
}

/** Where the words begin with an alert and go on with what may be meant as a time, it is that which was not understood. */
function unknownAlert(written: string, alerts: Alert[]): Content {
  const words = written.split(' ')
  for (let count = words.length - 1; count > 0; count--) {
    const after = words.slice(count).join(' ')
    if (!soundsLikeTime(after) || resolveAlert(words.slice(0, count).join(' '), alerts).kind === 'none')
      continue
    return notUnderstood([{ words: after, because: periodHint }], alerts)
  }
  const names = alerts.map(({ name }) => name)
  return noSuchAlert(written, alerts, closestWord(written, names))
}

const periodHint = 'behind the alert stands one period at most, such as 7d, yesterday, last month or 2026-10'

async function answerFor(
  { statistics }: StatsAnswerDeps,
  alert: Alert,
  question: StatsQuestion,
  audience: 'asker' | 'channel',
): Promise<StatsAnswer> {
  const answer = await statistics(alert, question)
  if (answer.kind === 'failed')
    return withoutStatistics(statsFailed(answer.failure.reason, answer.failure.retry))
  const content =
    answer.kind === 'leads' ? leadsMessage(answer.summary) : statsMessage(answer.summary, audience)
  return { content, isStatistics: true }
}

function withoutStatistics(content: Content): StatsAnswer {
  return { content, isStatistics: false }
}
