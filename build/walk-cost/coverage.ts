import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A function or a statement: the file, and where it begins in it (UTF-16 units). */
type Place = `${string}:${number}`

/** What a process ran in some time. */
export type Walk = { functions: Map<Place, { name: string; lines: number }>; statements: Set<Place> }

type Range = { startOffset: number; endOffset: number; count: number }
type CoveredFunction = { functionName: string; ranges: Range[] }
export type CoveredScript = { url: string; functions: CoveredFunction[] }

/** Returns where the statements of a file begin. */
export type StatementsOf = (path: string) => readonly number[]

/** What ran of the files in `folder`, by V8. The code of a module itself, which runs when it is loaded, does not count. */
export function walkOf(scripts: CoveredScript[], folder: string, statementsOf: StatementsOf): Walk {
  const walks = scripts.flatMap(({ url, functions }) => {
    const path = url.startsWith('file:') ? fileURLToPath(url) : ''
    if (!path.startsWith(folder) || path.includes('/node_modules/')) return []
    const inside = functions.filter(({ functionName, ranges }) => functionName !== '' || !isModule(ranges))
    return [walkOfFile({ path, name: path.slice(folder.length), functions: inside }, statementsOf(path))]
  })
  return together(walks)
}

type CoveredFile = { path: string; name: string; functions: CoveredFunction[] }

function walkOfFile({ path, name: file, functions }: CoveredFile, starts: readonly number[]): Walk {
  const text = readFileSync(path, 'utf8')
  const walk: Walk = { functions: new Map(), statements: new Set() }
  for (const { functionName: name, ranges } of functions) {
    const [{ startOffset, endOffset, count } = nothing] = ranges
    const lines = text.slice(startOffset, endOffset).split('\n').length
    if (count > 0) walk.functions.set(`${file}:${startOffset}`, { name, lines })
  }
  const ranges = functions.flatMap((one) => one.ranges).sort(innermostFirst)
  for (const at of starts) {
    const around = ranges.find(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
    if (around !== undefined && around.count > 0) walk.statements.add(`${file}:${at}`)
  }
  return walk
}

const nothing: Range = { startOffset: 0, endOffset: 0, count: 0 }

const isModule = ([whole = nothing]: Range[]) => whole.startOffset === 0

const innermostFirst = (a: Range, b: Range) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset)

/** What ran in one or more of the walks. */
const together = (walks: Walk[]): Walk => ({
  functions: new Map(walks.flatMap(({ functions }) => [...functions])),
  statements: new Set(walks.flatMap(({ statements }) => [...statements])),
})

/** `functionsWithPackages` counts the code that is in a package, too; the other figures count `src`. */
export type WalkFigures = {
  functions: number
  files: number
  statements: number
  longestFunction: number
  beyondIdle: number
  functionsWithPackages: number
}

/** The figures of a walk. It contains the idle stretch, because nobody can tell which of both ran a function. */
export function figuresOf(walk: Walk, idle: Walk): WalkFigures {
  const all = together([walk, idle])
  const inSource = [...all.functions].filter(([place]) => place.startsWith('src/'))
  return {
    functions: inSource.length,
    files: new Set(inSource.map(([place]) => place.slice(0, place.lastIndexOf(':')))).size,
    statements: [...all.statements].filter((place) => place.startsWith('src/')).length,
    longestFunction: Math.max(0, ...inSource.map(([, { lines }]) => lines)),
    beyondIdle: inSource.filter(([place]) => !idle.functions.has(place)).length,
    functionsWithPackages: all.functions.size,
  }
}

export type Covered = { take(): Promise<CoveredScript[]>; close(): void }

/** Lets a process run that waits for an inspector at this address, and counts from its first function on. */
export async function coverageOf(address: string): Promise<Covered> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (result: { result?: CoveredScript[] }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  const ask = (method: string, params = {}) =>
    new Promise<{ result?: CoveredScript[] }>((resolve) => {
      waiting.set(++last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  await ask('Profiler.enable')
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  await ask('Runtime.runIfWaitingForDebugger')
  return {
    take: async () => (await ask('Profiler.takePreciseCoverage')).result ?? [],
    close: () => socket.close(),
  }
}
