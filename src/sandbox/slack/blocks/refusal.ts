import { type Answer, refuse } from '../wire.ts'
import type { Problem } from './rule.ts'

/** Slack's answer to wrong blocks: each problem in `errors` and, as a log line, in `response_metadata.messages`. */
export function refuseBlocks(problems: Problem[]): Answer {
  const errors = problems.map(sentence)
  return refuse('invalid_blocks', { errors, response_metadata: messagesOf(errors) })
}

/** Slack's answer to a wrong view. */
export function refuseView(problems: Problem[]): Answer {
  return refuse('invalid_arguments', { response_metadata: messagesOf(problems.map(sentence)) })
}

function sentence({ message, pointer }: Problem): string {
  return `${message} [json-pointer:${pointer}]`
}

function messagesOf(errors: string[]): { messages: string[] } {
  return { messages: errors.map((error) => `[ERROR] ${error}`) }
}
