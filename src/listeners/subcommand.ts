import type { Language } from '../messages/kit/locale.ts'
import type { Content } from '../model/message.ts'
import type { Form } from './open-modal.ts'
import type { Asker } from './reply.ts'
import type { SubcommandHelp } from './texts/replies.ts'

/** A person who typed a command. The `trigger` can open one modal within three seconds (Slack's limit). */
export type CommandAsker = Asker & {
  trigger: string
  /** The person has confirmed what `confirm` asked. */
  isConfirmed?: true
}

/** A question to the person before something happens that concerns others. `confirm` is the line that the button with the label runs. */
export type Confirmation = { question: string; label: string; confirm: string }

type Words = Pick<Subcommand, 'word' | 'formerly' | 'inLanguages'>

/** The English words that people may type for a subcommand. */
export const englishWordsOf = ({ word, formerly }: Words): string[] =>
  formerly === undefined ? [word] : [word, formerly]

/** All words that people may type for a subcommand, each once. */
export const wordsOf = (subcommand: Words): string[] => [
  ...new Set([...englishWordsOf(subcommand), ...Object.values(subcommand.inLanguages ?? {})]),
]

/** A subcommand of `/mentions`. */
export type Subcommand = SubcommandHelp & {
  word: string
  /** The word that it had before. It is still read, because people and buttons of old messages write it. */
  formerly?: string
  /** Its words in other languages, in lower case. All of them are read, whatever the language of the person. */
  inLanguages?: Readonly<Partial<Record<Language, string>>>
  /** `none`: words behind the command are refused. `read`: the command reads them all, and its answer names those that it does not understand. */
  rest: 'none' | 'read'
  /** Set it if the answer may take seconds, because it asks Slack or the mention service, so the asker needs a waiting message. */
  isSlow?: true
  /** Set it if the answer is a form. */
  opensForm?: true
  /** Set it if the subcommand itself checks whether the person may use it. Otherwise only people who may read in the channel can. */
  checksAccess?: true
  /**
   * `line` is what follows the word. Resolves with undefined if an announcement in the channel is the answer. For everything but reading in
   * the channel, it checks by itself what the person may do, also after a confirmation.
   */
  answer(asker: CommandAsker, line: string): Promise<Content | Confirmation | Form | undefined>
}
