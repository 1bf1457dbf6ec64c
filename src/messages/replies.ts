import type { MissingReason } from '../model/failure.ts'
import type { Content } from '../model/message.ts'
import type { MuteKind } from '../model/mute.ts'
import type { RefusalReason } from '../people/permission.ts'
import { actionIds } from './kit/block-actions.ts'
import { type Guess, textMessage, withGuesses } from './kit/block-kit.ts'
import { grouped } from './kit/numbers.ts'
import { cut, isolate } from './kit/text.ts'
import { missingWords } from './missing-words.ts'
import { muteKindWords } from './mute-words.ts'

const refusals: Record<RefusalReason, string> = {
  'unknown-person': 'Slack does not answer who you are right now. Try again in a minute.',
  'private-alert':
    'This alert is private: only the members of the channels that the configuration file sends it to, and the admins of Overheard, may use it.',
  'private-elsewhere':
    'This alert is private: only the configuration file and the admins of Overheard may let this channel have it.',
  'outside-own-channels':
    'Guests and people of other organisations may use Overheard only in channels they are in, and only for what is posted there.',
  'members-only': 'Only full members of this workspace may do this.',
  'admins-only': 'Only the admins of Overheard may do this.',
  'mute-admins-only':
    'Only the admins of Overheard may mute for longer than a day, or end such a mute. Full members may mute for a day.',
  'channel-members-only':
    'Only the members of that channel, or the admins of Overheard, may change this. Invite Overheard to a private channel first: /invite @overheard',
}

export function refusalText(reason: RefusalReason): string {
  return refusals[reason]
}

export const messageUnknown = textMessage(
  "Nothing changed: this post is too old (over 90 days), or Overheard's data was reset.",
)

/** A person has changed the record of a message, and Slack does not let the bot change the message. `isRetried`: it is tried again. */
export function undrawnText(reason: string, isRetried: boolean): string {
  if (reason === 'message_not_found')
    return 'What you did is stored, but the message is no longer there, so nobody sees it.'
  return isRetried
    ? `What you did is stored, but Slack did not let Overheard change the message (${reason}). Overheard tries again soon; until then the message looks as before.`
    : `What you did is stored, but Slack does not let Overheard change the message any more (${reason}), so it still looks as before. Tell the others in a thread if they must know.`
}

export function unavailableText(reason: MissingReason): string {
  return `Can't look that up right now: ${missingWords[reason]}.`
}

export const replyTexts = {
  looking: 'Looking…',
  oneMoment: 'One moment…',
  done: 'Done.',
  formFailed: 'That did not work. Close this form and try again.',
  confirmationOver:
    'Nothing was done: this question was answered already, is older than ten minutes, or was put to somebody else. Run the command again.',
  recordDamaged:
    'what is stored about it is damaged. Somebody who runs Overheard has to repair it; the log and /status name the place',
  cannotMuteUnknown:
    'This mention is no longer stored. Name what to mute yourself, such as /mentions mute author "Kim Lee" 7d.',
  nothingToMute: (kind: MuteKind) =>
    `This mention has no ${muteKindWords[kind]}. Name it yourself: /mentions mute ${kind} NAME.`,
  notMutedAnyMore: 'It is not muted any more.',
  tooManyMutes: (most: number) =>
    `You have set ${grouped(most)} mutes, and nobody may set more. End one first: /mentions mutes.`,
  tooManySubscriptions: (most: number) =>
    `You have made ${grouped(most)} subscriptions, and nobody may have more from Slack. End one first, or use the configuration file.`,
  subscriptionGone: 'This subscription does not exist any more.',
  subscriptionEnded: 'Somebody has ended this subscription in the meantime.',
  postsElsewhere: 'This subscription posts to another channel now.',
  noLongerUsed: 'This button is no longer used.',
  shortcutNoLongerUsed: 'This entry of the menu is no longer used.',
  undoneAlready: 'This is undone already, or too long ago.',
  changedSince: 'It has been changed again since: undo the later change first.',
  alreadyPaused: (name: string) => `${quoted(name)} is paused already.`,
  alreadyPlanned: (name: string) => `This pause of ${quoted(name)} is planned already.`,
  notPaused: (name: string) => `${quoted(name)} is not paused.`,
  unchanged: (name: string) => `${quoted(name)} stays as it was: nothing was changed.`,
  fromFile: (name: string) =>
    `${quoted(name)} is managed in the config file. Ask an Overheard admin to change it.`,
  changedBefore: (state: string) => `Nothing changed, because somebody was faster: ${state}.`,
  answeredAlready: 'Somebody has answered already.',
  alertsUnavailable: (reason: MissingReason) => `The alerts cannot be listed now: ${missingWords[reason]}.`,
  noAlertAllowed: 'There is no alert that you may subscribe to.',
  cannotPost:
    'Overheard cannot post to this channel: it is archived, or private and Overheard is not in it. /invite @overheard there first.',
  nothingWatched: 'Nothing is watched yet. Start with /mentions subscribe.',
  nothingWatchedAnyMore: 'Nothing is watched for this channel any more.',
  noDigests: 'No digest is declared in the configuration file.',
  noDigestHere: 'There is no digest that you may see here.',
  digestElsewhere: 'This digest posts to another channel now.',
  digestGone: (name: string) => `The digest ${quoted(name)} is not in the configuration any more.`,
  nothingInDigest: 'This digest would be empty: there are no mentions.',
  notPostedUnavailable: 'The mentions that were not posted cannot be read now. Try again in a minute.',
}

export const noSubscriptionsHere = textMessage(
  'No alerts are posted here yet. Start with /mentions subscribe.',
)

/** Each guess is a line behind `/mentions` that a button runs. */
export const notUnderstood = (sentence: string, guesses: string[]) =>
  withGuesses(sentence, guesses.map(lineGuess), actionIds.runLine)

export const lineGuess = (line: string): Guess => ({ label: `/mentions ${line}`, value: line })
export const quoted = (words: string) => isolate(cut(words, 100))

/** The answer to a person who changed from here what another channel gets, which reads the announcement. */
export const doneElsewhere = (name: string): Content =>
  textMessage(`Done. ${quoted(name)} posts to another channel, so the change is announced there.`)
