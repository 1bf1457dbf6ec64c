import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import movedFiles from './moved-files.json' with { type: 'json' }
import { roomOf } from './names.ts'

/**
 * Returns the room in which a file of `src` or of a package was in commit 3bbee233, so that two rooms that become one are not taken for
 * fewer names over borders. `moved-files.json` maps each file that is newer, or that moved. A file that it lacks is added to `unmapped`.
 */
export function oldRooms(): { roomOf: (path: string) => string; unmapped: Set<string> } {
  const then = new Map<string, string>()
  const lines = readFileSync(join(import.meta.dirname, 'old-rooms.txt'), 'utf8')
    .trim()
    .split('\n')
  for (const [folder = '', names = ''] of lines.map((line) => line.split(': ')))
    for (const name of names.split(' ')) then.set(`${folder}/${name}`, roomOf(`${folder}/${name}`))
  for (const [path, room] of Object.entries(movedFiles)) then.set(path, room)
  const unmapped = new Set<string>()
  return {
    unmapped,
    roomOf(path) {
      const room = then.get(path)
      if (room === undefined && /^(src|packages)\//.test(path)) unmapped.add(path)
      return room ?? roomOf(path)
    },
  }
}
