import { checkBlocks } from '../blocks/check.ts'
import type { Problem } from '../blocks/rule.ts'
import { checkView } from '../blocks/view.ts'
import { isRecord } from '../json.ts'
import { refuse } from '../wire.ts'
import { type Args, jsonArg } from './args.ts'
import type { Method } from './method.ts'

/** `blocks.validate`: checks blocks, a message or a view without sending it. It takes no token. */
export const validateBlocks: Method = {
  token: 'none',
  run: (_context, args) => {
    const problems = problemsOf(args)
    if (problems === undefined) return refuse('invalid_arguments')
    if (problems.length === 0) return { ok: true }
    const errors = problems.map((one) => ({ ...one, constraint: { type: one.code } }))
    return refuse('invalid_blocks', { errors })
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
