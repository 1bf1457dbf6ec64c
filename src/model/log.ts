/** `fields` are for programs and contain no secret. `sentence` is for people. */
type WriteLogLine = (fields: object, sentence: string) => void

export type Log = { info: WriteLogLine; warn: WriteLogLine; error: WriteLogLine }

/** Pass only errors whose message contains no secret. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}
