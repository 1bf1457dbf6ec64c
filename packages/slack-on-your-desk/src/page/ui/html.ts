import htm from 'htm'
import { h, type VNode } from 'preact'
import { isSafeAddress } from '../text/mrkdwn.ts'

/** The result of a template: one element, or several. */
export type Rendered = VNode | VNode[]

/** The content of an element. Strings always become text, never markup. */
export type Child = Rendered | string | number | false | null | undefined | Child[]

/** An event listener, or (as `ref`) a function that receives the element once it is in the page. */
type Handler = (event: never) => unknown

/** Attributes for `...${attributes}` in a template. An undefined attribute is left out. */
export type Attributes = Record<string, string | number | boolean | undefined | Handler>

/**
 * Creates Preact elements from a template in htm's syntax (https://github.com/developit/htm).
 *
 * TypeScript does not check the inside of a template. So the page calls its parts as functions,
 * `${renderMessage(store, …)}`, not as components, `<${Message} …/>`: a call is checked. Unchecked JSON is not
 * accepted as content.
 *
 * A line break at the edge of a text is removed together with the spaces beside it.
 */
export const html: (
  template: TemplateStringsArray,
  ...values: (Child | Attributes | Handler | true)[]
) => Rendered = htm.bind(h)

export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/**
 * A link that opens in a new tab without a referrer. Every foreign address must go through here: an unsafe address is
 * shown as text without a link.
 */
export function renderLink(url: string, inside: Child, attributes: Attributes = {}): Child {
  if (!isSafeAddress(url)) return inside
  return html`<a ...${attributes} href=${url} target="_blank" rel="noopener noreferrer nofollow">${inside}</a>`
}

/** The step of each arrow key. Home and End go to the ends. */
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Moves the focus among the elements that match the selector: by arrow keys, Home and End. */
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
