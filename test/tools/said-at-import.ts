import { parseAst } from 'rolldown/parseAst'

type Node = { type: string; [key: string]: unknown }

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null && 'type' in node

/**
 * Returns the sentences that a file says when it is imported, such as `say.done`. They would be in the language of that moment for good: a
 * sentence is said within a function, which is called when the reader is known. The docs of keys, and what operators read of damaged records, are English.
 */
export function saidAtImport(source: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (/Function(Expression|Declaration)?$|^MethodDefinition$/.test(node.type)) return
    const { callee, key } = node
    if (['collections', 'messages'].some((name) => isNamed(key, name)) || isNamed(callee, 'key')) return
    if (node.type === 'CallExpression' && isNode(callee)) {
      const { object, property } = callee
      if (isNode(object) && isNode(property) && isSay(object))
        found.push(`${String(object.name)}.${String(property.name)}`)
    }
    for (const child of Object.values(node).flat().filter(isNode)) visit(child)
  }
  const program: unknown = parseAst(source, { lang: 'ts' })
  if (isNode(program)) visit(program)
  return found
}

const isNamed = (node: unknown, name: string) =>
  isNode(node) && node.type === 'Identifier' && node.name === name

const isSay = ({ type, name }: Node) => type === 'Identifier' && /^say[A-Z]?/.test(String(name))
