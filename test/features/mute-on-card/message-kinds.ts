import { muteModal } from '../../../src/features/mute-on-card/messages.ts'
import type { MessageKind, Names, ViewKind } from '../../tools/message-kinds.ts'

/** What it posts is the notice of the core. */
export const messageKinds = (): MessageKind[] => []

export const viewKinds = ({ typed }: Names): ViewKind[] => {
  const choices = [
    { kind: 'author' as const, name: typed('Spam King') },
    { kind: 'domain' as const, name: 'news.example' },
  ]
  return [
    {
      by: 'muteModal',
      kind: 'dialog to mute an author or site',
      view: muteModal({ choices, terms: ['1d', '7d', 'forever'] }),
    },
  ]
}
