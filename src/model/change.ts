import type { Mute } from './mute.ts'
import type { SlackSubscription } from './subscription.ts'

/** A change that somebody made from Slack, as far as it takes to undo it. */
export type Change =
  | { kind: 'subscription'; name: string; before?: SlackSubscription; after: SlackSubscription }
  | { kind: 'mute'; channel: string; added: Mute[]; removed: Mute[] }

/** A change that was told in a channel. `at`: UTC, ms since the epoch; `what`: the words it was told with. */
export type AnnouncedChange = { at: number; channel: string; what: string; change: Change }
