import type { SetTimer } from '../../async/clock.ts'
import { memoizeAsync } from '../../async/memoize.ts'
import type { AlertDirectory } from '../../mention-api/alert-directory.ts'
import type { ChartSupport } from '../../messages/fallbacks.ts'
import { leadsMessage, statsMessage } from '../../messages/stats-answer.ts'
import {
  chooseAlert,
  noSuchAlert,
  notUnderstood,
  statsFailed,
  statsHelp,
  statsMayBePosted,
  statsNotPosted,
  statsPending,
  statsPosted,
} from '../../messages/stats-replies.ts'
import type { Alert } from '../../model/alert.ts'
import type { Content, PostOutcome } from '../../model/message.ts'
import { closestWord } from '../../model/name.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Post } from '../../slack/post.ts'
import { soundsLikeTime } from '../../stats/date-range.ts'
import { describeFailure, rejectOnAbort, withTimeout } from '../../stats/failure.ts'
import { parseStatsQuestion } from '../../stats/parse-stats-question.ts'
import type { StatsQuestion } from '../../stats/question.ts'
import type { Statistics } from '../../stats/statistics.ts'
import { type ChannelRef, findSubscriptionsOfChannel } from '../../subscriptions/subscriptions-by-channel.ts'
import { resolveAlert } from '../find-by-name.ts'
import { type Asker, type Reply, replyWhenReady } from '../reply.ts'

/** A question as Slack brings it. `value`: a command line; a control carries one too. */
type StatsRequest = Asker & ChannelRef & { value: string }

/** What people can ask `/mentions-stats` and the controls of its answers. None of them rejects. */
export type StatsListeners = {
  /** The command itself: answers beside what is there. */
  command(ask: StatsRequest): Promise<void>
  /** A press that asks another question: answers in the place of the answer pressed. */
  followUp(ask: StatsRequest): Promise<void>
  /** "Post to channel". */
  postToChannel(ask: StatsRequest): Promise<void>
}

type StatsDeps = StatsAnswerDeps & { now: () => number; reply: Reply; post: Post; charts: ChartSupport }

/** Presses of "Post to channel" with the same question within this time post once, in ms. */
const repeatedPressMs = 60_000

/** Makes the handlers of `/mentions-stats`; two presses of "Post to channel" in a row post once. */
export function createStatsListeners(deps: StatsDeps): StatsListeners {
  const { reply, now } = deps
  const postOnce = memoizeAsync(
    (channel: string, _question: string, content: Content) => postBestVersion(deps, channel, content),
    {
      now,
      ttlMs: repeatedPressMs,
      keyOf: (channel, question) => `${channel} ${question}`,
      keep: ({ kind }) => kind === 'delivered' || kind === 'unknown',
    },
  )
  return {
    async command(ask) {
      const answer = async () => (await answerStats(deps, ask.value, ask, 'asker')).content
      await replyWhenReady(deps, ask, statsPending(), answer)
    },
    async followUp(ask) {
      const { content } = await answerStats(deps, ask.value, ask, 'asker')
      await reply(ask, content, 'in-place')
    },
    async postToChannel(ask) {
      const { content, isStatistics } = await answerStats(deps, ask.value, ask, 'channel')
      if (!isStatistics) return reply(ask, content, 'beside')
      const outcome = await postOnce(ask.channel, ask.value, content)
      await reply(ask, postedReply(outcome), 'beside')
    },
  }
}

/** Posts once in the best form that Slack takes. It serves no subscription, so it carries no receipt. */
async function postBestVersion(
  { post, charts }: StatsDeps,
  channel: string,
  content: Content,
): Promise<PostOutcome> {
  let outcome: PostOutcome = { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' }
  for (const form of charts.versions(content)) {
    outcome = await post({ channel, content: form })
    if (outcome.kind === 'delivered') charts.accepted(content, form)
    // A code that nobody knows may be about the chart.
    if (outcome.kind !== 'rejected' || (outcome.extent !== 'message' && outcome.extent !== 'unclear')) break
  }
  return outcome
}

function postedReply(outcome: PostOutcome): Content {
  if (outcome.kind === 'delivered') return statsPosted()
  return outcome.kind === 'unknown' ? statsMayBePosted() : statsNotPosted(outcome.reason)
}

/** What an answer is made from. */
type StatsAnswerDeps = {
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

type ChannelAlertsDeps = {
  subscriptions: () => Subscription[]
  channels: Pick<Channels, 'find'>
  alerts: Pick<AlertDirectory, 'find'>
}

/** The alerts of the subscriptions of a channel, each once. Rejects as the mention service does. */
export async function loadChannelAlerts(deps: ChannelAlertsDeps, place: ChannelRef): Promise<Alert[]> {
  const here = await findSubscriptionsOfChannel(deps.channels, deps.subscriptions(), place)
  const found = await Promise.all(here.map(({ alert }) => deps.alerts.find(alert)))
  const alerts = found.flatMap((one) => (one.kind === 'found' ? one.alert : []))
  return [...new Map(alerts.map((alert) => [alert.id, alert])).values()]
}
