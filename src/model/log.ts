/** Says something in the log: fields for machines, without a secret in them, and a sentence for people. */
type Say = (fields: object, sentence: string) => void

/** The log. Whoever writes into it takes the part that it needs. */
export type Log = { info: Say; warn: Say; error: Say }

/** Why something failed, in an error's own words; they hold no secret, and no full stop is added to them. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}
