import { z } from 'zod'

/** Accepts a decimal number of at most 20 digits (as many as 2^64 has), without a sign or a leading zero. */
export function isId(text: string): text is Id {
  return /^(0|[1-9]\d{0,19})$/.test(text)
}

/** A plain string fits where a text of a kind is expected, but a text of another kind does not. */
type Text<Kind extends string> = string & { readonly kind?: Kind }

/** The id of a mention or of an alert. It is a string, because a number would round ids above 2^53. */
export type Id = Text<'id'>

export const idSchema: z.ZodType<Id, string> = z.string().refine(isId, 'expected an id (decimal digits)')

/** The name or the id of an alert, as a person wrote it. Only the list of alerts tells which alert it means. */
export type WrittenAlert = Text<'id' | 'written'>

export const writtenAlertSchema: z.ZodType<WrittenAlert, string> = z.string()

/** This id is below the id of every mention. It is the watermark of a checkpoint that has read nothing. */
export const beforeAll: Id = '0'

/** Ids that the mention service says it has never given, both included. A mention of before it lost its data may have one of them. */
export type IdGap = { first: Id; last: Id }

export function compareIds(a: Id, b: Id): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

export function idBefore(id: Id): Id {
  return id === beforeAll ? beforeAll : (BigInt(id) - 1n).toString()
}
