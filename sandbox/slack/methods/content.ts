import type { Block } from '../../../src/model/message.ts'
import { completeBlocks } from '../blocks/complete.ts'
import { refuseBlocks } from '../blocks/refusal.ts'
import type { Context } from '../context.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, jsonArg, textArg } from './args.ts'

/** Slack truncates longer texts. */
const mostText = 40_000

/** What a message shows, as read from a call. */
type ReadContent =
  | { kind: 'content'; text: string; blocks: Block[] | undefined; warnings: string[] }
  | { kind: 'refused'; answer: Answer }

/** Reads and checks `text` and `blocks`. A message without either is refused as `no_text`. */
export function readContent(context: Context, args: Args): ReadContent {
  const text = textArg(args, 'text') ?? ''
  const given = jsonArg(args, 'blocks')
  if (given !== undefined && !Array.isArray(given)) return refused(refuse('invalid_blocks_format'))
  const refusal = refuseBlocks(given ?? [])
  if (refusal) return refused(refusal)
  const hasBlocks = given !== undefined && given.length > 0
  if (text === '' && !hasBlocks) return refused(refuse('no_text'))
  return {
    kind: 'content',
    text: text.slice(0, mostText),
    blocks: hasBlocks ? completeBlocks(context.state, given) : undefined,
    warnings: text.length > mostText ? ['message_truncated'] : [],
  }
}

function refused(answer: Answer): ReadContent {
  return { kind: 'refused', answer }
}
