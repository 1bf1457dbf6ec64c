import { entriesModal } from '../../messages/burst/entries-modal.ts'
import { entryTitles } from '../../messages/burst/entry-states.ts'
import { readButtonValue } from '../../messages/target.ts'
import type { MessagePress } from '../message-press.ts'
import { chooseMore, type MoreDeps } from './more.ts'
import { noteOf } from './note.ts'
import { cardModals, openModal } from './open-modal.ts'
import type { CardPress } from './transition.ts'

/** What can be pressed on cards and bursts. None of them rejects because of Slack or the mention service. */
type CardButtons = {
  claim(press: MessagePress): Promise<void>
  done(press: MessagePress): Promise<void>
  more(press: MessagePress): Promise<void>
  /** "Act on 1–10" of a burst. */
  entries(press: MessagePress): Promise<void>
}

/** Makes the handlers of the presses. One whose value cannot be read changes nothing. */
export function createCardButtons(deps: MoreDeps): CardButtons {
  const simple = (deed: CardPress['press']) => async (press: MessagePress) => {
    const target = readButtonValue(press.value)
    const [mention] = target?.mentions ?? []
    if (target !== undefined && mention !== undefined)
      await deps.act({ where: noteOf(press, target, 'card'), mention, user: press.user, press: deed })
  }
  return {
    claim: simple('claim'),
    done: simple('done'),
    more: (press) => chooseMore(deps, press),
    async entries(press) {
      const target = readButtonValue(press.value)
      if (target === undefined) return
      const titles = entryTitles(press.blocks)
      const entries = target.mentions.map((id, index) => ({ id, title: titles[index] ?? '' }))
      const note = noteOf(press, target, 'entries')
      await openModal(deps, press, { ...entriesModal(entries), callback: cardModals.entries, note })
    },
  }
}
