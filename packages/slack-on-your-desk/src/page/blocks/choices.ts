import type { TargetedEvent } from 'preact'
import { personName } from '../state/selectors.ts'
import type { State } from '../state/state.ts'
import { type Json, numberAt, recordsAt, textAt, textsAt } from '../text/json.ts'
import { type Child, html, type Rendered } from '../ui/html.ts'
import { type ElementContext, elementKey, fieldAttributes, suggest, suggestionKey } from './interactions.ts'
import { renderText, textOf } from './text.ts'

type Option = { text: string; value: string; description: string }

/** Options with a common label. A menu without groups has one group with an empty label. */
type OptionGroup = { label: string; options: Option[] }

/** The options of a menu: its own, or the users or channels of the workspace. */
function groupsOf(state: State, element: Json): OptionGroup[] {
  const groups = recordsAt(element, 'option_groups')
  if (groups.length > 0)
    return groups.map((group) => ({ label: textOf(group.label), options: optionsIn(group) }))
  return [{ label: '', options: optionsOf(state, element) }]
}

function optionsOf({ workspace, me }: State, element: Json): Option[] {
  const type = textAt(element, 'type').replace('multi_', '')
  if (type === 'users_select')
    return workspace.people.map((one) => ({ text: personName(one), value: one.id, description: '' }))
  if (type === 'channels_select' || type === 'conversations_select')
    return workspace.channels
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

/** The initially chosen options, if they are given as options. */
function initialOptions(element: Json): Json[] {
  return [...recordsAt(element, 'initial_options'), ...recordsAt({ only: [element.initial_option] }, 'only')]
}

/** The initially chosen values: of options, or ids of users and channels. */
function initialValues(element: Json): string[] {
  const keys = ['initial_user', 'initial_channel', 'initial_conversation']
  return [
    ...initialOptions(element).map((option) => textAt(option, 'value')),
    ...keys.flatMap((key) => [...textsAt(element, `${key}s`), textAt(element, key)]),
  ].filter((value) => value !== '')
}

/** A menu with one choice. It is the browser's own, because that works best by keyboard and on a phone. */
export function renderSelect(context: ElementContext, element: Json): Rendered {
  const [chosen] = initialValues(element)
  const mayBeEmpty = chosen === undefined || context.isOptional === true
  const renderOption = ({ text, value }: Option) =>
    html`<option value=${value} defaultSelected=${value === chosen}>${text}</option>`
  return html`
    <select ...${fieldAttributes(context, element)} class="select">
      ${mayBeEmpty && html`<option value="">${textOf(element.placeholder) || 'Choose one'}</option>`}
      ${groupsOf(context.store.state, element).map(({ label, options }) =>
        label === ''
          ? options.map(renderOption)
          : html`<optgroup label=${label}>${options.map(renderOption)}</optgroup>`,
      )}
    </select>
  `
}

/** A menu with several choices: a scrolling list of checkboxes. */
export function renderMultiSelect(context: ElementContext, element: Json): Rendered {
  const chosen = initialValues(element)
  const items = groupsOf(context.store.state, element).flatMap(({ label, options }) =>
    options.map(({ text, value, description }, index) => ({
      value,
      words: label === '' || index > 0 ? text : [html`<span class="tick-group">${`${label}: `}</span>`, text],
      description,
      isChosen: chosen.includes(value),
    })),
  )
  return renderItems(context, element, { kind: 'checkbox', class: 'ticks boxed', items })
}

/** Checkboxes or radio buttons. Their texts may be mrkdwn. */
export function renderChecks(context: ElementContext, element: Json): Rendered {
  const { state } = context.store
  const chosen = initialValues(element)
  const items = recordsAt(element, 'options').map((option) => ({
    value: textAt(option, 'value'),
    words: renderText(state, option.text),
    description: renderText(state, option.description),
    isChosen: chosen.includes(textAt(option, 'value')),
  }))
  const kind = element.type === 'radio_buttons' ? 'radio' : 'checkbox'
  return renderItems(context, element, { kind, class: 'ticks', items })
}

/** Slack asks an app for options after this many characters, unless the element says otherwise. */
const shortestQuery = 3

/** A menu whose options the app suggests while the user types. */
export function renderExternalSelect(context: ElementContext, element: Json): Rendered {
  const shortest = numberAt(element, 'min_query_length') ?? shortestQuery
  const ask = ({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
    if (value.length >= shortest) void suggest(context, element, value)
  }
  const placeholder = textOf(element.placeholder)
  return html`
    <div class="external" key=${`${elementKey(context, element)}/external`}>
      <input
        class="typed"
        type="search"
        aria-label=${`Search: ${placeholder || 'options'}`}
        placeholder=${placeholder || 'Type to search'}
        onInput=${ask}
        onFocus=${ask}
      />
      ${renderItems(context, element, {
        kind: element.type === 'multi_external_select' ? 'checkbox' : 'radio',
        class: 'ticks boxed',
        items: externalItems(context, element),
      })}
    </div>
  `
}

/** Initial options stay in the list, before the suggested ones. */
function externalItems({ store, surface }: ElementContext, element: Json): Item[] {
  const suggested = store.state.suggestions[suggestionKey(surface, element)] ?? []
  const first = initialOptions(element).map((one) => ({
    text: textOf(one.text),
    value: textAt(one, 'value'),
  }))
  const byValue = new Map([...first, ...suggested].map((one) => [one.value, one]))
  const chosen = initialValues(element)
  return [...byValue.values()].map(({ value, text }) => ({
    value,
    words: text,
    description: '',
    isChosen: chosen.includes(value),
  }))
}

/** A checkbox or radio button. `isChosen` is its initial state; the browser keeps the current one. */
type Item = { value: string; words: Child; description: Child; isChosen: boolean }

/** `checkbox`: any number of items can be chosen. `radio`: one. */
type Items = { kind: 'checkbox' | 'radio'; class: string; items: Item[] }

function renderItems(context: ElementContext, element: Json, { kind, class: look, items }: Items): Rendered {
  const attributes = fieldAttributes(context, element)
  const group = {
    ...attributes,
    autofocus: undefined,
    role: kind === 'radio' ? 'radiogroup' : 'group',
    'data-several': kind === 'checkbox' ? 'true' : undefined,
    // ARIA allows `aria-invalid` for a radio group, but not for a group of checkboxes.
    'aria-invalid': kind === 'radio' ? attributes['aria-invalid'] : undefined,
  }
  const name = elementKey(context, element)
  return html`
    <div ...${group} class=${look}>
      ${items.map(
        ({ value, words, description, isChosen }) => html`
          <label key=${value} class="tick">
            <input type=${kind} name=${name} value=${value} defaultChecked=${isChosen} />
            <span>
              ${words}
              ${Boolean(description) && html`<span class="tick-description">${description}</span>`}
            </span>
          </label>
        `,
      )}
    </div>
  `
}
