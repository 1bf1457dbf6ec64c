import type { Time } from '@overheard/base/time'
import { problemTexts, stoppedNames } from '../messages/problems/problem-texts.ts'
import { daysIn } from '../model/date-range.ts'
import type { PostedMessage } from '../model/history.ts'
import type { Digest } from '../model/subscription.ts'
import { composeDigest, type FetchEffort } from './compose.ts'
import type { WholePeriod } from './content/period.ts'
import type { DigestDeps } from './dependencies.ts'
import type { DigestProgress } from './progress.ts'

export type DueDigest = { digest: Digest; slot: number; period: WholePeriod }

/** By Slack's clock the digest is not due yet. */
type TooEarly = { kind: 'too-early'; slackTime: Time }

export type RetryLater = { kind: 'later'; why: string; at: Time }

/**
 * A digest gets four minutes for its requests, because several alerts need several hundred requests of a limited
 * budget.
 */
const pollEffort: FetchEffort = { priority: 'poll', timeoutMs: 4 * 60_000 }

/**
 * If the mention service does not answer, a digest waits this long after its slot, in ms. Then it is posted without the missing numbers.
 */
const maxServiceWaitMs = 60 * 60_000
const dayMs = 86_400_000

const digestRetryMs = 2 * 60_000

/** Slack's time is known within some seconds, and a machine need not keep its time better than this, in ms. */
const slackLagMs = 60_000

/**
 * Searches the channel for posted parts before it starts a period, because the disk may have been wiped. Slack's answer tells its time, so a
 * clock of ours that is ahead posts no digest before its time.
 */
export async function startDigest(
  deps: DigestDeps,
  due: DueDigest,
): Promise<DigestProgress | RetryLater | TooEarly> {
  const { digest, slot, period } = due
  const channel = await findDigestChannel(deps, digest)
  if (typeof channel !== 'string') return channel
  const done = await findPostedParts(deps, due, channel)
  if ('kind' in done) return done
  const slackTime = deps.slackTime()
  if (slackTime !== undefined && slot > slackTime + slackLagMs) return { kind: 'too-early', slackTime }
  const { messages, isWhole } = await deps.speakTo.channel(channel, () =>
    composeDigest(deps.compose, { digest, channel, period, audience: 'channel' }, pollEffort),
  )
  if (deps.stopping.aborted) return retryLater(deps, 'stopping')
  if (!isWhole && done.length === 0 && deps.now() < slot + maxServiceWaitMs)
    return retryLater(deps, 'the mention service does not answer')
  const contents = messages.kind === 'nothing' ? [] : [messages.parent, ...messages.thread]
  const fresh = { period: period.key, channel, messages: contents, done }
  const kept = await deps.progress.change(digest.name, (current) =>
    current?.period === period.key ? current : fresh,
  )
  return kept ?? fresh
}

async function findDigestChannel(deps: DigestDeps, { name, channel }: Digest): Promise<string | RetryLater> {
  const found = await deps.channels.find(channel)
  if (found.kind === 'unreachable') return retryLater(deps, found.reason, found.afterMs)
  if (found.kind !== 'found') {
    const text =
      found.kind === 'lost'
        ? problemTexts.digestChannelLost(name, channel, found.id)
        : problemTexts.digestWithoutChannel(name, channel)
    deps.problems.raise(digestProblemKey(name), { stops: stoppedByProblem(name), channel, ...text })
    return retryLater(deps, 'no channel')
  }
  await deps.channels.join(found.id)
  return found.id
}

/**
 * Finds the parts that are already in the channel. Searches from the first time at which this period could be posted.
 * If the history cannot be read, returns none, so a part may be posted twice.
 */
async function findPostedParts(
  deps: DigestDeps,
  { digest, slot, period }: DueDigest,
  channel: string,
): Promise<DigestProgress['done'] | RetryLater> {
  const isOfThisDigest = (message: PostedMessage) =>
    message.digest?.digest === digest.name && message.digest.period === period.key
  const since = slot - daysIn(period.range) * dayMs
  const isParent = (message: PostedMessage) => isOfThisDigest(message) && message.digest?.part === 0
  const history = await deps.readHistory({ channel, oldest: (since / 1000).toFixed(6) }, (seen) =>
    seen.some(isParent),
  )
  if (history.kind === 'unreachable') return retryLater(deps, history.reason, history.afterMs)
  if (history.kind === 'unreadable') {
    deps.log.warn(
      { digest: digest.name, reason: history.reason },
      'could not read the channel of a digest; posting the digest, perhaps for the second time',
    )
    return []
  }
  const parent = history.messages.find(isParent)
  if (parent === undefined && history.bounded)
    deps.log.warn(
      { digest: digest.name },
      'the channel has too many messages to find an earlier post of the digest; posting it, perhaps again',
    )
  if (parent === undefined) return []
  const thread = await deps.readHistory({ channel, thread: parent.ts })
  if (thread.kind === 'unreachable') return retryLater(deps, thread.reason, thread.afterMs)
  const replies = thread.kind === 'seen' ? thread.messages : []
  const parts = [...history.messages, ...replies]
    .filter(isOfThisDigest)
    .map(({ digest: receipt, ts }) => [receipt?.part ?? 0, ts] as const)
  return [...new Map(parts)].map(([part, ts]) => ({ part, ts }))
}

export function retryLater({ now }: DigestDeps, why: string, afterMs = digestRetryMs): RetryLater {
  return { kind: 'later', why, at: now() + afterMs }
}

export const digestProblemKey = (digest: string) => `digest ${digest}`

export const stoppedByProblem = stoppedNames.digest
