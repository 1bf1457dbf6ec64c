import { z } from 'zod'
import { parseStatsQuestion } from '../stats/parse-stats-question.ts'
import type { StatsQuestion } from '../stats/question.ts'
import type { Cursors } from './cursor.ts'
import { type McpDeps, QuestionError, type View } from './facts.ts'

// The fields that the questions and answers of several tools have.

export const alertField = z
  .string()
  .min(1)
  .max(200)
  .describe('Name of the alert, a part of the name that fits only one alert, or its id. See list_alerts.')
export const periodField = z
  .string()
  .min(1)
  .max(60)
  .describe(
    'UTC dates: "7d" (the last seven days), "today", "yesterday", "this week" (since Monday), "last week", "this month", "2026-11", "2026-11-01..2026-11-15".',
  )
export const cursorField = z
  .string()
  .max(8000)
  .optional()
  .describe('`cursor` of the last answer to the same question, to get the next page.')
export const nextCursor = z
  .string()
  .optional()
  .describe('Present if there is more. Pass it with the same question.')
export const limitField = (most: number, usual: number) =>
  z.number().int().min(1).max(most).default(usual).describe('Results on a page.')
export const rangeField = z.object({ from: z.string(), to: z.string() })

export function choiceOf(period: string): StatsQuestion['choice'] {
  const parsed = parseStatsQuestion(period)
  if (parsed.kind === 'question' && parsed.question.alert === undefined) return parsed.question.choice
  throw new QuestionError(
    'This period cannot be read. Examples: "this week", "last month", "7d", "2026-11", "2026-11-01..2026-11-15".',
  )
}

/** `answer` returns one sentence and the data. Its errors become answers that say what to ask instead. */
export type AddTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  about: { title: string; description: string; inputSchema: Input; outputSchema: Output },
  answer: (
    asked: z.output<Input>,
    signal: AbortSignal,
  ) => Promise<{ headline: string; data: z.input<Output> }>,
) => void

/** Everything that a group of tools needs. */
export type ToolKit = { add: AddTool; sources: McpDeps; view: View; cursors: Cursors }
