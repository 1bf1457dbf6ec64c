import { muteTitle } from '../../listeners/texts/mutes.ts'
import { radioButtons, select } from '../../messages/kit/block-kit.ts'
import { cut } from '../../messages/kit/text.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import type { MuteKind, MuteTerm } from '../../model/mute.ts'

export const muteInputs = { what: 'what', term: 'term' } as const

type MuteDialog = {
  choices: { kind: MuteKind; name: string }[]
  terms: MuteTerm[]
}

export function muteModal({ choices, terms }: MuteDialog): ModalContent {
  const kinds = choices.map((choice) => ({ label: cut(muteTitle(choice), 75), value: choice.kind }))
  return {
    title: 'Mute',
    submit: 'Mute',
    blocks: [
      radioButtons('What should this channel not get?', muteInputs.what, kinds),
      termInput('For how long?', terms),
    ],
  }
}

function termInput(label: string, terms: MuteTerm[]): Block {
  const choices = terms.map((term) => ({ label: muteTermLabels[term], value: term }))
  return select(label, muteInputs.term, choices, terms.includes('7d') ? '7d' : terms[0])
}

const muteTermLabels: Record<MuteTerm, string> = {
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  forever: 'Until I unmute',
}
