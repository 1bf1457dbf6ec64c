import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import movedFiles from './moved-files.json' with { type: 'json' }
import { roomOf } from './names.ts'

/**
 * Returns the room in which a file of `src` or of a package was in commit 3bbee233, so that two rooms that become one are not taken for
 * fewer names over borders. `moved-files.json` maps each file that is newer, or that moved, and whole folders (with a slash at the end; the
 * longest one that fits counts). A file that it lacks is added to `unmapped`, unless it has the texts of its folder in a language.
 */
export function oldRooms(): { roomOf: (path: string) => string; unmapped: Set<string> } {
  const then = new Map<string, string>()
  const lines = readFileSync(join(import.meta.dirname, 'old-rooms.txt'), 'utf8')
    .trim()
    .split('\n')
  for (const [folder = '', names = ''] of lines.map((line) => line.split(': ')))
    for (const name of names.split(' ')) then.set(`${folder}/${name}`, roomOf(`${folder}/${name}`))
  for (const [path, room] of Object.entries(movedFiles)) then.set(path, room)
  const folders = [...then.keys()].filter((path) => path.endsWith('/')).sort((a, b) => b.length - a.length)
  const unmapped = new Set<string>()
  return {
    unmapped,
    roomOf(path) {
      const folder = folders.find((one) => path.startsWith(one)) ?? ''
      const room = then.get(path) ?? then.get(folder)
      if (room === undefined && /^(src|packages)\/(?!.*\/texts\.\w+\.ts$)/.test(path)) unmapped.add(path)
      return room ?? roomOf(path)
    },
  }
}
