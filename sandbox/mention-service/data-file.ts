import { z } from 'zod'
import { parseExact } from './exact-json.ts'
import { alertRecord, mentionRecord, profileRecord } from './records.ts'
import { describe, type MentionStore, RecordError } from './store.ts'

/** A data file with bad lines. The message lists every one of them, `line N: what is wrong`. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError'
  /** One phrase a bad line, in the order of the file. */
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

/** Without the keys whose value is null: many programs write null for what is not there. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(one)]))
}

/** One line of the file. Throws RecordError or SyntaxError. */
function readLine(text: string): Line {
  const json = withoutNulls(parseExact(text))
  const isAlert = typeof json === 'object' && json !== null && 'alert' in json
  const result = (isAlert ? alertLine : mentionLine).safeParse(json)
  if (!result.success) throw new RecordError(describe(result.error))
  return result.data
}

/**
 * Puts the lines of a data file into the archive: `{"alert": {…}}` or `{"alert_id": N, "mention": {…}}` (with an
 * optional `"profile": {"gender", "age"}` beside the mention), one JSON object a line, in any order. Empty lines and
 * a byte order mark are passed over. Throws DataFileError with all bad lines in one report; the archive is then half filled: drop it.
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
  // Alerts first: a mention may stand before its alert in the file.
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
