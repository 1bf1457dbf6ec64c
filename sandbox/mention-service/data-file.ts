import { parseExact } from '@overheard/listen/api/exact-json'
import { z } from 'zod'
import { alertRecord, mentionRecord, profileRecord } from './records.ts'
import { describe, type MentionStore, RecordError } from './store.ts'

/** A data file with bad lines. The message lists each of them as `line N: reason`. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError'
  /** One reason for each bad line, in the order of the file. */
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const alertLine = z.strictObject({ alert: alertRecord })
const mentionLine = z.strictObject({
  alert_id: alertRecord.shape.alert_id,
  mention: mentionRecord,
  profile: profileRecord.optional(),
})
type Line = z.infer<typeof alertLine> | z.infer<typeof mentionLine>
type Numbered<Content> = { number: number; content: Content }

/** Removes the keys whose value is null: many programs write null for an absent field. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(one)]))
}

/** Reads one line. Throws RecordError or SyntaxError. */
function readLine(text: string): Line {
  const json = withoutNulls(parseExact(text))
  const isAlert = typeof json === 'object' && json !== null && 'alert' in json
  const result = (isAlert ? alertLine : mentionLine).safeParse(json)
  if (!result.success) throw new RecordError(describe(result.error))
  return result.data
}

/**
 * Adds the lines of a data file to the mention store. Each line is one JSON object, in any order: `{"alert": {…}}` or
 * `{"alert_id": N, "mention": {…}}`, the latter with an optional `"profile": {"gender", "age"}` beside the mention.
 * Skips empty lines and a byte order mark. Throws one DataFileError for all bad lines; the store is then incomplete
 * and must not be used.
 */
export function loadDataFile(mentionStore: MentionStore, text: string): void {
  const problems: Numbered<string>[] = []
  function attempt<Result>(number: number, action: () => Result): Result | undefined {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof RecordError || error instanceof SyntaxError)) throw error
      problems.push({ number, content: error.message })
      return undefined
    }
  }

  const lines: Numbered<Line>[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const content = attempt(index + 1, () => readLine(line))
    if (content) lines.push({ number: index + 1, content })
  }
  // Alerts first, because a mention may come before its alert in the file.
  for (const { number, content } of lines)
    if ('alert' in content) attempt(number, () => mentionStore.addAlert(content.alert))
  for (const { number, content } of lines)
    if ('mention' in content)
      attempt(number, () =>
        mentionStore.add(content.alert_id, content.mention, content.profile && { profile: content.profile }),
      )

  if (problems.length === 0) return
  problems.sort((a, b) => a.number - b.number)
  throw new DataFileError(problems.map(({ number, content }) => `line ${number}: ${content}`))
}
