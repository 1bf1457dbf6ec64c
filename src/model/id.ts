/**
 * A mention's or an alert's id: an exact decimal string of at most 20 digits, without sign or leading zeros ("0" is the least).
 * A string, because ids may be greater than 2^53, where a number would be rounded.
 */
export type Id = string

/** The id that is below every mention: the bookmark of someone who has read nothing. */
export const beforeAll: Id = '0'

/** Whether a text is an id: at most 20 digits (2^64 has as many), no leading zero. */
export function isId(text: string): boolean {
  return /^(0|[1-9]\d{0,19})$/.test(text)
}

/** Orders ids by their numeric value: negative when `a` is the smaller. Usable as the argument of `sort`. */
export function compareIds(a: Id, b: Id): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

/** The greatest of the ids, or `least` where there is none greater. */
export function greatestId(ids: Iterable<Id>, least: Id = beforeAll): Id {
  let greatest = least
  for (const id of ids) if (compareIds(id, greatest) > 0) greatest = id
  return greatest
}

/** The least of the ids; undefined where there is none. */
export function leastId(ids: Iterable<Id>): Id | undefined {
  let least: Id | undefined
  for (const id of ids) least = lesserId(least, id)
  return least
}

/** The lesser of two ids, of which one may be missing. */
export function lesserId(a: Id | undefined, b: Id): Id
export function lesserId(a: Id | undefined, b: Id | undefined): Id | undefined
export function lesserId(a: Id | undefined, b: Id | undefined): Id | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return compareIds(a, b) < 0 ? a : b
}

/** The id right below another; that of "0" is "0". */
export function idBefore(id: Id): Id {
  return id === beforeAll ? beforeAll : (BigInt(id) - 1n).toString()
}
