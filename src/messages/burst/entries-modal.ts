import type { InputBlock } from '@slack/types'
import type { Id } from '../../model/id.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import { plainText } from '../block-kit.ts'
import { muteInputs, termInput } from '../mutes/modal.ts'
import { cut } from '../text.ts'

/** What can be done with an entry of a burst. */
const entryDeeds = {
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
  const deeds = Object.entries(entryDeeds).map(([value, label]) => ({ label, value }))
  return {
    title: 'Act on a mention',
    submit: 'Do it',
    blocks: [
      select('Which one?', muteInputs.entry, named),
      select('What?', muteInputs.deed, deeds),
      termInput('For how long? (mutes only)'),
    ],
  }
}

function select(label: string, name: string, choices: { label: string; value: string }[]): Block {
  const options = choices.map((choice) => ({ text: plainText(choice.label), value: choice.value }))
  const [first] = options
  return {
    type: 'input',
    block_id: name,
    label: plainText(label),
    element: {
      type: 'static_select',
      action_id: name,
      options,
      ...(first === undefined ? {} : { initial_option: first }),
    },
  } satisfies InputBlock
}
