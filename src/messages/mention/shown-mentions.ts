import type { Id } from '@overheard/mention-client/id'
import type { ShownMentions } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import { burstThread, drawBurst } from './burst.ts'
import { card } from './card.ts'
import { type OtherSites, withNotifiedUsers } from './card-additions.ts'
import type { CardMenu } from './card-menu.ts'
import type { CardState } from './mention-parts.ts'
import { placesReply } from './places.ts'

type Drawing = {
  menu: CardMenu
  states?: ReadonlyMap<Id, CardState>
  sites?: OtherSites | undefined
}

/** The first drawing and all later drawings use this function, so they cannot differ. */
export function drawMentions(shows: ShownMentions, { menu, states = new Map(), sites }: Drawing): Content {
  const stateOf = (id: Id): CardState => states.get(id) ?? { kind: 'open' }
  if (shows.kind === 'thread') {
    const { mentions, places } = shows
    return places === undefined
      ? burstThread(shows, menu, stateOf)
      : placesReply({ mentions, places }, stateOf)
  }
  if (shows.kind === 'burst') return notifying(drawBurst(shows, menu, stateOf), shows.notify)
  const state = stateOf(shows.mention.id)
  const content = card(shows.mention, { ...shows, menu }, state, sites)
  return state.kind === 'not-relevant' ? content : notifying(content, shows.notify)
}

const notifying = (content: Content, notify: Extract<ShownMentions, { kind: 'card' }>['notify']) =>
  notify === undefined ? content : withNotifiedUsers(content, notify)
