import type { ActionsBlock, Overflow } from '@slack/types'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block } from '../../model/message.ts'
import { actionIds } from '../action-ids.ts'
import { webAddress } from '../address.ts'
import { button, plainText } from '../block-kit.ts'
import { buttonValue, type CardMenuChoice, choiceValue } from '../target.ts'
import type { CardState } from './state.ts'

/** What of a mention its buttons need. Of one that the service no longer has, the id is all that is known. */
type Actionable = Pick<Mention, 'id'> & Partial<Pick<Mention, 'author' | 'url' | 'source'>>

/** The buttons of a card: Claim, then Done, then none; and behind "More" what else can be done. */
export function cardActions(
  mention: Actionable,
  place: { subscription: string; alert: Id },
  state: CardState,
): Block | undefined {
  if (state.kind !== 'open' && state.kind !== 'claimed') return undefined
  const value = buttonValue({ ...place, mentions: [mention.id] })
  const press =
    state.kind === 'open'
      ? button('Claim', actionIds.claim, value)
      : button('Done', actionIds.done, value, 'primary')
  const more = moreMenu(mention, place.alert)
  return { type: 'actions', elements: more === undefined ? [press] : [press, more] } satisfies ActionsBlock
}

/** At most five options, as Slack has it; what the mention lacks cannot be muted. */
function moreMenu(mention: Actionable, alert: Id): Overflow | undefined {
  const option = (label: string, choice: CardMenuChoice) => {
    const value = choiceValue(choice, mention.id, alert)
    return value === undefined ? [] : [{ text: plainText(label), value }]
  }
  const options = [
    ...(!mention.author?.name ? [] : option('Mute author…', 'mute-author')),
    ...(webAddress(mention.url ?? '') === undefined ? [] : option('Mute site…', 'mute-site')),
    ...(!mention.source ? [] : option('Mute source…', 'mute-source')),
    ...option('Not relevant', 'not-relevant'),
    ...option('Why this?', 'why'),
  ]
  return options.length === 0 ? undefined : { type: 'overflow', action_id: actionIds.more, options }
}
