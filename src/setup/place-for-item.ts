import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type YAMLSeq,
} from 'yaml'

/** Where one more item of a list goes; positions are offsets into the text. */
type InsertPosition =
  /** Below the line that `at` is in, its dash after `indent`. */
  | { kind: 'in-list'; at: number; indent: string }
  /** At `at`, after a comma: a list in brackets. */
  | { kind: 'in-flow-list'; at: number }
  /** Below the line that `at` is in, once what stands from `start` to `end` (`[]`, `null`, nothing) is taken out. */
  | { kind: 'in-place-of'; at: number; start: number; end: number }
  /** There is no such key yet. */
  | { kind: 'no-list' }

/** The place for one more item at the end of a top-level list of a YAML document. */
export function findInsertPosition({ contents }: Document, text: string, list: string): InsertPosition {
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === list)
    : undefined
  if (!pair || !isScalar(pair.key)) return { kind: 'no-list' }
  const { key, value } = pair
  if (isSeq(value) && value.items.length > 0) return afterLast(value, text)
  const [start, end] = isNode(value) ? spanOf(value) : [0, 0]
  return { kind: 'in-place-of', at: spanOf(key)[1], start, end }
}

function afterLast(list: YAMLSeq, text: string): InsertPosition {
  if (list.flow) return { kind: 'in-flow-list', at: endOf(list.items.at(-1)) }
  const [start] = spanOf(list)
  const indent = text.slice(text.lastIndexOf('\n', start) + 1, start)
  // A block scalar ends only after its line break.
  const end = text.slice(0, endOf(list)).trimEnd().length
  return { kind: 'in-list', at: afterComments(text, end, indent.length), indent }
}

/** The end of the last thing within block lists and maps: what follows there is a comment, which they would count as theirs. */
function endOf(node: unknown): number {
  if (isPair(node)) return isNode(node.value) ? endOf(node.value) : endOf(node.key)
  if (isCollection(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1))
  return isNode(node) ? spanOf(node)[1] : 0
}

/** Comments that follow at once and are indented like the item's own lines belong to it, such as options that are switched off. */
function afterComments(text: string, end: number, indent: number): number {
  const lineEnd = text.indexOf('\n', end)
  const [comment] = lineEnd === -1 ? [] : (/^[ \t]*#.*/.exec(text.slice(lineEnd + 1)) ?? [])
  if (comment === undefined || comment.indexOf('#') <= indent) return end
  return afterComments(text, lineEnd + 1 + comment.length, indent)
}

function spanOf({ range }: Node): [start: number, end: number] {
  const [start, end] = range ?? [0, 0]
  return [start, end]
}
