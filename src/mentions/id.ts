import { type Id, isId } from '../model/id.ts'

/** An exact id from an integer or a string of at most 20 digits; nothing where a number could already be rounded. */
export function readId(raw: unknown): Id | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) && raw >= 0 ? String(raw) : undefined
  return typeof raw === 'string' && isId(raw) ? raw : undefined
}

/** The id of an element of a list, where it has one. */
export function readElementId(element: unknown): Id | undefined {
  return typeof element === 'object' && element !== null && 'id' in element ? readId(element.id) : undefined
}
