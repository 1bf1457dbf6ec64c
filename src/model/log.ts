/** Writes a log line: fields for programs, without secrets, and a sentence for people. */
type Say = (fields: object, sentence: string) => void

/** The log. Each user of it declares the methods that it needs. */
export type Log = { info: Say; warn: Say; error: Say }

/** The message of an error. Pass only errors whose message contains no secret. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}
