import type { DigestMessages } from '../messages/digest-message.ts'
import type { DigestProgress } from '../model/digest-progress.ts'
import type { PostedMessage } from '../model/history.ts'
import type { Content } from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import { daysIn, type WholePeriod } from '../stats/date-range.ts'
import { composeDigest, type FetchEffort } from './compose-digest.ts'
import type { DigestDeps } from './digest-dependencies.ts'

/** A digest that is due: its slot (UTC, ms) and the period it is about. */
export type DueDigest = { digest: Digest; slot: number; period: WholePeriod }

/** What keeps a digest from going on now, and when to try again: UTC, ms. */
export type RetryLater = { kind: 'later'; why: string; at: number }

/** Several alerts take several hundred requests, and those are rationed by the minute: in ms. */
const pollEffort: FetchEffort = { priority: 'poll', patience: 4 * 60_000 }

/** A digest waits so long after its slot for a service that does not answer, in ms; then it tells what is known. */
const maxServiceWaitMs = 60 * 60_000

const dayMs = 86_400_000

/** When to try again what Slack or the service does not take now, in ms. */
const digestRetryMs = 2 * 60_000

/**
 * Finds out how far a period got that the store knows nothing of: the channel tells what is posted already (the disk may have been
 * wiped), the rest is composed and kept.
 */
export async function startDigest(deps: DigestDeps, due: DueDigest): Promise<DigestProgress | RetryLater> {
  const { digest, slot, period } = due
  const channel = await findDigestChannel(deps, digest)
  if (typeof channel !== 'string') return channel
  const settled = await findPostedParts(deps, due, channel)
  if ('kind' in settled) return settled
  const { messages, isWhole } = await composeDigest(
    deps,
    { digest, channel, period, audience: 'channel' },
    pollEffort,
  )
  if (deps.stopping.aborted) return retryLater(deps, 'stopping')
  if (!isWhole && settled.length === 0 && deps.now() < slot + maxServiceWaitMs)
    return retryLater(deps, 'the mention service does not answer')
  const fresh = { period: period.key, channel, messages: toContents(messages), done: settled }
  const kept = await deps.progress.change(digest.name, (current) =>
    current?.period === period.key ? current : fresh,
  )
  return kept ?? fresh
}

async function findDigestChannel(deps: DigestDeps, { name, channel }: Digest): Promise<string | RetryLater> {
  const found = await deps.channels.find(channel)
  if (found.kind === 'unreachable') return retryLater(deps, found.reason, found.afterMs)
  if (found.kind !== 'found') {
    const what = `The digest '${name}' has no channel: Slack knows no ${channel}.`
    const whatToDo = 'Correct it, or invite the bot to it.'
    deps.problems.raise(digestProblemKey(name), { stops: stoppedByProblem(name), channel, what, whatToDo })
    return retryLater(deps, 'no channel')
  }
  await deps.channels.join(found.id)
  return found.id
}

/**
 * The parts that stand in the channel since a period of this key could first be posted. Where it cannot be read, none are known:
 * better twice than never.
 */
async function findPostedParts(
  deps: DigestDeps,
  { digest, slot, period }: DueDigest,
  channel: string,
): Promise<DigestProgress['done'] | RetryLater> {
  const isOurs = (message: PostedMessage) =>
    message.digest?.digest === digest.name && message.digest.period === period.key
  const since = slot - daysIn(period.range) * dayMs
  const isParent = (message: PostedMessage) => isOurs(message) && message.digest?.part === 0
  const history = await deps.readHistory({ channel, oldest: (since / 1000).toFixed(6) }, (seen) =>
    seen.some(isParent),
  )
  if (history.kind === 'unreachable') return retryLater(deps, history.reason, history.afterMs)
  if (history.kind === 'unreadable') {
    deps.log.warn(
      { digest: digest.name, reason: history.reason },
      'whether a digest is posted cannot be told',
    )
    return []
  }
  const parent = history.messages.find(isParent)
  if (parent === undefined && history.bounded)
    deps.log.warn(
      { digest: digest.name },
      'whether a digest is posted cannot be told: the channel is too long',
    )
  if (parent === undefined) return []
  const thread = await deps.readHistory({ channel, thread: parent.ts })
  if (thread.kind === 'unreachable') return retryLater(deps, thread.reason, thread.afterMs)
  const replies = thread.kind === 'seen' ? thread.messages : []
  const parts = [...history.messages, ...replies]
    .filter(isOurs)
    .map(({ digest: told, ts }) => [told?.part ?? 0, ts] as const)
  return [...new Map(parts)].map(([part, ts]) => ({ part, ts }))
}

function toContents(messages: DigestMessages): Content[] {
  return messages.kind === 'nothing' ? [] : [messages.parent, ...messages.thread]
}

/** Ends this try; the next one is made at the latest when the digests are looked through again. */
export function retryLater({ now }: DigestDeps, why: string, afterMs = digestRetryMs): RetryLater {
  return { kind: 'later', why, at: now() + afterMs }
}

/** The key of the trouble that a digest cannot be posted. */
export const digestProblemKey = (digest: string) => `digest ${digest}`

/** What that trouble stops. */
export const stoppedByProblem = (digest: string) => `the digest ${digest}`
