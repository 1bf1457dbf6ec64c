import { isRecord } from '../json.ts'
import { type Answer, refuse } from '../wire.ts'
import { checkBlocks, checkView } from './blocks.ts'
import { textLength } from './composition.ts'
import type { Problem } from './schema.ts'

/** Slack's answers to wrong blocks and views. */

/**
 * The greatest length of all texts of a message's blocks. It is undocumented: Slack has refused 11,341 characters and
 * taken 9,597 (bolt-js issue 2867); other trials put the limit near 13,000. A message that passes here should pass in
 * Slack.
 */
const maxBlockText = 11_000

/**
 * Returns Slack's answer if it refuses these blocks of a message, with each problem in `errors` and as a log line.
 */
export function refuseBlocks(blocks: unknown): Answer | undefined {
  const problems = checkBlocks(blocks, 'message')
  if (problems.length === 0)
    return textLength(blocks) > maxBlockText ? refuse('msg_blocks_too_long') : undefined
  const errors = sentencesOf(problems)
  return refuse('invalid_blocks', { errors, response_metadata: messagesOf(errors) })
}

/** Returns Slack's answer if it refuses this view: it is wrong, or of another type. */
export function refuseView(view: unknown, type: 'modal' | 'home'): Answer | undefined {
  const problems = problemsOfView(view, type)
  return problems.length === 0
    ? undefined
    : refuse('invalid_arguments', { response_metadata: messagesOf(sentencesOf(problems)) })
}

/** The answer of `blocks.validate`. */
export function answerValidation(problems: Problem[]): Answer {
  if (problems.length === 0) return { ok: true }
  const errors = problems.map((one) => ({ ...one, constraint: { type: one.code } }))
  return refuse('invalid_blocks', { errors })
}

/**
 * Problems in Slack's words. For a second table Slack gives only the code: `"errors": ["only_one_table_allowed"]`.
 */
export function sentencesOf(problems: Problem[]): string[] {
  return problems.map(({ code, message, pointer }) =>
    code === 'only_one_table_allowed' ? code : `${message} [json-pointer:${pointer}]`,
  )
}

function problemsOfView(view: unknown, type: 'modal' | 'home'): Problem[] {
  const problems = checkView(view)
  if (problems.length > 0 || (isRecord(view) && view.type === type)) return problems
  return [{ pointer: '/view/type', code: 'invalid_enum', message: `must be one of: ${type}` }]
}

function messagesOf(errors: string[]): { messages: string[] } {
  return { messages: errors.map((error) => `[ERROR] ${error}`) }
}
