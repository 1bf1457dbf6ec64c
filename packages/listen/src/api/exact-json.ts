declare global {
  // Every Node version that runs this has JSON.rawJSON and the source text in the reviver. TypeScript's library lacks
  // them.
  interface JSON {
    rawJSON(text: string): unknown
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/** Parses JSON without rounding: an integer beyond 2^53 becomes a bigint. Throws SyntaxError. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context: { source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    return /^-?\d+$/.test(context.source ?? '') ? BigInt(context.source ?? '') : value
  })
}

/** Writes JSON without rounding: a bigint becomes a plain integer. */
export function writeExact(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'bigint' ? JSON.rawJSON(held.toString()) : held,
  )
}
