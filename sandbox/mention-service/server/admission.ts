import { Refusal } from '../answers/refusal.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'

/** How much one token, and one IP address, may ask. */
export type Limits = { perToken: RateLimit; perAddress: RateLimit }

/** What the public deployment documents: 300 requests a minute per token, 100 a second per IP address. */
export const documentedLimits: Limits = {
  perToken: { requests: 300, windowMs: 60_000 },
  perAddress: { requests: 100, windowMs: 1000 },
}

/** Who may ask, and how often. Without a `token` any token that is not empty is good. `now` in UTC ms. */
export function createAdmission(limits: Limits, token: string | undefined, now: () => number) {
  const tokenLimiter = createRateLimiter(limits.perToken)
  const addressLimiter = createRateLimiter(limits.perAddress)
  return {
    /** Throws Refusal 12. */
    admitAddress(address: string): void {
      if (!addressLimiter(address, now())) throw new Refusal(12)
    },
    /** Throws Refusal 20 or 11. */
    admitToken(given: string | undefined): void {
      if (!given || (token !== undefined && given !== token)) throw new Refusal(20)
      if (!tokenLimiter(given, now())) throw new Refusal(11)
    },
  }
}
