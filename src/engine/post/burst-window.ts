import type { Ms, Time } from '@overheard/base/time'
import type { BurstWindow } from '../progress/checkpoint-changes.ts'

/**
 * Decides by time, so that the same stream of mentions becomes about as many messages with any schedule. After `burst` cards within a
 * window, further mentions wait for the end of the window and become one burst. A burst begins the next window, so the subscription gets one
 * burst a window, until a window brings no mention. All times are in ms.
 */
export const defaultWindowMs = 120_000

/**
 * In a window of two minutes, a poll may end the window 2 s early, because schedules are not exact. A mention that is found up to 30 s after
 * the end still belongs to the stream.
 */
function limitsOf({ windowMs = defaultWindowMs }: WindowState) {
  return { windowMs, earlyMs: windowMs / 60, lateMs: windowMs / 4, repliesDueMs: windowMs / 12 }
}

/** If this many mentions wait, they become a burst before the window ends, because an outage may leave many times as many. */
export const maxWaiting = 300

/** A `card` shows one of `mentions`, a `burst` all of them. `isBurst` is true if more than `burst` mentions came within the window. */
export type NextPost<Waiting> =
  | { kind: 'card' | 'burst'; mentions: readonly Waiting[]; window: BurstWindow; isBurst: boolean }
  | { kind: 'wait'; until: Time }

/** `now` is the start of the poll (UTC, ms). If `windowMs` is 0, each poll decides alone. */
export type WindowState = {
  window?: BurstWindow | undefined
  now: Time
  burst: number
  windowMs?: Ms | undefined
}

type Phase = 'none' | 'open' | 'full' | 'ends'

/**
 * Returns what to post next. The caller asks again after each post, with the new window and the mentions that are left. An urgent mention
 * does not wait.
 */
export function nextPost<Waiting>(
  state: WindowState,
  waiting: readonly Waiting[],
  isUrgent: (one: Waiting) => boolean,
): NextPost<Waiting> | undefined {
  const { window, now, burst } = state
  const { windowMs } = limitsOf(state)
  const phase = phaseOf(state)
  if (waiting.length === 0) return undefined
  if (window !== undefined && phase === 'full' && waiting.length < maxWaiting) {
    const mentions = waiting.filter(isUrgent)
    if (mentions.length === 0) return { kind: 'wait', until: window.since + windowMs }
    return { kind: 'card', mentions, window: windowAfterCard(state), isBurst: false }
  }
  const before = phase === 'ends' ? (window?.cards ?? 0) : 0
  const isBurst = before + waiting.length > burst
  if (!isBurst && (phase === 'none' || phase === 'open'))
    return { kind: 'card', mentions: waiting, window: windowAfterCard(state), isBurst }
  const kind = waiting.length === 1 ? 'card' : 'burst'
  return { kind, mentions: waiting, window: windowAfterBurst(now), isBurst }
}

function phaseOf(state: WindowState): Phase {
  const { window, now, burst } = state
  const { windowMs, earlyMs, lateMs } = limitsOf(state)
  const elapsed = window === undefined ? -1 : now - window.since
  // A clock that was set back must not make mentions wait.
  if (window === undefined || elapsed < 0 || elapsed >= windowMs + lateMs) return 'none'
  const isFull = window.afterBurst === true || window.cards >= burst
  if (elapsed >= windowMs - earlyMs) return isFull ? 'ends' : 'none'
  return isFull ? 'full' : 'open'
}

export const isInWindow = (state: WindowState) => phaseOf(state) !== 'none'

export function windowAfterCard(state: WindowState): BurstWindow {
  const { window, now } = state
  return window === undefined || phaseOf(state) === 'none'
    ? { since: now, cards: 1 }
    : { ...window, cards: window.cards + 1 }
}

export const windowAfterBurst = (now: Time): BurstWindow => ({ since: now, cards: 0, afterBurst: true })

/**
 * Returns how long replies to a live card wait for more mentions (UTC, ms), or undefined if they are due. During a spike windows follow
 * each other without a gap, so that polls every five seconds post as many replies as polls every two minutes.
 */
export function repliesWaitUntil(state: WindowState): number | undefined {
  const { window, now } = state
  const { windowMs, earlyMs, repliesDueMs } = limitsOf(state)
  if (window === undefined || now <= window.since || windowMs === 0) return undefined
  const elapsed = now - window.since + earlyMs
  const windows = Math.floor(elapsed / windowMs)
  const isDue = windows > 0 && elapsed % windowMs < earlyMs + repliesDueMs
  return isDue ? undefined : window.since + (windows + 1) * windowMs
}

export type ReplayedPost<Waiting> = { at: Time; mentions: readonly Waiting[]; isBurst: boolean }

/**
 * Yields the posts of a subscription whose polls found these mentions. `polls` are in ascending order. Another poll follows at the end of a
 * window in which mentions wait.
 */
export function* replayPosts<Waiting>(
  { burst, windowMs }: Pick<WindowState, 'burst' | 'windowMs'>,
  polls: Iterable<{ at: Time; found: readonly Waiting[] }>,
  isUrgent: (one: Waiting) => boolean,
): Generator<ReplayedPost<Waiting>> {
  let window: BurstWindow | undefined
  let waiting: readonly Waiting[] = []
  let next: NextPost<Waiting> | undefined
  function* postsAt(at: Time): Generator<ReplayedPost<Waiting>> {
    for (;;) {
      next = nextPost({ window, now: at, burst, windowMs }, waiting, isUrgent)
      if (next === undefined || next.kind === 'wait') return
      const mentions = next.kind === 'card' ? next.mentions.slice(0, 1) : next.mentions
      const posted = new Set(mentions)
      waiting = waiting.filter((one) => !posted.has(one))
      window = next.window
      yield { at, mentions, isBurst: next.isBurst }
    }
  }
  for (const { at, found } of polls) {
    while (next?.kind === 'wait' && next.until < at) yield* postsAt(next.until)
    waiting = [...waiting, ...found]
    yield* postsAt(at)
  }
  while (next?.kind === 'wait') yield* postsAt(next.until)
}
