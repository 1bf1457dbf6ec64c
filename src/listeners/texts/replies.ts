import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  button,
  type Guess,
  mrkdwn,
  textMessage,
  withGuesses,
} from '../../messages/kit/block-kit.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import type { Content, ModalContent } from '../../model/message.ts'

/** `words` is the part of the line that cannot be read. */
export type LineProblem = { kind: keyof typeof lineProblemTexts; words?: string }

export function lineNotUnderstood({ kind, words = '' }: LineProblem, guesses: string[]): Content {
  return notUnderstood(lineProblemTexts[kind](quoted(words)), guesses)
}

/** The answer to words behind a command that takes none. */
export const nothingMore = (word: string, rest: string) =>
  notUnderstood(`/mentions ${word} takes nothing more, so “${quoted(rest)}” is not understood.`, [word])

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

/** Slack sends a known channel as a link, so a word that still begins with # is an unknown channel. */
export function noAlertToSubscribe(asked: string, guesses: Guess[]): Content {
  const channel = /(?:^|\s)(#\S{1,80})$/.exec(asked)?.[1]
  const sentence =
    channel === undefined
      ? `No alert matches “${quoted(asked)}”. /mentions subscribe lists them.`
      : `Slack knows no channel ${quoted(channel)} that you can see, and no alert matches “${quoted(asked)}”. Choose the channel from the list that Slack shows while you type.`
  return withGuesses(sentence, guesses, actionIds.runLine)
}
