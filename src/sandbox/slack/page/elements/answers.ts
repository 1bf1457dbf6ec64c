/** What an element was answered: a text, a value, an id, or several. */
export type Answer = string | string[]

/** Reads what stands in the elements of a view, by block id and action id, as the workspace's orders want it. */
export function answersOf(viewId: string): Record<string, Record<string, Answer>> {
  const view = document.querySelector(`[data-view="${CSS.escape(viewId)}"]`)
  const answers: Record<string, Record<string, Answer>> = {}
  for (const element of view?.querySelectorAll<HTMLElement>('[data-action]') ?? []) {
    const { block = '', action = '' } = element.dataset
    answers[block] = { ...answers[block], [action]: answerOf(element) }
  }
  return answers
}

/** What stands in one element: an input of its own, or a group of ticks (`data-several`: any number of them). */
export function answerOf(element: HTMLElement): Answer {
  if (element instanceof HTMLInputElement && element.type === 'datetime-local')
    return element.value === '' ? '' : String(Math.floor(new Date(element.value).getTime() / 1000))
  if (isField(element)) return element.value
  const ticked = [...element.querySelectorAll('input')].filter((one) => one.checked).map((one) => one.value)
  return element.dataset.several === undefined ? (ticked[0] ?? '') : ticked
}

function isField(
  element: HTMLElement,
): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  )
}
