import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderTakenError, lockFolder } from '../store/folder-lock.ts'
import { makeFolder } from '../store/make-folder.ts'
import { createRuntime } from './runtime.ts'
import type { Cleanup } from './undo.ts'

const tell = (what: string) => void process.stderr.write(`${what}\n`)

/**
 * The folder of a demo's world, until `undo` gives it back: the one to keep, or a fresh one that is removed then. Throws where another
 * demo has the one to keep: each would write its own world over the other's.
 */
export async function demoFolder(keep: string | undefined, undo: Cleanup): Promise<string> {
  if (keep !== undefined) {
    // What they fail by names the folder; what its lock fails by, a file within.
    await makeFolder(keep)
    await readdir(keep)
    const { now, setTimer } = createRuntime()
    const lock = await lockFolder(keep, { now, setTimer, tell }).catch((error) => {
      throw inWordsOfTheDemo(error, keep)
    })
    undo.add(lock.release)
    return keep
  }
  const folder = await mkdtemp(join(tmpdir(), 'overheard-demo-'))
  undo.add(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function inWordsOfTheDemo(error: unknown, keep: string): unknown {
  if (!(error instanceof FolderTakenError)) return error
  return new Error(`Another demo keeps its world in ${keep}. End it, or name another folder with --keep.`)
}
