import type { MissingReason } from '../model/failure.ts'
import type { Content, ModalContent } from '../model/message.ts'
import type { MuteKind } from '../model/mute.ts'
import type { RefusalReason } from '../people/permission.ts'
import { actionIds } from './kit/block-actions.ts'
import { actions, button, type Guess, mrkdwn, textMessage, withGuesses } from './kit/block-kit.ts'
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

export function failedText(reason: string): string {
  return `That didn't fully work: ${reason}. Check the current state with /mentions list and /mentions mutes.`
}

export function unavailableText(reason: MissingReason): string {
  return `Can't look that up right now: ${missingWords[reason]}.`
}

export function modalRefusedText(reason: string): string {
  return `Slack did not open the form (${reason}). Press again.`
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

/** `words` is the part of the line that cannot be read. */
export type LineProblem = { kind: keyof typeof lineProblemTexts; words?: string }

export function lineNotUnderstood({ kind, words = '' }: LineProblem, guesses: string[]): Content {
  return notUnderstood(lineProblemTexts[kind](quoted(words)), guesses)
}

/** Each guess is a line behind `/mentions` that a button runs. */
export const notUnderstood = (sentence: string, guesses: string[]) =>
  withGuesses(sentence, guesses.map(lineGuess), actionIds.runLine)

/** The answer to words behind a command that takes none. */
export const nothingMore = (word: string, rest: string) =>
  notUnderstood(`/mentions ${word} takes nothing more, so “${quoted(rest)}” is not understood.`, [word])

export const lineGuess = (line: string): Guess => ({ label: `/mentions ${line}`, value: line })

const lineProblemTexts = {
  'no-command': (words: string) => `There is no command /mentions ${words}.`,
  'too-long': (words: string) => `“${words}” is too long: a command has at most 3,000 characters.`,
  statistics: () => 'Numbers and charts have a command of their own: /mentions-stats',
  'mute-nobody': () => 'Say whom to mute, for example: /mentions mute author "Kim Lee" 7d',
  'mute-what': (words: string) => `Say whether “${words}” is an author, a source or a site.`,
  'mute-doubt': (words: string) =>
    `Does “${words}” belong to the name? If it does, write the name in quotes; if it does not, write until before it.`,
  'no-site': (words: string) => `“${words}” isn't a site. Write it like news.example.`,
  'unmute-nobody': () => 'Say whom to unmute, for example: /mentions unmute "Kim Lee"',
}

/** Asks before something happens that concerns others. `id` is the value of the button. */
export function confirmQuestion(
  { question, label }: { question: string; label: string },
  id: string,
): Content {
  const { text, blocks } = textMessage(question)
  return { text, blocks: [...blocks, ...actions([button(label, actionIds.confirmLine, id, 'primary')])] }
}

export const quoted = (words: string) => isolate(cut(words, 100))

/** The answer to a person who changed from here what another channel gets, which reads the announcement. */
export const doneElsewhere = (name: string): Content =>
  textMessage(`Done. ${quoted(name)} posts to another channel, so the change is announced there.`)

/** A preview of a digest of another channel. */
export function ofOtherChannel(name: string, preview: Content): Content {
  const { text, blocks } = textMessage(`The digest ${quoted(name)} posts to another channel, not here.`)
  return { ...preview, text: `${text}\n${preview.text}`, blocks: [...blocks, ...preview.blocks] }
}

const maxNames = 20

export function nameUnclear(
  what: 'subscription' | 'digest',
  asked: string | undefined,
  { fits, names, elsewhere = [] }: { fits: boolean; names: string[]; elsewhere?: string[] },
  guesses: Guess[],
): Content {
  const list = (some: string[]) => some.slice(0, maxNames).map(quoted).join(', ')
  const listed = list(names)
  const there = elsewhere.length === 0 ? '' : ` In other channels: ${list(elsewhere)}.`
  if (asked === undefined)
    return withGuesses(`Which ${what}? There is: ${listed}.`, guesses, actionIds.runLine)
  const sentence = fits
    ? `Several ${what}s match “${quoted(asked)}”: ${listed}.`
    : `No ${what} matches “${quoted(asked)}”. There is: ${listed}.${there}`
  return withGuesses(sentence, guesses, actionIds.runLine)
}

export function notMuted(name: string, guesses: Guess[]): Content {
  return withGuesses(
    `“${quoted(name)}” isn't muted in this channel. See /mentions mutes.`,
    guesses,
    actionIds.runLine,
  )
}

/** Slack sends a known channel as a link, so a word that still begins with # is an unknown channel. */
export function noAlertToSubscribe(asked: string, guesses: Guess[]): Content {
  const channel = /(?:^|\s)(#\S{1,80})$/.exec(asked)?.[1]
  const sentence =
    channel === undefined
      ? `No alert matches “${quoted(asked)}”. /mentions subscribe lists them.`
      : `Slack knows no channel ${quoted(channel)} that you can see, and no alert matches “${quoted(asked)}”. Choose the channel from the list that Slack shows while you type.`
  return withGuesses(sentence, guesses, actionIds.runLine)
}

export function noMentionFound(asked: string, meant: { title: string; url: string }[]): Content {
  const guesses = meant.map(({ title, url }) => ({ label: title || url, value: `why ${url}` }))
  const sentence = `No recent mention here matches “${quoted(asked)}”.`
  return withGuesses(sentence, guesses, actionIds.runLine)
}

/**
 * The lines of help about a subcommand, in mrkdwn. Only some have a line in the short help, and one line can be about several subcommands.
 */
export type SubcommandHelp = { help?: string; shortHelp?: string }

export function mentionsHelp(subcommands: SubcommandHelp[]): Content {
  const lines = subcommands.flatMap(({ shortHelp }) => shortHelp ?? [])
  const text = [...lines, '*`/mentions-stats`*: numbers and charts'].join('\n')
  return {
    text: text.replaceAll(/[*`]/g, ''),
    blocks: [{ type: 'section', text: mrkdwn(text) }, ...actions([button('More…', actionIds.help, 'all')])],
  }
}

const firstHelpLine =
  '*`/mentions`* manages Overheard in this channel. Changes are announced here and can be undone.'

const lastHelpLines = [
  '• *`/mentions-stats`*: numbers and charts for an alert. More: `/mentions-stats help`',
  'Part of a name is enough. With only one alert in the channel, you can leave the name out.',
]

const cardHelpLines = [
  '*On a card*',
  '• *Claim*: you answer. *Done*: it is answered. Both can be undone.',
  '• ⋯ *Assign to…*: somebody else answers, and gets a direct message',
  '• ⋯ *Snooze…*: back on the list later, with a reminder',
  '• ⋯ *Mute…*: this channel gets no more from the author, site or source',
  '• ⋯ *Why was this posted?*: the rule that let the mention through',
]

/** All subcommands, and the lines about cards that features add, in mrkdwn. */
export type Help = { subcommands: SubcommandHelp[]; onCards: string[] }

export function helpModal({ subcommands, onCards }: Help): ModalContent {
  const commands = [firstHelpLine, ...subcommands.flatMap(({ help }) => help ?? []), ...lastHelpLines]
  const texts = [...textsOf(commands), ...textsOf([...cardHelpLines, ...onCards])]
  return { title: 'Help', blocks: texts.map((text) => ({ type: 'section', text: mrkdwn(text) })) }
}

/** Slack allows 3,000 characters in a section. */
const longestSection = 3000

/** Joins lines to texts, each of which fits into a section. */
function textsOf(lines: string[]): string[] {
  const texts: string[] = []
  for (const line of lines) {
    const joined = `${texts.at(-1) ?? ''}\n${line}`.trimStart()
    if (texts.length > 0 && joined.length <= longestSection) texts[texts.length - 1] = joined
    else texts.push(line)
  }
  return texts
}
