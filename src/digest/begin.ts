import type { Posted } from '../deliver/history.ts'
import { daysIn, type WholePeriod } from '../insights/range.ts'
import type { DigestMessages } from '../messages/digest/digest.ts'
import type { DigestProgress } from '../model/digest-progress.ts'
import type { Content } from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import { compose } from './compose.ts'
import type { DigestDeps } from './ports.ts'
import type { Effort } from './tell.ts'

/** A digest that is due: its slot (UTC, ms) and the period it is about. */
export type DueDigest = { digest: Digest; slot: number; period: WholePeriod }

/** What keeps a digest from going on now, and when to try again: UTC, ms. */
export type Later = { kind: 'later'; why: string; at: number }

/** Several alerts take several hundred requests, and those are rationed by the minute: in ms. */
const effort: Effort = { priority: 'poll', patience: 4 * 60_000 }

/** A digest waits so long after its slot for a service that does not answer, in ms; then it tells what is known. */
const longestWait = 60 * 60_000

const dayMs = 86_400_000

/** When to try again what Slack or the service does not take now, in ms. */
const tryAgain = 2 * 60_000

/**
 * Finds out how far a period got that the store knows nothing of: the channel tells what is posted already (the disk may have been
 * wiped), the rest is composed and kept.
 */
export async function begin(deps: DigestDeps, due: DueDigest): Promise<DigestProgress | Later> {
  const { digest, slot, period } = due
  const channel = await channelOf(deps, digest)
  if (typeof channel !== 'string') return channel
  const settled = await postedAlready(deps, due, channel)
  if ('kind' in settled) return settled
  const { messages, isWhole } = await compose(deps, { digest, channel, period, audience: 'channel' }, effort)
  if (deps.stopping.aborted) return later(deps, 'stopping')
  if (!isWhole && settled.length === 0 && deps.now() < slot + longestWait)
    return later(deps, 'the mention service does not answer')
  const fresh = { period: period.key, channel, messages: contents(messages), settled }
  const kept = await deps.progress.change(digest.name, (current) =>
    current?.period === period.key ? current : fresh,
  )
  return kept ?? fresh
}

async function channelOf(deps: DigestDeps, { name, channel }: Digest): Promise<string | Later> {
  const found = await deps.channels.find(channel)
  if (found.kind === 'unreachable') return later(deps, found.reason, found.afterMs)
  if (found.kind !== 'found') {
    const what = `The digest '${name}' has no channel: Slack knows no ${channel}.`
    const whatToDo = 'Correct it, or invite the bot to it.'
    deps.troubles.raise(troubleKey(name), { stops: stoppedDigest(name), channel, what, whatToDo })
    return later(deps, 'no channel')
  }
  await deps.channels.join(found.id)
  return found.id
}

/**
 * The parts that stand in the channel since a period of this key could first be posted. Where it cannot be read, none are known:
 * better twice than never.
 */
async function postedAlready(
  deps: DigestDeps,
  { digest, slot, period }: DueDigest,
  channel: string,
): Promise<DigestProgress['settled'] | Later> {
  const isOurs = (message: Posted) =>
    message.digest?.digest === digest.name && message.digest.period === period.key
  const since = slot - daysIn(period.range) * dayMs
  const isParent = (message: Posted) => isOurs(message) && message.digest?.part === 0
  const look = await deps.look({ channel, oldest: (since / 1000).toFixed(6) }, (seen) => seen.some(isParent))
  if (look.kind === 'unreachable') return later(deps, look.reason, look.afterMs)
  if (look.kind === 'unreadable') {
    deps.log.warn({ digest: digest.name, reason: look.reason }, 'whether a digest is posted cannot be told')
    return []
  }
  const parent = look.messages.find(isParent)
  if (parent === undefined && look.bounded)
    deps.log.warn(
      { digest: digest.name },
      'whether a digest is posted cannot be told: the channel is too long',
    )
  if (parent === undefined) return []
  const thread = await deps.look({ channel, thread: parent.ts })
  if (thread.kind === 'unreachable') return later(deps, thread.reason, thread.afterMs)
  const replies = thread.kind === 'seen' ? thread.messages : []
  const parts = [...look.messages, ...replies]
    .filter(isOurs)
    .map(({ digest: told, ts }) => [told?.part ?? 0, ts] as const)
  return [...new Map(parts)].map(([part, ts]) => ({ part, ts }))
}

function contents(messages: DigestMessages): Content[] {
  return messages.kind === 'nothing' ? [] : [messages.parent, ...messages.thread]
}

/** Ends this try; the next one is made at the latest when the digests are looked through again. */
export function later({ now }: DigestDeps, why: string, afterMs = tryAgain): Later {
  return { kind: 'later', why, at: now() + afterMs }
}

/** The key of the trouble that a digest cannot be posted. */
export const troubleKey = (digest: string) => `digest ${digest}`

/** What that trouble stops. */
export const stoppedDigest = (digest: string) => `the digest ${digest}`
