/** Assumed, because the interface of the mention service does not say it: so many requests a minute are allowed for a token. */
export const assumedRequestsPerMinute = 300

/** `all` is what all processes of the bot send at most in a minute, and the other numbers are parts of it. */
export type RequestShares = { all: number; polls: number; commands: number; reserve: number }

/** Divides what the service allows. The bot uses less than that, because clocks and latencies differ. */
export function requestShares(allowed: number = assumedRequestsPerMinute): RequestShares {
  const all = Math.floor((allowed * 14) / 15)
  // Polls leave this to commands, because polls must not delay a person's question.
  const reserve = Math.floor(allowed / 10)
  // Nobody's questions may stop the polls.
  return { all, reserve, polls: all - reserve, commands: Math.floor((allowed * 2) / 5) }
}
