/** How far each key moves; Home and End go to the ends. */
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Moves the focus among the elements of a list that match, by arrows, Home and End. */
export function moveFocus(event: KeyboardEvent, selector: string): void {
  const step = steps[event.key]
  const { currentTarget } = event
  if (step === undefined || !(currentTarget instanceof HTMLElement)) return
  const items = [...currentTarget.querySelectorAll<HTMLElement>(selector)]
  const now = items.findIndex((one) => one.matches(':focus'))
  if (now < 0) return
  event.preventDefault()
  items[Math.min(Math.max(now + step, 0), items.length - 1)]?.focus()
}
