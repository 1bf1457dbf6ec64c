import type { Block, Content } from '../model/message.ts'
import type { RegisteredSubscription, Subscription } from '../model/subscription.ts'
import type { Operation } from '../people/permission.ts'
import type { Form } from './open-modal.ts'
import type { HomeAction, HomeState } from './payloads.ts'
import type { CommandAsker } from './subcommand.ts'

/** `top` is above everything else, `welcome` instead of the welcome to people without alerts, `open` is what waits for an answer, and `afterSpikes` is between what runs and the list of alerts. */
export type HomePlace = 'top' | 'welcome' | 'open' | 'afterSpikes'

/** What a section is drawn for. */
export type HomeView = {
  state: HomeState
  /** True if there is no alert that the person may see. */
  isNew: boolean
  /** True if Slack does not say which channels the person is in. */
  isUnsure: boolean
}

/** What a feature shows on the home tab. */
export type HomeSection = {
  place: HomePlace
  /** At most this many blocks. All sections together have at most 100 (Slack's limit), which a test checks. */
  mostBlocks: number
  /** `channels` are the ids of the person's channels. */
  blocks(user: string, channels: ReadonlySet<string>, view: HomeView): Promise<Block[]>
}

/** A button at the end of the home tab. */
export type HomeButton = { label: string; action: string; style?: 'primary' }

/** An entry in the menu of each alert on the home tab. */
export type AlertChoice = {
  /** Never rename it, because Slack keeps home tabs. */
  choice: string
  label: string
  /** What the person must be allowed to do in the channel of the subscription. */
  operation: Operation
  isOffered(listed: RegisteredSubscription): boolean
  /** The id of a button with the same label in `/mentions list`. The feature registers its press; the value is the subscription's name. */
  listButton?: string
  /** Set it if the choice opens a form. */
  opensForm?: true
  /** Does what the person chose. Resolves with a message if the person has to be told something. */
  choose(
    action: HomeAction,
    on: { subscription: Subscription; channel: string },
  ): Promise<Content | Form | undefined>
}

export type HomeTab = {
  /** Shows the home tab again after a press on one of its controls, with a sentence about the press. */
  answer(action: HomeAction, note?: string): Promise<void>
  /** Shows it with `state`; without one, as it is at first. */
  show(user: string, state?: HomeState): Promise<void>
}

/** The home tab has no channel for an answer, so a form that was opened there shows answers in its modal. */
export const askerOnHome = ({ user, trigger }: Pick<HomeAction, 'user' | 'trigger'>): CommandAsker => ({
  user,
  trigger,
  channel: '',
  responseUrl: '',
})
