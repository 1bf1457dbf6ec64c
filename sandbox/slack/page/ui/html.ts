import htm from 'htm'
import { h, type VNode } from 'preact'
import { isSafeAddress } from '../text/mrkdwn.ts'

/** What a template makes: one element, or several side by side. */
export type Rendered = VNode | VNode[]

/** What can stand inside an element. Text is only ever text. */
export type Child = Rendered | string | number | false | null | undefined | Child[]

/** Listens to an event, or (as `ref`) is told of the element once it is in the page. */
type Handler = (event: never) => unknown

/** Attributes for `...${attributes}` in a template. Undefined: the element has none of that name. */
export type Attributes = Record<string, string | number | boolean | undefined | Handler>

/**
 * Makes elements from a template: htm's syntax (https://github.com/developit/htm), Preact's elements.
 *
 * The compiler does not see into a template, so this page calls its parts as functions, `${renderMessage(store, …)}`,
 * and not as components, `<${Message} …/>`: a call is checked. JSON that nobody has checked cannot be put in.
 *
 * A line break at the edge of a text is dropped together with the spaces beside it.
 */
export const html: (
  template: TemplateStringsArray,
  ...values: (Child | Attributes | Handler | true)[]
) => Rendered = htm.bind(h)

/** Joins the class names that are there. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/**
 * A link that opens elsewhere and does not say where it was clicked. Every address of foreign origin goes through here;
 * if it is not safe, what is inside is shown without a link.
 */
export function renderLink(url: string, inside: Child, attributes: Attributes = {}): Child {
  if (!isSafeAddress(url)) return inside
  return html`<a ...${attributes} href=${url} target="_blank" rel="noopener noreferrer nofollow">${inside}</a>`
}

/** How far each key moves; Home and End go to the ends. */
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Moves the focus among the elements of a list that match the selector: by arrows, Home and End. */
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
