import type { PostedCard } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Block } from '../model/message.ts'
import type { ViewSubmission } from './payloads.ts'

/** What a feature adds to the form behind **More…**. All of `mentions` are on the card. */
export type CardFormPart = {
  /** Inputs, each of which is optional. */
  blocks(card: PostedCard, mentions: Id[]): Block[]
  /** True if the person filled in one of these inputs. */
  isFilled(submission: ViewSubmission): boolean
  /** Does what the person filled in. Whether they may was checked before. Rejects only if the store fails. */
  submit(submission: ViewSubmission, card: PostedCard, mentions: Id[]): Promise<void>
}
