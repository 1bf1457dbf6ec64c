import type { ShownMentions } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import { burstThread, drawBurst } from './burst.ts'
import { card } from './card.ts'
import { type OtherSites, withNotifiedUsers } from './card-additions.ts'
import type { CardState } from './mention-parts.ts'

type Drawing = {
  /** What people did with the mentions; a mention without a state is open. */
  states?: ReadonlyMap<Id, CardState>
  /** Where else the mention of a card was published. */
  sites?: OtherSites | undefined
}

/** Draws a message with mentions from what it shows. The first drawing and every later one go through here, so they cannot differ. */
export function drawMentions(
  shows: ShownMentions,
  place: { subscription: string; alert: Id },
  { states = new Map(), sites }: Drawing = {},
): Content {
  const stateOf = (id: Id): CardState => states.get(id) ?? { kind: 'open' }
  if (shows.kind === 'thread') return burstThread({ ...place, ...shows }, stateOf)
  if (shows.kind === 'burst') return notifying(drawBurst(shows, place, stateOf), shows.notify)
  const state = stateOf(shows.mention.id)
  const content = card(shows.mention, { ...place, style: shows.style }, state, sites)
  return state.kind === 'not-relevant' ? content : notifying(content, shows.notify)
}

const notifying = (content: Content, notify: Extract<ShownMentions, { kind: 'card' }>['notify']) =>
  notify === undefined ? content : withNotifiedUsers(content, notify)
