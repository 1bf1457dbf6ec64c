import { entriesModal } from '../../messages/burst/entries-modal.ts'
import { entryTitles } from '../../messages/burst/entry-states.ts'
import { readButtonValue } from '../../messages/target.ts'
import type { MessageAction } from '../message-press.ts'
import { type CardMenuDeps, handleMenuChoice } from './more.ts'
import { metadataOf } from './note.ts'
import { cardModalCallbacks, openCardModal } from './open-modal.ts'
import type { CardAction } from './transition.ts'

/** What can be pressed on cards and bursts. None of them rejects because of Slack or the mention service. */
type CardButtonListeners = {
  claim(action: MessageAction): Promise<void>
  done(action: MessageAction): Promise<void>
  more(action: MessageAction): Promise<void>
  /** "Act on 1–10" of a burst. */
  entries(action: MessageAction): Promise<void>
}

/** Makes the handlers of the presses. One whose value cannot be read changes nothing. */
export function createCardButtons(deps: CardMenuDeps): CardButtonListeners {
  const simple = (kind: CardAction['action']) => async (action: MessageAction) => {
    const target = readButtonValue(action.value)
    const [mention] = target?.mentions ?? []
    if (target !== undefined && mention !== undefined)
      await deps.applyAction({
        message: metadataOf(action, target, 'card'),
        mention,
        user: action.user,
        action: kind,
      })
  }
  return {
    claim: simple('claim'),
    done: simple('done'),
    more: (action) => handleMenuChoice(deps, action),
    async entries(action) {
      const target = readButtonValue(action.value)
      if (target === undefined) return
      const titles = entryTitles(action.blocks)
      const entries = target.mentions.map((id, index) => ({ id, title: titles[index] ?? '' }))
      const metadata = metadataOf(action, target, 'entries')
      await openCardModal(deps, action, {
        ...entriesModal(entries),
        callback: cardModalCallbacks.entries,
        note: metadata,
      })
    },
  }
}
