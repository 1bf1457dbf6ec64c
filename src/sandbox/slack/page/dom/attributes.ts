import { isSafeAddress } from '../text/address.ts'
import type { Attributes } from './h.ts'

/** Brings an element's attributes from what they were to what they should be. */
export function setAttributes(element: Element, before: Attributes, after: Attributes): void {
  for (const name of Object.keys(before)) if (!isThere(after[name])) element.removeAttribute(name)
  for (const [name, value] of Object.entries(after)) {
    if (!isThere(value) || value === before[name]) continue
    if (!isAllowed(name, String(value))) throw new Error(`The page never sets ${name}="${value}".`)
    element.setAttribute(name, value === true ? '' : String(value))
  }
}

function isThere(value: Attributes[string]): boolean {
  return value !== undefined && value !== false
}

/** No scripts and no styles in attributes, and addresses only where a click leads: the last gate for foreign text. */
function isAllowed(name: string, value: string): boolean {
  if (/^(on|style$|src|srcdoc$|action$|formaction$|xlink:)/i.test(name)) return false
  return name !== 'href' || isSafeAddress(value)
}
