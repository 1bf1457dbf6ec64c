import type { Id } from '@overheard/mention-client/id'
import { type OfferedAction, offeredActions } from '../../model/subscription.ts'
import type { MentionState } from './mention-parts.ts'
import { say } from './say.ts'

/** A choice of a menu. Never rename `choice`, because cards stay in Slack for months. */
export type Choice = { choice: string; label: string }

/** A choice in the menu (**⋯**) of a card that offers the action `offer`. A mention that is done has it only with `whenDone`. */
type MenuChoice = Choice & { offer: OfferedAction; whenDone?: true }

/**
 * A part of the form behind **More…**, which is in the menu of a card that offers the action `offer`. `alone` replaces **More…** if the form
 * of the card has no other part with an offer.
 */
type FormOffer = { offer: OfferedAction; alone?: Choice; forSeveral?: true }

/** A choice in the form for several mentions of a burst, if the message offers one of these actions. */
type SeveralChoice = Choice & { offers: readonly OfferedAction[] }

/** What features add to the cards of mentions. The `offers` that are stored with a card decide what of it the card shows. */
export type CardMenu = {
  choices: readonly MenuChoice[]
  form: readonly FormOffer[]
  several: readonly SeveralChoice[]
}

export const emptyMenu: CardMenu = { choices: [], form: [], several: [] }

/** Opens the form behind **More…**. */
export const openForm = 'more'

const ownChoices = (): MenuChoice[] => [
  { choice: 'assign', label: say.assign(), offer: 'assign' },
  { choice: 'snooze', label: say.snooze(), offer: 'snooze' },
  { choice: 'not-relevant', label: say.notRelevant(), offer: 'not-relevant' },
]

export const whyLabel = () => say.why()

const ownForm = (): FormOffer => ({ offer: 'why', alone: { choice: 'why', label: whyLabel() } })

/** Returns the choices in the order of the actions that offer them. */
export function menuChoices(state: MentionState, offers: readonly OfferedAction[], menu: CardMenu): Choice[] {
  const order = ({ offer }: MenuChoice) => offeredActions.indexOf(offer)
  const direct = [...ownChoices(), ...menu.choices]
    .filter(({ offer, whenDone }) => offers.includes(offer) && (state !== 'done' || whenDone === true))
    .sort((a, b) => order(a) - order(b))
  const parts = [...menu.form, ownForm()].filter(({ offer }) => offers.includes(offer))
  const [first, ...others] = parts
  if (first === undefined) return direct
  return [
    ...direct,
    (others.length === 0 ? first.alone : undefined) ?? { choice: openForm, label: say.moreForm() },
  ]
}

const ownSeveral = (): SeveralChoice[] => [
  { choice: 'claim', label: say.claim(), offers: ['claim'] },
  { choice: 'done', label: say.done(), offers: ['done'] },
  { choice: 'not-relevant', label: say.notRelevant(), offers: ['not-relevant'] },
  { choice: 'open-again', label: say.openAgain(), offers: ['claim', 'done', 'not-relevant'] },
]

/** Opens the form behind **More…** for several mentions. Its value was that of its first part. */
export const openFormOfSeveral = 'ticket'

/** Returns the choices of the form for several mentions. */
export function severalChoices(
  offers: readonly OfferedAction[] | undefined = offeredActions,
  menu: CardMenu,
): Choice[] {
  const form = menu.form.filter(({ forSeveral }) => forSeveral).map(({ offer }) => offer)
  const more: SeveralChoice = { choice: openFormOfSeveral, label: say.moreForm(), offers: form }
  const why: SeveralChoice = { choice: 'why', label: say.whySeveral(), offers: ['why'] }
  return [...ownSeveral(), more, ...menu.several, why].filter((one) =>
    one.offers.some((offer) => offers.includes(offer)),
  )
}

export function choiceValue(choice: string, mention: Id): string {
  return `${choice}:${mention}`
}
