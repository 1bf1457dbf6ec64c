import type { Id } from '@overheard/mention-client/id'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import type { PostedCard } from '../model/card.ts'
import type { Block } from '../model/message.ts'
import type { OfferedAction } from '../model/subscription.ts'
import type { MessageAction, ViewSubmission } from './payloads.ts'
import type { FormErrors } from './registration.ts'
import type { Asker } from './reply.ts'

type SeveralChoice = CardMenu['several'][number]

type FormOffer = CardMenu['form'][number]

type MenuChoice = CardMenu['choices'][number]

/**
 * A choice in the menu (**⋯**) of a card. Slack allows five choices, and **More…** is one of them, so most features add to its form instead.
 * `press` checks what the person may do.
 */
export type CardMenuEntry = MenuChoice & { press(action: MessageAction, mention: Id): Promise<void> }

/** A choice in the form behind **Update several…** of a burst. `act` checks what the person may do. */
export type SeveralEntry = SeveralChoice & {
  act(asker: Asker, card: PostedCard, mentions: Id[]): Promise<void>
}

/** All of `mentions` are on the card. `offers` are the actions that the card offers. */
export type OpenedForm = { card: PostedCard; mentions: Id[]; offers: readonly OfferedAction[] }

/** `openedAt` is a time in UTC, in ms. `hadValue` tells if an input (by name) showed a value when the form was opened. */
export type SubmittedForm = OpenedForm & {
  submission: ViewSubmission
  openedAt: number
  hadValue(input: string): boolean
}

/** What is drawn in the form behind **More…**, for one mention or for several. */
type FormBlocks = {
  /** Inputs, each of which is optional, and links. */
  blocks(form: OpenedForm): Block[] | Promise<Block[]>
}

/** `errors` and `submit` run only if the person filled in one of the inputs. Whether they may was checked before. */
type FormInputs = {
  isFilled(form: SubmittedForm): boolean
  /** Returns what is wrong, by input name. Nothing of the form is done then. */
  errors?(form: SubmittedForm): FormErrors
  /** Does what the person filled in. Returns what is wrong, by input name. Rejects only if the store fails. */
  submit(form: SubmittedForm): Promise<FormErrors>
}

/**
 * What a feature adds to the form behind **More…** of a card. Without an `offer`, it is in every such form, but does not bring **More…** into
 * the menu.
 */
export type CardFormPart = FormBlocks & { offered?: FormOffer; inputs?: FormInputs }
