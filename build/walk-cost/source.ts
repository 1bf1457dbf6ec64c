import { join } from 'node:path'
import {
  isBlock,
  isFunctionLikeDeclaration,
  isStatement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Project } from 'typescript/unstable/sync'

/** A file of the product: its path from the root, and its syntax. */
export type ProductFile = { path: string; syntax: SourceFile }

export type Source = {
  checker: Project['checker']
  files: ProductFile[]
  statementsOf(path: string): readonly number[]
  close(): void
}

const ofProduct = /^(src|service|sandbox|packages)\/(?!.*(\/test\/|node_modules\/|\.test\.ts$))/

/** Reads the product with the compiler. */
export function openSource(root: string): Source {
  const api = new API({ cwd: root })
  const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
  if (project === undefined) throw new Error('tsconfig.json is no project')
  const { program, checker } = project
  const files = program.getSourceFileNames().flatMap((name) => {
    const path = name.slice(root.length + 1)
    const syntax = ofProduct.test(path) ? program.getSourceFile(name) : undefined
    return syntax === undefined ? [] : [{ path, syntax }]
  })
  const statements = new Map<string, number[]>()
  return {
    checker,
    files,
    statementsOf(path) {
      const known = statements.get(path) ?? startsOf(program.getSourceFile(path))
      statements.set(path, known)
      return known
    },
    close: () => api.close(),
  }
}

/** Calls `visit` with a node and everything inside it. */
export function walkSyntax(node: Node, visit: (node: Node) => void): void {
  visit(node)
  node.forEachChild((child) => walkSyntax(child, visit))
}

/** Where the statements of all functions begin; the expression of an arrow function is one. */
function startsOf(file: SourceFile | undefined): number[] {
  const starts: number[] = []
  const visit = (node: Node, isInside: boolean): void => {
    if (isInside && isStatement(node) && !isBlock(node)) starts.push(node.getStart(file))
    const isFunction = isFunctionLikeDeclaration(node)
    if (isFunction && node.body !== undefined && !isBlock(node.body)) starts.push(node.body.getStart(file))
    node.forEachChild((child) => visit(child, isInside || isFunction))
  }
  if (file !== undefined) visit(file, false)
  return starts
}
