import { isFunctionLikeDeclaration, type Node } from 'typescript/unstable/ast'
import { type Symbol as NamedSymbol, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'
import { type ProductFile, type Source, walkSyntax } from './source.ts'

export type Bag = { members: number; nested: number; where: string }

type Member = { name: string; type: Type }

/** Finds the parameters of `src` with the most members: without, and with those of the bags in them. */
export function largestBags({ checker, files }: Source, root: string): { flat: Bag; nested: Bag } {
  const own = `${root}/`.toLowerCase()
  const membersOf = remember((type: Type): Member[] => {
    const known = checker.getNonNullableType(type) ?? type
    if (!(known.flags & (TypeFlags.Object | TypeFlags.Intersection))) return []
    const symbols = checker.getPropertiesOfType(known).filter(isOwn)
    const types = checker.getTypeOfSymbol(symbols)
    return symbols.flatMap(({ name }, index) => {
      const found = types[index]
      return found === undefined ? [] : [{ name, type: found }]
    })
  })
  const isOwn = ({ declarations }: NamedSymbol) =>
    declarations.some(({ path }) => path.toLowerCase().startsWith(own) && !path.includes('/node_modules/'))
  const isCallable = remember((type: Type) => {
    const known = checker.getNonNullableType(type) ?? type
    return checker.getSignaturesOfType(known, SignatureKind.Call).length > 0
  })
  /** A port is an object with functions, and a bag is one with ports. What holds only values is neither. */
  const isPort = remember(
    (type: Type) => !isCallable(type) && membersOf(type).some((one) => isCallable(one.type)),
  )
  const isBag = remember((type: Type) => !isCallable(type) && membersOf(type).some((one) => isPort(one.type)))
  const nestedIn = (type: Type, outer: ReadonlySet<number> = new Set()): number =>
    membersOf(type).reduce((sum, { type: inner }) => {
      const goesIn = isBag(inner) && !outer.has(inner.id)
      return sum + (goesIn ? nestedIn(inner, new Set([...outer, type.id])) : 1)
    }, 0)
  const parameters = files.filter(({ path }) => path.startsWith('src/')).flatMap(parametersOf)
  const types = checker.getTypeAtLocation(parameters.map(({ node }) => node))
  const bags = types.flatMap((type, index): Bag[] => {
    if (type === undefined || !(isPort(type) || isBag(type))) return []
    const where = parameters[index]?.where ?? ''
    return [{ members: membersOf(type).length, nested: nestedIn(type), where }]
  })
  const none: Bag = { members: 0, nested: 0, where: '' }
  return {
    flat: bags.reduce((most, one) => (one.members > most.members ? one : most), none),
    nested: bags.reduce((most, one) => (one.nested > most.nested ? one : most), none),
  }
}

function parametersOf({ path, syntax }: ProductFile): { where: string; node: Node }[] {
  const found: { where: string; node: Node }[] = []
  walkSyntax(syntax, (node) => {
    if (!isFunctionLikeDeclaration(node)) return
    for (const one of node.parameters) {
      const [line = ''] = syntax.text.slice(one.pos, one.end).trim().split('\n')
      found.push({ where: `${path} (${line})`, node: one })
    }
  })
  return found
}

/** Types are the same if their ids are. */
function remember<Value>(find: (type: Type) => Value): (type: Type) => Value {
  const known = new Map<number, Value>()
  return (type) => {
    if (!known.has(type.id)) known.set(type.id, find(type))
    return known.get(type.id) as Value
  }
}
