import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ringOne = ['model', 'people', 'outbox', 'engine']
const wiring = ['start', 'kernel', 'app.ts', 'backend.ts', 'stored-kinds.ts', 'features.ts']
const places = ['src', 'sandbox', 'packages'] as const

function ringOf(path: string): string {
  const [, folder = ''] = path.split('/')
  if (ringOne.includes(folder)) return 'innerRing'
  if (wiring.includes(folder)) return 'wiring'
  return folder === 'features' || folder === 'cli' ? folder : 'otherSource'
}

/** The sentences of other languages than English: a language adds no code. */
const isTranslation = /\/texts\.(?!en\.)[\w-]+\.ts$/

/** Counts the lines of the product without its tests: in all, by place, and those of `src` by ring. */
export function linesOf(root: string): Record<string, number> {
  const lines: Record<string, number> = { total: 0 }
  const count = (what: string, size: number) => {
    lines[what] = (lines[what] ?? 0) + size
  }
  for (const place of places)
    for (const path of globSync(`${place}/**/*.{ts,js,css,html}`, { cwd: root })) {
      if (/node_modules\/|\/test\/|\/dist\//.test(path) || isTranslation.test(path)) continue
      const size = readFileSync(join(root, path), 'utf8').split('\n').length - 1
      count('total', size)
      count(place, size)
      if (place === 'src') count(ringOf(path), size)
    }
  return lines
}
