import { backoffMs } from '@overheard/base/backoff'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'

/**
 * Handles refusals with unknown error codes. The cause of such a refusal may be the message, the channel or Slack, so another message is
 * tried. If Slack accepts that one and refuses the first again, the first message is the cause. If Slack accepts none, nothing is given up,
 * and all messages are retried after a growing pause. The state is kept in memory only and is lost at a restart. The name of a message is,
 * for example, the id of its mention. `accepted` counts the messages that Slack has accepted for the channel.
 */

/** `accepted` and `replies` count the messages that the channel and its threads had accepted before the refusal. */
export type Refusal = { accepted: number; replies: number; inThread: boolean; code: string }

export type FailedTries = {
  count: number
  code: string
  retryAt: Time
  accepted: number
  runStart: number
  alone?: string
  tried: string[]
}

export type Refusals = { refused: ReadonlyMap<string, Refusal>; tries?: FailedTries }

/** At most this many different messages are tried one after the other. If Slack accepts none of them, it seems to accept nothing. */
const maxInARow = 3

/** Each failed try in a row doubles the pause. */
const pause = { firstMs: 5000, maxMs: 5 * 60_000 }

const maxTriedNames = 1000

/**
 * Returns the cause of a repeated refusal: the message or its thread. Returns undefined if Slack has accepted no other message since the
 * first refusal. If the thread has accepted no other reply since then, the thread is the cause.
 */
export function blame(
  { refused, tries }: Refusals,
  name: string,
  now: { accepted: number; replies: number; inThread: boolean },
): 'message' | 'thread' | undefined {
  const earlier = tries?.alone === name ? { accepted: tries.accepted, replies: 0 } : undefined
  const before = refused.get(name) ?? earlier
  if (before === undefined || now.accepted === before.accepted) return undefined
  return now.inThread && now.replies === before.replies ? 'thread' : 'message'
}

export function setAside(refusals: Refusals, name: string, refusal: Refusal): Refusals {
  return { ...refusals, refused: new Map([...refusals.refused, [name, refusal]]) }
}

export function setAsideNames({ refused }: Refusals, accepted: number): Set<string> {
  return new Set([...refused].filter(([, one]) => one.accepted === accepted).map(([name]) => name))
}

/** Among the messages that are not set aside, returns the one with the oldest last try. Returns undefined if too many are set aside. */
export function nextToTry(
  { tries }: Refusals,
  aside: ReadonlySet<string>,
  names: string[],
): string | undefined {
  if (aside.size >= maxInARow) return undefined
  const tried = tries?.tried ?? []
  const free = names.filter((name) => !aside.has(name))
  return free.toSorted((a, b) => tried.indexOf(a) - tried.indexOf(b))[0]
}

/** Returns the pause that has not ended yet. A pause ends early if Slack accepts another message for the channel. */
export function pauseOf(
  { refused, tries }: Refusals,
  accepted: number,
  now: Time,
): { code: string; retryAt: Time } | undefined {
  if (tries === undefined || refused.size > 0 || accepted !== tries.accepted) return undefined
  const left = tries.retryAt - now
  // A clock that was set back must not make the pause longer.
  return left > 0 && left <= pause.maxMs ? { code: tries.code, retryAt: tries.retryAt } : undefined
}

/** `stuck` is set if Slack accepted nothing after its last refusal. */
export type TriesResult = {
  refusals: Refusals
  stuck?: { code: string; retryAt: Time; tries: number; only?: string }
}

export function concludeTries(
  refusals: Refusals,
  { accepted, now, runStart }: { accepted: number; now: Time; runStart: number },
): TriesResult {
  const { refused, tries: before } = refusals
  const [first, ...others] = [...refused]
  if (first === undefined) return { refusals }
  const isStuck = setAsideNames(refusals, accepted).size > 0
  const isNewRun = before?.runStart !== runStart
  const count = isStuck ? Math.max(1, (before?.count ?? 0) + (isNewRun ? 1 : 0)) : 0
  const retryAt = isStuck ? now + backoffMs(count, pause) : 0
  const tried = [...(before?.tried ?? []).filter((name) => !refused.has(name)), ...refused.keys()]
  const [name, { accepted: acceptedBefore }] = first
  const code = [...refused.values()].at(-1)?.code ?? ''
  // If Slack refuses several different messages in a row, no single message is the cause.
  const only = others.length === 0 ? name : undefined
  const tries = {
    count,
    code,
    retryAt,
    accepted: isStuck ? accepted : acceptedBefore,
    runStart,
    ...defined({ alone: only }),
    tried: tried.slice(-maxTriedNames),
  }
  const stuck = { code, retryAt, tries: count, ...defined({ only }) }
  return { refusals: { refused, tries }, ...(isStuck ? { stuck } : {}) }
}

export function withoutRefusal({ refused, tries }: Refusals, name: string): Refusals {
  const rest = new Map([...refused].filter(([other]) => other !== name))
  if (tries === undefined || tries.alone === name) return { refused: rest }
  return { refused: rest, tries: { ...tries, count: 0, retryAt: 0 } }
}
