/** Why a query cannot be read, and where. */
export class Refusal extends Error {
  readonly at: number
  /** The end of the part that is refused; undefined if no single part is. */
  readonly end: number | undefined
  /** What says the same here, in place of the part; undefined if nothing does. */
  readonly instead: string | undefined
  /** A query without this fault. */
  readonly example: string | undefined
  constructor(
    message: string,
    at: number,
    fix: { end?: number; instead?: string | undefined; example?: string } = {},
  ) {
    super(message)
    this.at = at
    this.end = fix.end
    this.instead = fix.instead
    this.example = fix.example
  }
}
