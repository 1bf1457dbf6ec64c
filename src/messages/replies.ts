import type { MissingReason } from '../model/failure.ts'
import type { Content } from '../model/message.ts'
import type { MuteKind } from '../model/mute.ts'
import type { RefusalReason } from '../people/permission.ts'
import { actionIds } from './kit/block-actions.ts'
import { type Guess, textMessage, withGuesses } from './kit/block-kit.ts'
import { cut, isolate } from './kit/text.ts'
import { missingWords } from './missing-words.ts'
import { say } from './say.ts'

export const refusalText = (reason: RefusalReason): string => say[reason]()

export const messageUnknown = () => textMessage(say.messageUnknown())

/** A person has changed the record of a message, and Slack does not let the bot change the message. `isRetried`: it is tried again. */
export function undrawnText(reason: string, isRetried: boolean): string {
  if (reason === 'message_not_found') return say.undrawnGone()
  return isRetried ? say.undrawnYet({ reason }) : say.undrawn({ reason })
}

export const unavailableText = (reason: MissingReason): string =>
  say.unavailable({ why: missingWords(reason) })

export const replyTexts = {
  looking: say.looking,
  oneMoment: say.oneMoment,
  done: say.done,
  formFailed: say.formFailed,
  confirmationOver: say.confirmationOver,
  recordDamaged: say.recordDamaged,
  cannotMuteUnknown: say.cannotMuteUnknown,
  nothingToMute: (kind: MuteKind) => say.nothingToMute({ kind, written: kind }),
  notMutedAnyMore: say.notMutedAnyMore,
  tooManyMutes: (most: number) => say.tooManyMutes({ most }),
  tooManySubscriptions: (most: number) => say.tooManySubscriptions({ most }),
  subscriptionGone: say.subscriptionGone,
  subscriptionEnded: say.subscriptionEnded,
  postsElsewhere: say.postsElsewhere,
  noLongerUsed: say.noLongerUsed,
  shortcutNoLongerUsed: say.shortcutNoLongerUsed,
  undoneAlready: say.undoneAlready,
  changedSince: say.changedSince,
  alreadyPaused: (name: string) => say.alreadyPaused({ name: quoted(name) }),
  alreadyPlanned: (name: string) => say.alreadyPlanned({ name: quoted(name) }),
  notPaused: (name: string) => say.notPaused({ name: quoted(name) }),
  unchanged: (name: string) => say.unchanged({ name: quoted(name) }),
  fromFile: (name: string) => say.fromFile({ name: quoted(name) }),
  changedBefore: (state: string) => say.changedBefore({ state }),
  answeredAlready: say.answeredAlready,
  alertsUnavailable: (reason: MissingReason) => say.alertsUnavailable({ why: missingWords(reason) }),
  noAlertAllowed: say.noAlertAllowed,
  cannotPost: say.cannotPost,
  nothingWatched: say.nothingWatched,
  nothingWatchedAnyMore: say.nothingWatchedAnyMore,
  noDigests: say.noDigests,
  noDigestHere: say.noDigestHere,
  digestElsewhere: say.digestElsewhere,
  digestGone: (name: string) => say.digestGone({ name: quoted(name) }),
  nothingInDigest: say.nothingInDigest,
  notPostedUnavailable: say.notPostedUnavailable,
}

export const noSubscriptionsHere = () => textMessage(say.noSubscriptionsHere())

/** Each guess is a line behind `/mentions` that a button runs. */
export const notUnderstood = (sentence: string, guesses: string[]) =>
  withGuesses(sentence, guesses.map(lineGuess), actionIds.runLine)

export const lineGuess = (line: string): Guess => ({ label: `/mentions ${line}`, value: line })
export const quoted = (words: string) => isolate(cut(words, 100))

/** The answer to a person who changed from here what another channel gets, which reads the announcement. */
export const doneElsewhere = (name: string): Content => textMessage(say.doneElsewhere({ name: quoted(name) }))
