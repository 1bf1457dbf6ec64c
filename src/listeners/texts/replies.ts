import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  button,
  type Guess,
  mrkdwn,
  textMessage,
  withGuesses,
} from '../../messages/kit/block-kit.ts'
import { sentences } from '../../messages/kit/labels.ts'
import { list } from '../../messages/kit/say.ts'
import { cut } from '../../messages/kit/text.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { say } from './say.ts'

/** `words` is the part of the line that cannot be read. */
export type LineProblem = { kind: LineProblemKind; words?: string }

type LineProblemKind =
  | 'no-command'
  | 'too-long'
  | 'statistics'
  | 'mute-nobody'
  | 'mute-what'
  | 'mute-doubt'
  | 'no-site'
  | 'unmute-nobody'

export function lineNotUnderstood({ kind, words = '' }: LineProblem, guesses: string[]): Content {
  const sentence: (values: { words: string }) => string = say[`line-${kind}` as const]
  return notUnderstood(sentence({ words: quoted(words) }), guesses)
}

/** The answer to words behind a command that takes none. */
export const nothingMore = (word: string, rest: string) =>
  notUnderstood(say.nothingMore({ word, rest: quoted(rest) }), [word])

/** The answer to a button that needs the thread. `reason` is an error code of Slack, or says what failed. */
export const threadUnreadable = (reason: string): string => say.threadUnreadable({ reason: cut(reason, 100) })

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
  const { text, blocks } = textMessage(say.otherChannel({ name: quoted(name) }))
  return { ...preview, text: `${text}\n${preview.text}`, blocks: [...blocks, ...preview.blocks] }
}

const maxNames = 20

export function nameUnclear(
  what: 'subscription' | 'digest',
  written: string | undefined,
  { fits, names: all, elsewhere = [] }: { fits: boolean; names: string[]; elsewhere?: string[] },
  guesses: Guess[],
): Content {
  const listed = (some: string[]) => list(some.slice(0, maxNames).map(quoted), 'narrow')
  const names = listed(all)
  if (written === undefined) return withGuesses(say.whichOne({ what, names }), guesses, actionIds.runLine)
  const asked = quoted(written)
  if (fits) return withGuesses(say.severalFit({ what, asked, names }), guesses, actionIds.runLine)
  const there = elsewhere.length === 0 ? [] : [say.inOtherChannels({ names: listed(elsewhere) })]
  return withGuesses(sentences([say.noneFits({ what, asked, names }), ...there]), guesses, actionIds.runLine)
}

export function notMuted(name: string, guesses: Guess[]): Content {
  return withGuesses(say.notMuted({ name: quoted(name) }), guesses, actionIds.runLine)
}

/**
 * The lines of help about a subcommand, in mrkdwn. Only some have a line in the short help, and one line can be about several subcommands.
 */
export type SubcommandHelp = { help?: string; shortHelp?: string }

export function mentionsHelp(subcommands: SubcommandHelp[]): Content {
  const lines = subcommands.flatMap(({ shortHelp }) => shortHelp ?? [])
  const text = [...lines, say.shortHelpStats()].join('\n')
  return {
    text: text.replaceAll(/[*`]/g, ''),
    blocks: [
      { type: 'section', text: mrkdwn(text) },
      ...actions([button(say.more(), actionIds.help, 'all')]),
    ],
  }
}

const cardHelpLines = () => [
  say.helpOnCard(),
  say.helpClaim(),
  say.helpAssign(),
  say.helpSnooze(),
  say.helpMuteOnCard(),
  say.helpWhy(),
]

/** All subcommands, and the lines about cards that features add, in mrkdwn. */
export type Help = { subcommands: SubcommandHelp[]; onCards: string[] }

export function helpModal({ subcommands, onCards }: Help): ModalContent {
  const lines = subcommands.flatMap(({ help }) => help ?? [])
  const commands = [say.helpFirst(), ...lines, say.helpStats(), say.helpNames()]
  const texts = [...textsOf(commands), ...textsOf([...cardHelpLines(), ...onCards])]
  return { title: say.help(), blocks: texts.map((text) => ({ type: 'section', text: mrkdwn(text) })) }
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
export function noAlertToSubscribe(written: string, guesses: Guess[]): Content {
  const channel = /(?:^|\s)(#\S{1,80})$/.exec(written)?.[1]
  const asked = quoted(written)
  const sentence =
    channel === undefined ? say.noAlert({ asked }) : say.noChannel({ channel: quoted(channel), asked })
  return withGuesses(sentence, guesses, actionIds.runLine)
}
