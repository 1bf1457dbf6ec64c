import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of the JSON files in a folder, sorted; one whose only generation left is the backup among them, none where there is no folder. */
export async function jsonFilesIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  const own = names.filter((name) => /\.json(\.bak)?$/.test(name)).map((name) => name.replace(/\.bak$/, ''))
  return [...new Set(own)].sort()
}

/** How the folders of kinds are named that are kept in parts. */
const partsEnding = '.parts'

/** The folder with the parts of a kind, within the folder of the state. */
export const partsFolder = (kind: string) => `${kind}${partsEnding}`

/** All files of facts in the folder of the state: of which kind they are, and their paths within it. */
export async function factFilesIn(folder: string): Promise<{ kind: string; file: string }[]> {
  const whole = await jsonFilesIn(folder)
  const found = whole.map((file) => ({ kind: file.slice(0, -'.json'.length), file }))
  for (const parts of (await namesIn(folder)).filter((name) => name.endsWith(partsEnding)).sort()) {
    const kind = parts.slice(0, -partsEnding.length)
    const files = await jsonFilesIn(join(folder, parts))
    found.push(...files.map((file) => ({ kind, file: join(parts, file) })))
  }
  return found
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
