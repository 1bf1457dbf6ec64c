import { type Json, recordsAt, textAt, textsAt } from '../blocks/read.ts'
import { textOf } from '../blocks/text.ts'
import { personName } from '../state/names.ts'
import type { State } from '../state/state.ts'

/** Something that can be chosen. */
export type Option = { text: string; value: string; description: string }

/** Options under a common label; without groups, one with an empty label. */
type OptionGroup = { label: string; options: Option[] }

/** What can be chosen in a menu: its own options, or the people or channels of the workspace. */
export function groupsOf(state: State, element: Json): OptionGroup[] {
  const groups = recordsAt(element, 'option_groups')
  if (groups.length > 0)
    return groups.map((group) => ({ label: textOf(group.label), options: optionsIn(group) }))
  return [{ label: '', options: choicesOf(state, element) }]
}

function choicesOf({ world, me }: State, element: Json): Option[] {
  const type = textAt(element, 'type').replace('multi_', '')
  if (type === 'users_select')
    return world.people.map((one) => ({ text: personName(one), value: one.id, description: '' }))
  if (type === 'channels_select' || type === 'conversations_select')
    return world.channels
      .filter((one) => one.kind !== 'im' && !one.isArchived && one.members.includes(me))
      .map((one) => ({ text: `#${one.name}`, value: one.id, description: '' }))
  return optionsIn(element)
}

function optionsIn(json: Json): Option[] {
  return recordsAt(json, 'options').map((option) => ({
    text: textOf(option.text),
    value: textAt(option, 'value'),
    description: textOf(option.description),
  }))
}

/** The values that are chosen at first. */
export function initialValues(element: Json): string[] {
  const options = [...recordsAt(element, 'initial_options'), ...onlyInitial(element)]
  const ids = ['initial_user', 'initial_channel', 'initial_conversation']
  return [
    ...options.map((option) => textAt(option, 'value')),
    ...ids.flatMap((key) => [...textsAt(element, `${key}s`), textAt(element, key)]),
  ].filter((value) => value !== '')
}

function onlyInitial({ initial_option: option }: Json): Json[] {
  return recordsAt({ only: [option] }, 'only')
}
