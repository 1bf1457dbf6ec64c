import type { Block } from '../model/message.ts'
import type { HomeAction } from './payloads.ts'

/** `top` is above everything else, and `afterSpikes` between what runs and the list of alerts. */
export type HomePlace = 'top' | 'afterSpikes'

/** What a feature shows on the home tab. */
export type HomeSection = {
  place: HomePlace
  /** At most this many blocks. Slack allows 100 on a home tab. */
  mostBlocks: number
  /** `channels` are the ids of the person's channels. */
  blocks(user: string, channels: ReadonlySet<string>): Promise<Block[]>
}

/** Shows the home tab again after a press on one of its controls, with a sentence about the press. */
export type HomeTab = { answer(action: HomeAction, note?: string): Promise<void> }
