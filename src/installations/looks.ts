import type { SteadyClock } from '@overheard/base/clock'
import type { Ms } from '@overheard/base/time'
import type { HistoryRange } from '@overheard/post-once/history'
import { freshMs, handoverMs, settlingMs } from './judge-receipt.ts'

/**
 * Reads the history of a channel in which this process has posted, now and then, because not every app gets events, and each event reaches
 * only one of several connections. Whoever reads the page learns from it (`watchHistory`).
 */
export type Looks = {
  posted(post: { channel: string; ts: string }): void
  /** Starts a look if one is due. */
  lookIfDue(): void
}

type LooksDeps = {
  readHistory: (range: HistoryRange, enough: () => boolean) => Promise<unknown>
  /** True if another sign shows that there may be another installation. */
  isSuspicious: () => boolean
  steady: SteadyClock
}

const everyMs = 10 * 60_000
/** The interval of the first looks after a suspicion, and their number. */
const [suspiciousEveryMs, maxSuspicious] = [60_000, 5]
/** A post is this old, in ms, before its channel is read, because the other installation needs time for the same post. */
const postAgeMs = 15_000

export function createLooks({ readHistory, isSuspicious, steady }: LooksDeps): Looks {
  const start = steady()
  let last = { at: start, channel: '' }
  let suspiciousLooks = 0
  let post: { channel: string; ts: string; at: Ms } | undefined
  let isLooking = false

  function isDue(): boolean {
    if (post === undefined || isLooking || steady() - post.at < postAgeMs) return false
    // Earlier messages do not count, so an earlier look would find nothing.
    if (steady() - start < handoverMs + settlingMs) return false
    const waited = steady() - last.at
    if (!isSuspicious()) suspiciousLooks = 0
    else if (suspiciousLooks === 0) return true
    else if (suspiciousLooks < maxSuspicious && waited >= suspiciousEveryMs) return true
    return waited >= everyMs
  }

  return {
    posted(next) {
      const isOtherChannel = post?.channel === last.channel && next.channel !== last.channel
      if (post === undefined || isOtherChannel) post = { ...next, at: steady() }
    },
    lookIfDue() {
      if (!isDue() || post === undefined) return
      const { channel, ts } = post
      if (isSuspicious()) suspiciousLooks += 1
      last = { at: steady(), channel }
      post = undefined
      isLooking = true
      const oldest = (Number(ts) - freshMs / 1000).toFixed(6)
      void readHistory({ channel, oldest }, () => true)
        .catch(() => undefined)
        .finally(() => {
          isLooking = false
        })
    },
  }
}
