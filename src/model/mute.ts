/** What can be muted. */
export const muteKinds = ['author', 'source', 'domain'] as const
export type MuteKind = (typeof muteKinds)[number]

/** How long a mute lasts, in ms; `forever` has no end. */
export const muteTerms = { '1d': 86_400_000, '7d': 7 * 86_400_000, forever: undefined } as const
export type MuteTerm = keyof typeof muteTerms

/** Somebody or something that a channel does not want to hear of. */
export type Mute = {
  /** Channel id. */
  channel: string
  kind: MuteKind
  /** An author's whole name, a source, or a host (everything below it is meant, too). */
  name: string
  /** UTC, ms since the epoch; for good where absent. */
  until?: number
  /** Slack member id. */
  by: string
  /** When it was said: UTC, ms since the epoch. */
  at: number
}
