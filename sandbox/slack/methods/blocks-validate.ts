import { checkBlocks, checkView } from '../blocks/block-kit.ts'
import { answerValidation } from '../blocks/refusal.ts'
import type { Problem } from '../blocks/schema.ts'
import { isRecord } from '../json.ts'
import { refuse } from '../wire.ts'
import { type Args, jsonArg } from './args.ts'
import type { Method } from './method.ts'

/** `blocks.validate`: checks blocks, a message or a view without sending it. It takes no token. */
export const validateBlocks: Method = {
  token: 'none',
  run: (_context, args) => {
    const problems = problemsOf(args)
    return problems === undefined ? refuse('invalid_arguments') : answerValidation(problems)
  },
}

function problemsOf(args: Args): Problem[] | undefined {
  const blocks = jsonArg(args, 'blocks')
  const message = jsonArg(args, 'message')
  const view = jsonArg(args, 'view')
  if (blocks !== undefined) return checkBlocks(blocks, 'message')
  if (isRecord(message)) return checkBlocks(message.blocks ?? [], 'message', '/message/blocks')
  return view === undefined ? undefined : checkView(view)
}
