import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * One import (or re-export) of a source file. `to`: a path from the root of the project, or the name of a package; `names`: what is taken
 * from there, by the names it has there; undefined where that is everything.
 */
export type Import = {
  from: string
  to: string
  names: string[] | undefined
  isType: boolean
  isReExport: boolean
}

/** A source file: its path from the root of the project, its text and what it imports. */
export type SourceFile = { path: string; text: string; imports: Import[] }

/** Every TypeScript file below a folder. */
export function sourceFiles(folder: string): SourceFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const paths = names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name))
  return paths.map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
}

const statement = /^(import|export)\s+(type\s)?([^'";=()]*?\sfrom\s+)?'([^']+)'/gms
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g

/** What a text imports, statically and dynamically. */
export function importsOf(path: string, text: string): Import[] {
  const to = (name: string) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name)
  const written = [...text.matchAll(statement)].map(([, verb, type, names = '', name = '']) => ({
    from: path,
    to: to(name),
    names: namesIn(names),
    isType: type !== undefined || namesTypesOnly(names),
    isReExport: verb === 'export',
  }))
  const later = [...text.matchAll(dynamic)].map(([, name = '']) => ({
    from: path,
    to: to(name),
    names: undefined,
    isType: false,
    isReExport: false,
  }))
  return [...written, ...later]
}

/** What a file exports, by name. */
export function exportsOf(text: string): string[] {
  const declared = /^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm
  return [...text.matchAll(declared)].map(([, name = '']) => name)
}

/** The circles of a graph, each as all that lead to each other (Tarjan's strongly connected components, without the single ones). */
export function circlesIn(next: ReadonlyMap<string, string[]>): string[][] {
  const circles: string[][] = []
  const number = new Map<string, number>()
  const open: string[] = []
  /** The least number that can be reached from a place. */
  function visit(place: string): number {
    const own = number.size
    number.set(place, own)
    open.push(place)
    let least = own
    for (const other of next.get(place) ?? []) {
      const known = number.get(other)
      if (known === undefined) least = Math.min(least, visit(other))
      else if (open.includes(other)) least = Math.min(least, known)
    }
    if (least === own) {
      const circle = open.splice(open.indexOf(place))
      if (circle.length > 1) circles.push(circle)
    }
    return least
  }
  for (const place of next.keys()) if (!number.has(place)) visit(place)
  return circles
}

function inBraces(names: string): string[] | undefined {
  const braces = /^\s*\{([^}]*)\}\s*from/.exec(names)?.[1]
  return braces
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function namesIn(names: string): string[] | undefined {
  return inBraces(names)?.map((name) => name.replace(/ as .*$/, '').replace(/^type /, ''))
}

function namesTypesOnly(names: string): boolean {
  const each = inBraces(names) ?? []
  return each.length > 0 && each.every((name) => name.startsWith('type '))
}
