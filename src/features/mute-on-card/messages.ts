import { muteTitle } from '../../listeners/texts/mutes.ts'
import { radioButtons, select } from '../../messages/kit/block-kit.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut } from '../../messages/kit/text.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import type { MuteKind, MuteTerm } from '../../model/mute.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export const muteInputs = { what: 'what', term: 'term' } as const

type MuteDialog = {
  choices: { kind: MuteKind; name: string }[]
  terms: MuteTerm[]
}

export function muteModal({ choices, terms }: MuteDialog): ModalContent {
  const kinds = choices.map((choice) => ({ label: cut(muteTitle(choice), 75), value: choice.kind }))
  return {
    title: say.title(),
    submit: say.submit(),
    blocks: [radioButtons(say.what(), muteInputs.what, kinds), termInput(terms)],
  }
}

function termInput(terms: MuteTerm[]): Block {
  const choices = terms.map((term) => ({ label: say.term({ term }), value: term }))
  return select(say.howLong(), muteInputs.term, choices, terms.includes('7d') ? '7d' : terms[0])
}
