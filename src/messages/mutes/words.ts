import type { MuteKind, MuteTerm } from '../../model/mute.ts'

/** How what can be muted is called. */
export const muteKindWords: Record<MuteKind, string> = { author: 'author', source: 'source', domain: 'site' }

/** How long mutes last, in words. */
export const muteTermWords: Record<MuteTerm, string> = {
  '1d': 'for 1 day',
  '7d': 'for 7 days',
  forever: 'for good',
}
