import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** In the package everything is in one folder. */
const isSource = basename(import.meta.filename).endsWith('.ts')
const beside = (inRepository: string, inPackage: string) =>
  join(import.meta.dirname, isSource ? inRepository : inPackage)

/** The program of the mention service. */
export const serviceProgram = beside('../../packages/listen/src/mention-service.ts', 'mention-service.js')

/** Flags of Node with which a program keeps its compiled code for the next start. It loads in half the time then. */
export const compileCacheFlags = [
  `--import=${pathToFileURL(beside('../compile-cache.js', 'compile-cache.js')).href}`,
]
