import type { SetTimer, SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { memoizeAsync } from '@overheard/base/memoize'
import { closestNames, isSameName, nameKey } from '@overheard/base/name'
import { createRateLimiter, type RateLimit } from '@overheard/base/rate-limiter'
import type { Ms, Time } from '@overheard/base/time'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'
import type { Alert } from '@overheard/mention-client/alert'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { DateRange } from '@overheard/mention-client/insight'
import type { PostOutcome } from '@overheard/post-once/message'
import { z } from 'zod'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { ChartSupport } from '../../messages/kit/fallbacks.ts'
import { soundsLikeTime, toDateRange } from '../../model/date-range.ts'
import { classifyFailure } from '../../model/failure.ts'
import type { Content } from '../../model/message.ts'
import type { Post } from '../../model/outbox.ts'
import { mostComparedAlerts, type RegisteredSubscription } from '../../model/subscription.ts'
import type { SpeakTo } from '../../people/speak-to.ts'
import { findSubscriptionsOfChannel } from '../../people/subscriptions-of-channel.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Views } from '../../slack/views.ts'
import { customRange } from '../../stats/answer.ts'
import { fetchComparison } from '../../stats/comparison.ts'
import { betweenNames, parseStatsQuestion } from '../../stats/parse-stats-question.ts'
import { defaultRangeChoice, formatQuestion, type StatsQuestion } from '../../stats/question.ts'
import type { SharedStatistics, Statistics } from '../../stats/statistics.ts'
import type { Access } from '../access.ts'
import { matchAlerts } from '../find-subscription.ts'
import { openModal } from '../open-modal.ts'
import { readNote, type ViewSubmission } from '../payloads.ts'
import { type Asker, type Reply, replyWhenReady } from '../reply.ts'
import {
  comparisonMessage,
  leadsMessage,
  rangeInputs,
  rangeModal,
  statsHeadline,
  statsMessage,
  statsPending,
} from '../texts/stats-answer.ts'
import {
  chooseAlert,
  leadsNotCompared,
  noSuchAlert,
  notUnderstood,
  questionGuess,
  rangeProblemText,
  statsFailed,
  statsHelp,
  statsMayBePosted,
  statsNotPosted,
  statsPosted,
  statsTooOften,
} from '../texts/stats-replies.ts'

/** `value` is the command line, or the question that a button or menu carries. */
type StatsPress = Asker & { value: string }

/** Where somebody asks: the id of a channel. */
type Place = { channel: string }

type StatsDeps = StatsAnswerDeps & {
  now: () => Time
  steady: SteadyClock
  statistics: SharedStatistics
  reply: Reply
  post: Post
  charts: ChartSupport
  views: Pick<Views, 'open'>
  speakTo: Pick<SpeakTo, 'channel'>
}

export const rangeCallback = 'stats_range'

const rangeNoteSchema = z.object({
  channel: z.string(),
  responseUrl: z.string(),
  line: z.string(),
})

function readRange({ values }: ViewSubmission): DateRange {
  const [from, to] = [values.get(rangeInputs.from), values.get(rangeInputs.to)].map(String)
  return { from: from ?? '', to: to ?? '' }
}

/** If a person presses twice with the same question within this time (ms), the answer is posted once. */
const repeatedPressMs = 60_000

/** The questions of one person that need requests. Each may take a dozen. */
const mostQuestions: RateLimit = { limit: 8, windowMs: 60_000 }

/** A person has asked too often, and may ask again after `waitMs`. */
class AskedTooOften extends Error {
  readonly waitMs: Ms

  constructor(waitMs: Ms) {
    super('asked for too many statistics')
    this.waitMs = waitMs
  }
}

export function createStatsListeners(deps: StatsDeps) {
  const { reply, now, steady, statistics } = deps
  const postOnce = memoizeAsync(
    (channel: string, _question: string, content: Content) => postBestVersion(deps, channel, content),
    {
      now,
      ttlMs: repeatedPressMs,
      keyOf: (channel, question) => `${channel} ${question}`,
      keep: ({ kind }) => kind === 'delivered' || kind === 'unknown',
    },
  )
  const asked = createRateLimiter(mostQuestions, steady)
  async function count(user: string): Promise<void> {
    const waitMs = await asked.take(user)
    if (waitMs > 0) throw new AskedTooOften(waitMs)
  }
  /**
   * One person must not use up the requests for the questions of all. A question counts once, and only if its answer needs requests, so
   * people may go back and forth between answers.
   */
  function answerOf(
    ask: StatsPress,
    value: string,
    place: 'asker' | 'channel',
    show?: (part: Content) => void,
  ) {
    let counted: Promise<void> | undefined
    const limited: Statistics = async (alert, question) => {
      if (!statistics.isKnown(alert, question)) {
        counted ??= count(ask.user)
        await counted
      }
      return statistics(alert, question, (summary) => show?.(statsHeadline(summary)))
    }
    return answerStats({ ...deps, statistics: limited }, value, ask, place)
  }
  /** If the person has asked too often, the message that they see stays. */
  async function changeAnswer(ask: StatsPress): Promise<void> {
    const { content, isTooOften = false } = await answerOf(ask, ask.value, 'asker')
    await reply(ask, content, isTooOften ? 'beside' : 'in-place')
  }
  return {
    async command(ask: StatsPress): Promise<void> {
      const answer = async (show: (part: Content) => void) =>
        (await answerOf(ask, ask.value, 'asker', show)).content
      await replyWhenReady(deps, ask, statsPending(), answer)
    },
    /** Replaces the answer. If the person chooses a custom range, asks for its dates first. */
    async followUp(ask: StatsPress & { trigger: string }): Promise<void> {
      if (ask.value.startsWith(customRange)) return askForRange(deps, ask)
      await changeAnswer(ask)
    },
    checkRange(submission: ViewSubmission): Record<string, string> | undefined {
      const { from, to } = readRange(submission)
      const parsed = parseStatsQuestion(`${from}..${to}`)
      const [problem] = parsed.kind === 'not-understood' ? parsed.problems : []
      return problem === undefined ? undefined : { [rangeInputs.to]: rangeProblemText(problem) }
    },
    async submitRange(submission: ViewSubmission): Promise<void> {
      const { line, ...place } = readNote(rangeNoteSchema, submission.metadata)
      const parsed = parseStatsQuestion(line)
      if (parsed.kind !== 'question') return
      const { granularity: _, ...question } = parsed.question
      const value = formatQuestion({ ...question, choice: { kind: 'dates', ...readRange(submission) } })
      await changeAnswer({ ...place, byValue: true, user: submission.user, value })
    },
    async postToChannel(ask: StatsPress): Promise<void> {
      const refusal = await deps.access.refusal(ask, 'share', { channel: ask.channel })
      if (refusal !== undefined) return reply(ask, textMessage(refusal), 'beside')
      const { content, isStatistics } = await deps.speakTo.channel(ask.channel, () =>
        answerOf(ask, ask.value, 'channel'),
      )
      if (!isStatistics) return reply(ask, content, 'beside')
      const outcome = await postOnce(ask.channel, ask.value, content)
      await reply(ask, postedReply(outcome), 'beside')
    },
  }
}

async function askForRange(
  { views, now, reply }: StatsDeps,
  { user, trigger, value, ...place }: StatsPress & { trigger: string },
): Promise<void> {
  const line = value.slice(customRange.length)
  const parsed = parseStatsQuestion(line)
  const choice = parsed.kind === 'question' ? parsed.question.choice : defaultRangeChoice
  const note = JSON.stringify({ ...place, line })
  const modal = rangeModal(toDateRange(choice, now()))
  const refusal = await openModal(views, trigger, { ...modal, callback: rangeCallback, note })
  if (refusal !== undefined) await reply({ ...place, user }, refusal, 'beside')
}

/** Posts the first version that Slack accepts. The message has no receipt, because it belongs to no subscription. */
async function postBestVersion(
  { post, charts }: StatsDeps,
  channel: string,
  content: Content,
): Promise<PostOutcome> {
  let outcome: PostOutcome = { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' }
  for (const form of charts.versions(content)) {
    outcome = await post({ channel, content: form })
    if (outcome.kind === 'delivered') charts.accepted(content, form)
    // An unknown error code may be about the chart, so the version without the chart is tried.
    if (outcome.kind !== 'rejected' || (outcome.extent !== 'message' && outcome.extent !== 'unclear')) break
  }
  return outcome
}

function postedReply(outcome: PostOutcome): Content {
  if (outcome.kind === 'delivered') return statsPosted()
  return outcome.kind === 'unknown' ? statsMayBePosted() : statsNotPosted(outcome.reason)
}

type StatsAnswerDeps = {
  statistics: Statistics
  alerts: Pick<AlertDirectory, 'all' | 'find'>
  access: Pick<Access, 'refusal' | 'readableAlerts'>
  registry: { all(): RegisteredSubscription[] }
  channels: Pick<Channels, 'find'>
  setTimer: SetTimer
  settings: { statsSources: readonly string[] }
}

type StatsAnswer = { content: Content; isStatistics: boolean; isTooOften?: true }

const alertListTimeoutMs = 8000

/** Never rejects: a failure becomes an answer that explains it. */
export async function answerStats(
  deps: StatsAnswerDeps,
  line: string,
  place: Place & { user: string },
  audience: 'asker' | 'channel',
): Promise<StatsAnswer> {
  const parsed = parseStatsQuestion(line)
  if (parsed.kind === 'help') return withoutStatistics(statsHelp())
  try {
    const refusal = await deps.access.refusal(place, 'read', { channel: place.channel })
    if (refusal !== undefined) return withoutStatistics(textMessage(refusal))
    const all = await withTimeout(deps.setTimer, alertListTimeoutMs, (signal) =>
      rejectOnAbort(deps.alerts.all(), signal),
    )
    const alerts = await deps.access.readableAlerts(place, all)
    const read = parseStatsQuestion(line, createIsAlertName(alerts))
    if (read.kind === 'help') return withoutStatistics(statsHelp())
    if (read.kind === 'not-understood') {
      const { problems, guess } = read
      return withoutStatistics(notUnderstood(problems, alerts, await guessesAt(deps, guess, alerts, place)))
    }
    const asked = asComparison(read.question, alerts)
    const { versus } = asked
    if (versus !== undefined) {
      const question = { ...asked, versus }
      const compared = await findComparedAlerts(deps, question, alerts, place)
      if (!Array.isArray(compared)) return withoutStatistics(compared)
      const refusedThere = await refusalToShow(deps, compared, place, audience)
      if (refusedThere !== undefined) return withoutStatistics(refusedThere)
      return await compare(deps, compared, question, audience)
    }
    const meant = await findMeantAlerts(deps, asked, alerts, place)
    const [alert] = meant
    if (alert === undefined) return withoutStatistics(unknownAlert(asked, alerts))
    if (meant.length > 1) return withoutStatistics(chooseAlert(asked, meant))
    const refusedThere = await refusalToShow(deps, meant, place, audience)
    if (refusedThere !== undefined) return withoutStatistics(refusedThere)
    return await answerFor(deps, alert, asked, audience)
  } catch (error) {
    if (parsed.kind === 'not-understood') return withoutStatistics(notUnderstood(parsed.problems, []))
    return failedAnswer(error)
  }
}

/** The name of an alert can have words of a period, such as “USA Today”. */
function createIsAlertName(alerts: Alert[]): (text: string) => boolean {
  const names = new Set(alerts.map(({ name }) => nameKey(name)))
  return (text) => text !== '' && names.has(nameKey(text))
}

function failedAnswer(error: unknown): StatsAnswer {
  if (error instanceof AskedTooOften)
    return { ...withoutStatistics(statsTooOften(error.waitMs)), isTooOften: true }
  const { reason, retry } = classifyFailure(error)
  return withoutStatistics(statsFailed(reason, retry))
}

/** A channel may get the numbers of a private alert only if the alert may be posted there. */
async function refusalToShow(
  { access }: StatsAnswerDeps,
  shown: Alert[],
  place: Place & { user: string },
  audience: 'asker' | 'channel',
): Promise<Content | undefined> {
  if (audience === 'asker') return undefined
  const { channel } = place
  const refusal = await access.refusal(place, 'share', { channel, alerts: shown.map(({ id }) => id) })
  return refusal === undefined ? undefined : textMessage(refusal)
}

/** If the question names no alert, returns the alerts of the channel, or all alerts if the channel has none. */
async function findMeantAlerts(
  deps: StatsAnswerDeps,
  { alert }: StatsQuestion,
  alerts: Alert[],
  place: Place,
): Promise<Alert[]> {
  if (alert === undefined) {
    const here = (await loadChannelAlerts(deps, place)).filter(({ id }) =>
      alerts.some((one) => one.id === id),
    )
    return here.length > 0 ? here : alerts
  }
  return matchAlerts(alert, alerts)
}

async function guessesAt(deps: StatsAnswerDeps, guess: StatsQuestion, alerts: Alert[], place: Place) {
  const meant = await findMeantAlerts(deps, guess, alerts, place)
  const fitting = meant.length > 0 ? meant : closestNames(guess.alert ?? '', alerts, ({ name }) => [name])
  return fitting.slice(0, 3).map((alert) => questionGuess(guess, alert, alerts))
}

/**
 * If the words begin with the name of an alert, the rest is probably a misspelled time, so the answer explains times.
 */
function unknownAlert(question: StatsQuestion, alerts: Alert[]): Content {
  const { alert: written = '' } = question
  const words = written.split(' ')
  const asked = (meant: Alert[]) => meant.slice(0, 3).map((alert) => questionGuess(question, alert, alerts))
  for (let count = words.length - 1; count > 0; count--) {
    const after = words.slice(count).join(' ')
    const meant = matchAlerts(words.slice(0, count).join(' '), alerts)
    if (soundsLikeTime(after) && meant.length > 0)
      return notUnderstood([{ words: after, kind: 'one-period' }], alerts, asked(meant))
  }
  const closest = soundsLikeTime(written) ? [] : closestNames(written, alerts, ({ name }) => [name])
  return noSuchAlert([written], alerts, asked(closest))
}

async function answerFor(
  { statistics, settings }: StatsAnswerDeps,
  alert: Alert,
  question: StatsQuestion,
  audience: 'asker' | 'channel',
): Promise<StatsAnswer> {
  const answer = await statistics(alert, question)
  if (answer.kind === 'failed')
    return withoutStatistics(statsFailed(answer.failure.reason, answer.failure.retry))
  const content =
    answer.kind === 'leads'
      ? leadsMessage(answer.summary)
      : statsMessage(answer.summary, audience, settings.statsSources)
  return { content, isStatistics: true }
}

type ComparisonQuestion = StatsQuestion & { versus: string[] }

/**
 * “Acme, Rival and Press” asks for a comparison if no alert matches it, and each part is the name of another alert. “Acme vs Rival” asks for one
 * alert if this is its whole name.
 */
function asComparison(question: StatsQuestion, alerts: Alert[]): StatsQuestion {
  const { alert: first, versus: others = [], ...rest } = question
  const names = [first ?? '', ...others]
  const whole = names.join(' vs ')
  const isWhole = ({ name }: Alert) => isSameName(name.replaceAll(/\b(?:vs\.|versus\b)/gi, 'vs'), whole)
  if (others.length > 0 && alerts.some(isWhole)) {
    const { id } = alerts.find(isWhole) ?? {}
    return { ...rest, ...defined({ alert: id }) }
  }
  const matchesOf = (name: string) => matchAlerts(name, alerts)
  const parts = names.flatMap((name) => (matchesOf(name).length > 0 ? name : name.split(betweenNames)))
  const meant = new Set(parts.map((part) => matchesOf(part)[0]?.id))
  if (parts.length === names.length || meant.has(undefined) || meant.size < parts.length) return question
  const [alert = '', ...versus] = parts
  return { ...rest, alert, versus }
}

/** Returns the alerts to compare, or the answer for a name that does not mean exactly one readable alert. */
async function findComparedAlerts(
  deps: StatsAnswerDeps,
  question: ComparisonQuestion,
  readable: Alert[],
  place: Place,
): Promise<Alert[] | Content> {
  const names = [question.alert, ...question.versus]
  if (names.length > mostComparedAlerts)
    return notUnderstood([{ words: names.join(', '), kind: 'too-many-alerts' }], readable)
  const matches: Alert[][] = []
  for (const alert of names)
    matches.push(await findMeantAlerts(deps, { ...question, ...defined({ alert }) }, readable, place))
  const unknown = names.flatMap((name = '', at) => (matches[at]?.length === 0 ? { name, at } : []))
  const [first, ...others] = unknown
  if (first !== undefined) {
    // A guess replaces one name.
    const closest = others.length > 0 ? [] : closestNames(first.name, readable, ({ name }) => [name])
    const guesses = closest.slice(0, 3).map((item) => questionGuess(question, item, readable, first.at))
    const unknownNames = unknown.map(({ name }) => name)
    return noSuchAlert(unknownNames, readable, guesses)
  }
  const here = new Set((await loadChannelAlerts(deps, place)).map(({ id }) => id))
  return comparedOf(question, { matches, here, readable })
}

/** `matches` are the alerts that each name can mean, and `here` the ids of the alerts of the channel. */
function comparedOf(
  question: ComparisonQuestion,
  { matches, here, readable }: { matches: Alert[][]; here: Set<string>; readable: Alert[] },
): Alert[] | Content {
  const certain = matches.flatMap((meant) => (meant.length === 1 ? meant : []))
  const found: Alert[] = []
  for (const [at, all] of matches.entries()) {
    const one = all.length === 1 ? all[0] : theOne(all, certain, here)
    if (one === undefined) return chooseAlert(question, all, at)
    if (one.type === 'leads') return leadsNotCompared(one.name)
    if (found.some(({ id }) => id === one.id)) {
      const words = [question.alert, ...question.versus][at] ?? one.name
      return notUnderstood([{ words, kind: 'same-alert', found: one.name }], readable)
    }
    found.push(one)
  }
  return found
}

/** A name that several alerts match means the one that no other name means, otherwise the one of the channel. */
function theOne(all: Alert[], certain: Alert[], here: Set<string>): Alert | undefined {
  const others = all.filter((one) => !certain.includes(one))
  const near = others.filter(({ id }) => here.has(id))
  const [only, ...more] = others.length === 1 ? others : near
  return more.length === 0 ? only : undefined
}

async function compare(
  { statistics, settings }: StatsAnswerDeps,
  alerts: Alert[],
  question: StatsQuestion,
  audience: 'asker' | 'channel',
): Promise<StatsAnswer> {
  const answer = await fetchComparison(statistics, alerts, question)
  if (answer.kind === 'leads') return withoutStatistics(leadsNotCompared(answer.name))
  if (answer.kind === 'failed')
    return withoutStatistics(statsFailed(answer.failure.reason, answer.failure.retry))
  const content = comparisonMessage(answer.alerts, answer.question, audience, settings.statsSources)
  return { content, isStatistics: true }
}

function withoutStatistics(content: Content): StatsAnswer {
  return { content, isStatistics: false }
}

async function loadChannelAlerts(deps: StatsAnswerDeps, { channel }: Place): Promise<Alert[]> {
  const subscriptions = deps.registry.all().map(({ subscription }) => subscription)
  const here = await findSubscriptionsOfChannel(deps.channels, subscriptions, channel)
  const found = await Promise.all(here.map(({ alert }) => deps.alerts.find(alert)))
  const alerts = found.flatMap((one) => (one.kind === 'found' ? one.alert : []))
  return [...new Map(alerts.map((alert) => [alert.id, alert])).values()]
}
