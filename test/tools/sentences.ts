import { parseAst } from 'rolldown/parseAst'

type Node = { type: string; [key: string]: unknown }

/** Calls that speak to the operator or to a developer, who reads English: the log, errors, metrics, schemas. */
const english =
  /(^|\.)(log|logger|console)\.|^metrics\.|(^|\.)(describe|meta|regex|refine|key)$|Error$|^super$|^(Counter|Gauge|Histogram)$/

/**
 * Returns the texts in a file that people read: two words with a blank between them, or one word with a capital letter that is an argument or
 * a property. Types, imports, keys and what is said to the log or in an error are none. Values in a template are `\0`.
 */
export function sentencesIn(source: string): string[] {
  const found: string[] = []
  const visit = (node: Node, around: Node): void => {
    if (saysNothing(node, around)) return
    const text = textOf(node)
    if (text !== undefined && (isPhrase(text) || (isLabel(text) && isGiven(around)))) found.push(text)
    for (const child of Object.values(node).flat().filter(isNode)) visit(child, node)
  }
  const program: unknown = parseAst(source, { lang: 'ts' })
  if (isNode(program)) visit(program, program)
  return found
}

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null && 'type' in node

function saysNothing(node: Node, around: Node): boolean {
  const { type, callee } = node
  if (node === around.key && around.computed !== true) return true
  if (type === 'Property' && isNode(node.key) && isForOperators(nameOf(node.key), node.value)) return true
  if (/^(Import|ExportAll)/.test(type)) return true
  if (type.startsWith('TS')) return !/^TS(As|Satisfies|NonNull)/.test(type)
  // A class that passes a text on is an error.
  if (isNode(callee) && callee.type === 'Super') return true
  return isNode(callee) && english.test(nameOf(callee))
}

/** Scopes, shortcuts and checks are told by `doctor`, commands and questions of `setup` by the command line, and names of jobs by the log. */
const isForOperators = (key: string, value: unknown) =>
  /^(scopes|doctor|commands|jobs|shortcuts|setupPerson|setupHint)$/.test(key) &&
  isNode(value) &&
  /^(Object|Array|ArrowFunction)Expression$/.test(value.type)

const isPhrase = (text: string) =>
  /\p{L}{2}[\p{P}\0]* [\p{P}\0 ]*\p{L}|\p{L}[\p{P}\0]* [\p{P}\0 ]*\p{L}{2}/u.test(text)
const isLabel = (text: string) => /^\p{Lu}\p{Ll}{2,}…?$/u.test(text)
const isGiven = (around: Node | undefined) =>
  /^(CallExpression|Property|ConditionalExpression)$/.test(around?.type ?? '')

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('\0')
}

function nameOf({ type, name, object, property }: Node): string {
  if (type === 'Identifier') return String(name)
  if (type === 'Super') return 'super'
  return isNode(object) && isNode(property) ? `${nameOf(object)}.${nameOf(property)}` : ''
}
