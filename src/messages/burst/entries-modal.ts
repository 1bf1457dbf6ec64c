import type { Id } from '../../model/id.ts'
import type { ModalContent } from '../../model/message.ts'
import { select } from '../inputs.ts'
import { muteInputs, termInput } from '../mutes/modal.ts'
import { cut } from '../text.ts'

/** What can be done with an entry of a burst. */
const entryActions = {
  claim: 'Claim',
  done: 'Done',
  'not-relevant': 'Not relevant',
  'mute-author': 'Mute author',
  'mute-site': 'Mute site',
  'mute-source': 'Mute source',
  why: 'Why this?',
} as const

/** Asks which entry of a burst is meant, and what to do with it. `entries`: at most a hundred, as Slack has it. */
export function entriesModal(entries: { id: Id; title: string }[]): ModalContent {
  const named = entries.map(({ id, title }, index) => ({
    label: cut(`${index + 1}. ${title || `Mention ${id}`}`, 75),
    value: id,
  }))
  const actions = Object.entries(entryActions).map(([value, label]) => ({ label, value }))
  return {
    title: 'Act on a mention',
    submit: 'Do it',
    blocks: [
      select('Which one?', muteInputs.entry, named, named[0]?.value),
      select('What?', muteInputs.deed, actions, actions[0]?.value),
      termInput('For how long? (mutes only)'),
    ],
  }
}
