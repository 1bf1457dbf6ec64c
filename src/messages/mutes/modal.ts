import type { SectionBlock } from '@slack/types'
import type { Block, ModalContent } from '../../model/message.ts'
import type { MuteKind, MuteTerm } from '../../model/mute.ts'
import { plainText } from '../block-kit.ts'
import { select } from '../inputs.ts'
import { cut } from '../text.ts'
import { muteKindWords, muteTermWords } from './words.ts'

/** The names of the inputs of the modals about a mention. */
export const muteInputs = { term: 'term', entry: 'entry', deed: 'deed' } as const

/** Asks for how long the author, site or source of a mention is muted. `title`: what the mention is called. */
export function muteModal({ kind, title }: { kind: MuteKind; title: string }): ModalContent {
  const called = cut(title, 150)
  const sentence =
    called === ''
      ? `Mute the ${muteKindWords[kind]} of this mention in this channel.`
      : `Mute the ${muteKindWords[kind]} of “${called}” in this channel.`
  return {
    title: `Mute ${muteKindWords[kind]}`,
    submit: 'Mute',
    blocks: [
      { type: 'section', text: plainText(sentence) } satisfies SectionBlock,
      termInput('For how long?'),
    ],
  }
}

/** The choice of how long. */
export function termInput(label: string): Block {
  const terms: MuteTerm[] = ['1d', '7d', 'forever']
  const choices = terms.map((term) => ({ label: muteTermWords[term], value: term }))
  return select(label, muteInputs.term, choices, '7d')
}
