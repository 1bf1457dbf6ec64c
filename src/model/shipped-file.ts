import { join, relative } from 'node:path'

const isClone = import.meta.filename.endsWith('.ts')
const folder = join(import.meta.dirname, isClone ? '../../config' : '../config')

/** The path of a file of `config/` that is part of the clone or of the package, as people can use it in the working folder. */
export function shippedFile(name: string): string {
  const path = join(folder, name)
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : fromHere
}
