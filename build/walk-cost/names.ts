import {
  type BindingElement,
  type CallExpression,
  type ImportClause,
  isAwaitExpression,
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isNamedExports,
  isNamespaceImport,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isQualifiedName,
  isVariableDeclaration,
  type Node,
  type ObjectBindingPattern,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Symbol as NamedSymbol, SymbolFlags } from 'typescript/unstable/sync'
import { type ProductFile, type Source, walkSyntax } from './source.ts'

/** An exported name: the file that declares it, whoever exports it again. */
type Name = { file: string; name: string }
export type Names = { exported: Name[]; used: { by: string; names: Name[] }[] }

/** Reads which names the files export, and which names of other files they use. */
export function readNames({ checker, files }: Source, root: string): Names {
  const paths = new Map(files.map(({ path }) => [`${root}/${path}`.toLowerCase(), path]))
  const nameOf = (symbol: NamedSymbol): Name | undefined => {
    const origin = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const file = paths.get(origin.declarations[0]?.path.toLowerCase() ?? '')
    return file === undefined ? undefined : { file, name: origin.name }
  }
  const namesIn = ({ names, taken }: ReturnType<typeof usedIn>) => {
    const written = checker.getSymbolAtLocation(names)
    const fromModules = taken.flatMap(({ module, names: wanted }) => {
      const symbol = checker.getSymbolAtLocation(module)
      const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol)
      return exported.filter(({ name }) => wanted.includes(name))
    })
    return [...written, ...fromModules].flatMap((symbol) => (symbol && nameOf(symbol)) ?? [])
  }
  return {
    exported: files.flatMap(({ path, syntax }) => {
      const module = checker.getSymbolAtLocation(syntax)
      const own = module === undefined ? [] : checker.getExportsOfModule(module)
      return own.flatMap((symbol) => nameOf(symbol) ?? []).filter(({ file }) => file === path)
    }),
    used: files.map((file) => ({
      by: file.path,
      names: namesIn(usedIn(file)).filter((one) => one.file !== file.path),
    })),
  }
}

/** Nodes of names that are imported, what a whole module is called, and names that a pattern takes from a module. */
type Imported = { names: Node[]; namespaces: string[]; taken?: Taken[] }
type Taken = { module: Node; names: string[] }

/** Returns a node for each name that a file imports. Of a namespace, these are the members that it uses. */
function usedIn({ syntax }: ProductFile): { names: Node[]; taken: Taken[] } {
  const names: Node[] = []
  const taken: Taken[] = []
  const namespaces = new Set<string>()
  walkSyntax(syntax, (node) => {
    const imported = importedBy(node)
    names.push(...imported.names)
    taken.push(...(imported.taken ?? []))
    for (const one of imported.namespaces) namespaces.add(one)
  })
  if (namespaces.size === 0) return { names, taken }
  walkSyntax(syntax, (node) => {
    if (isPropertyAccessExpression(node) && isNamed(node.expression, namespaces)) names.push(node.name)
    if (isQualifiedName(node) && isNamed(node.left, namespaces)) names.push(node.right)
  })
  return { names, taken }
}

function importedBy(node: Node): Imported {
  const none: Imported = { names: [], namespaces: [] }
  if (isImportDeclaration(node)) return node.importClause === undefined ? none : boundBy(node.importClause)
  if (isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    const again = node.exportClause
    return again !== undefined && isNamedExports(again)
      ? { ...none, names: again.elements.map((one) => one.name) }
      : none
  }
  if (isImportTypeNode(node)) return { ...none, names: node.qualifier === undefined ? [] : [node.qualifier] }
  return isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword ? boundLater(node) : none
}

function boundBy({ name, namedBindings }: ImportClause): Imported {
  const names = name === undefined ? [] : [name]
  if (namedBindings === undefined) return { names, namespaces: [] }
  if (isNamespaceImport(namedBindings)) return { names, namespaces: [namedBindings.name.text] }
  return { names: [...names, ...namedBindings.elements.map((one) => one.name)], namespaces: [] }
}

/** `const { a } = await import(…)`, `(await import(…)).a`, `import(…).then(({ a }) => …)`, and `const all = await import(…)`. */
function boundLater(node: CallExpression): Imported {
  const none: Imported = { names: [], namespaces: [] }
  const [module] = node.arguments
  let around = node.parent
  while (isAwaitExpression(around) || isParenthesizedExpression(around)) around = around.parent
  if (isVariableDeclaration(around) && isIdentifier(around.name))
    return { ...none, namespaces: [around.name.text] }
  const pattern = isVariableDeclaration(around) ? around.name : thenTaken(around)
  if (module !== undefined && pattern !== undefined && isObjectBindingPattern(pattern))
    return { ...none, taken: [{ module, names: pattern.elements.map(propertyOf) }] }
  return isPropertyAccessExpression(around) ? { ...none, names: [around.name] } : none
}

/** The pattern in `.then(({ a }) => …)`. */
function thenTaken(node: Node): ObjectBindingPattern | undefined {
  if (!isPropertyAccessExpression(node) || node.name.text !== 'then') return undefined
  const patterns: ObjectBindingPattern[] = []
  walkSyntax(node.parent, (inner) => {
    if (isObjectBindingPattern(inner)) patterns.push(inner)
  })
  return patterns[0]
}

const propertyOf = ({ propertyName, name }: BindingElement): string => (propertyName ?? name)?.getText() ?? ''

const isNamed = (node: Node, names: Set<string>) => isIdentifier(node) && names.has(node.text)

/** The room of a file: a folder of `src`, a feature, a package, or a file that stands alone. */
export function roomOf(path: string): string {
  const [top = '', folder = '', inner = ''] = path.split('/')
  if (top === 'packages') return `${top}/${folder}`
  if (top !== 'src') return top
  if (folder === 'features' && inner !== '') return `features/${inner}`
  return folder
}

/** How many names each room shows to others: a name counts once, however many rooms use it. */
export function namesOverBorders({ used }: Names, room: (path: string) => string): Map<string, number> {
  const crossing = new Map<string, Set<string>>()
  for (const { by, names } of used)
    for (const { file, name } of names) {
      if (room(by) === room(file)) continue
      const shown = crossing.get(room(file)) ?? new Set()
      crossing.set(room(file), shown.add(`${file} ${name}`))
    }
  const counts = [...crossing].map(([shownBy, shown]) => [shownBy, shown.size] as const)
  return new Map(counts.sort(([, a], [, b]) => b - a))
}

/** The share of the exports that exactly one other file uses, from 0 to 1. */
export function shareWithOneImporter({ exported, used }: Names): number {
  const importers = new Map<string, Set<string>>()
  for (const { by, names } of used)
    for (const { file, name } of names) {
      const known = importers.get(`${file} ${name}`) ?? new Set()
      importers.set(`${file} ${name}`, known.add(by))
    }
  const ofSource = exported.filter(({ file }) => file.startsWith('src/'))
  const withOne = ofSource.filter(({ file, name }) => importers.get(`${file} ${name}`)?.size === 1)
  return ofSource.length === 0 ? 0 : withOne.length / ofSource.length
}
