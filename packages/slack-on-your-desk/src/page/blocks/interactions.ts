import { type Store, whileBusy } from '../state/store.ts'
import { isRecord, type Json, recordAt, recordsAt, textAt } from '../text/json.ts'
import type { Attributes } from '../ui/html.ts'
import { textOf } from './text.ts'

/** The surface of blocks. A message appears twice on the page while its thread is open. */
export type Surface =
  | { at: 'message'; channel: string; ts: string; isInThread: boolean }
  | { at: 'view'; viewId: string; type: 'modal' | 'home' }

/** The surroundings of an element. */
export type ElementContext = {
  store: Store
  surface: Surface
  blockId: string
  /** Identifies the block on its surface, even after an update that changes its id. */
  blockKey: string
  /** True if the app gets each change at once, and not only with the form. */
  dispatches: boolean
  /** For the element of an input block: ids of its label, its description and itself. */
  labelledBy?: string
  describedBy?: string | undefined
  fieldId?: string
  isInvalid?: boolean
  isOptional?: boolean
}

/** The answer of an element: a text, a value or an id, or several of them. */
type Answer = string | string[]

/** Identifies an element on the whole page. */
export function elementKey({ surface, blockKey }: ElementContext, element: Json): string {
  return `${surfaceKey(surface)}/${blockKey}/${textAt(element, 'action_id')}`
}

function surfaceKey(surface: Surface): string {
  if (surface.at === 'view') return surface.viewId
  return `${surface.isInThread ? 'thread' : 'channel'}/${surface.channel}/${surface.ts}`
}

/** True if the app has not acknowledged the last action yet. */
export function isBusy(context: ElementContext, element: Json): boolean {
  return context.store.state.busy.has(elementKey(context, element))
}

/** Sends a press or a choice to the app. An element with `confirm` asks first. */
export function dispatchAction(context: ElementContext, element: Json, choice?: Answer): void {
  const confirm = recordAt(element, 'confirm')
  if (!confirm) return void sendAction(context, element, choice)
  context.store.set({
    confirmation: {
      title: textOf(confirm.title),
      text: textOf(confirm.text),
      yes: textOf(confirm.confirm) || 'Yes',
      no: textOf(confirm.deny) || 'Cancel',
      isDanger: confirm.style === 'danger',
      run: () => void sendAction(context, element, choice),
    },
  })
}

/** If the app does not acknowledge in time, the workspace sends a notice. */
async function sendAction(context: ElementContext, element: Json, choice?: Answer): Promise<void> {
  if (isBusy(context, element)) return
  const { store, surface, blockId } = context
  const body = {
    user: store.state.me,
    actionId: textAt(element, 'action_id'),
    blockId,
    ...(choice !== undefined && { choice }),
  }
  await whileBusy(store, elementKey(context, element), () => {
    if (surface.at === 'message')
      return store.control('press', { ...body, channel: surface.channel, ts: surface.ts })
    const { viewId } = surface
    return store.control('pressInView', { ...body, viewId, answers: answersOf(viewId) })
  })
}

/**
 * Asks the app for the options of an external menu that match the text. The state stores them under `suggestionKey`.
 */
export async function suggest(
  { store, surface }: ElementContext,
  element: Json,
  text: string,
): Promise<void> {
  if (surface.at !== 'view') return
  const { viewId } = surface
  const actionId = textAt(element, 'action_id')
  const ack = await store.control('suggest', { user: store.state.me, viewId, actionId, text })
  const payload = isRecord(ack) ? (recordAt(ack, 'payload') ?? {}) : {}
  const options = recordsAt(payload, 'options').map((one) => ({
    text: textOf(one.text),
    value: textAt(one, 'value'),
  }))
  store.set({ suggestions: { ...store.state.suggestions, [suggestionKey(surface, element)]: options } })
}

/** Identifies the suggestions for an external menu. */
export function suggestionKey(surface: Surface, element: Json): string {
  return `${surface.at === 'view' ? surface.viewId : ''}/${textAt(element, 'action_id')}`
}

/** The attributes of every field: its key, its name, its error state, and the data that `answersOf` reads. */
export function fieldAttributes(context: ElementContext, element: Json): Attributes {
  return {
    key: `${elementKey(context, element)}/${initialOf(element)}`,
    id: context.fieldId,
    'data-block': context.blockId,
    'data-action': textAt(element, 'action_id'),
    ...(context.labelledBy === undefined
      ? { 'aria-label': textOf(element.placeholder) || 'Choose' }
      : { 'aria-labelledby': context.labelledBy }),
    'aria-describedby': context.describedBy,
    'aria-invalid': context.isInvalid ? 'true' : undefined,
    autofocus: element.focus_on_load === true,
    onChange: context.dispatches ? onChange(context, element) : undefined,
  }
}

function onChange(context: ElementContext, element: Json): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) dispatchAction(context, element, answerOf(currentTarget))
  }
}

/** Part of the key: if an update changes the initial value, the field starts again. */
function initialOf(element: Json): string {
  const [, value] = Object.entries(element).find(([key]) => key.startsWith('initial_')) ?? []
  return value === undefined ? '' : JSON.stringify(value)
}

/** The values in the fields of a view, by block id and action id. */
export function answersOf(viewId: string): Record<string, Record<string, Answer>> {
  const view = document.querySelector(`[data-view="${CSS.escape(viewId)}"]`)
  const answers: Record<string, Record<string, Answer>> = {}
  for (const field of view?.querySelectorAll<HTMLElement>('[data-action]') ?? []) {
    const { block = '', action = '' } = field.dataset
    answers[block] = { ...answers[block], [action]: answerOf(field) }
  }
  return answers
}

/** A field is an input, or a group of inputs to tick. `data-several`: any number of them. */
function answerOf(field: HTMLElement): Answer {
  if (field instanceof HTMLInputElement && field.type === 'datetime-local')
    return field.value === '' ? '' : String(Math.floor(new Date(field.value).getTime() / 1000))
  if (
    field instanceof HTMLInputElement ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement
  )
    return field.value
  const ticked = [...field.querySelectorAll('input')].filter((one) => one.checked).map((one) => one.value)
  return field.dataset.several === undefined ? (ticked[0] ?? '') : ticked
}
