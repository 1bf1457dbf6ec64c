import type { RateLimiter } from '@overheard/base/rate-limiter'
import type { Announcements } from '../model/announcements.ts'

/** The topic of the announcement is followed by the key of the limit. */
const posted = 'post '

/** Counts the posts of this process, and those that processes without the lease announce. */
export function announcedRate(
  limiter: RateLimiter,
  { announce, on }: Announcements,
  leads: () => boolean,
): RateLimiter {
  on((topic, isOwn) => {
    if (!isOwn && topic?.startsWith(posted))
      void limiter.take(topic.slice(posted.length), Number.POSITIVE_INFINITY)
  })
  return {
    ...limiter,
    async take(key, patienceMs = 0, reserve = 0) {
      const wait = await limiter.take(key, patienceMs, reserve)
      // Without the announcement the leader may post too soon. Slack refuses that, and the leader waits.
      if (wait <= patienceMs && !leads()) void announce(`${posted}${key}`).catch(() => undefined)
      return wait
    },
  }
}
