import { isRecord } from '../json.ts'
import { checkBlocks } from './check.ts'
import { boolean, byType, type as kind, object, type Problem, problem, type Rule, string } from './rule.ts'
import { plainText } from './text.ts'

const blocksLater: Rule = () => []
const shared = {
  callback_id: string(255),
  private_metadata: string(3000),
  external_id: string(255),
  clear_on_close: boolean,
  notify_on_close: boolean,
}

const outer = byType({
  modal: object(
    { type: kind, title: plainText(24), blocks: blocksLater },
    { ...shared, submit: plainText(24), close: plainText(24), submit_disabled: boolean },
  ),
  home: object({ type: kind, blocks: blocksLater }, shared),
})

/** Checks a view: title, submit and close 24, private_metadata 3,000, 100 blocks, submit where there is an input. */
export function checkView(view: unknown, pointer = '/view'): Problem[] {
  const problems = outer(view, pointer)
  if (problems.length > 0 || !isRecord(view)) return problems
  const surface = view.type === 'home' ? 'home' : 'modal'
  return [...checkBlocks(view.blocks, surface, `${pointer}/blocks`), ...missingSubmit(view, pointer)]
}

function missingSubmit(view: Record<string, unknown>, pointer: string): Problem[] {
  const blocks = Array.isArray(view.blocks) ? view.blocks.filter(isRecord) : []
  const hasInput = blocks.some((block) => block.type === 'input')
  return view.type === 'modal' && hasInput && view.submit === undefined
    ? problem(pointer, 'missing_field', 'missing required field: submit')
    : []
}
