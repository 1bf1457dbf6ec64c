import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { parseJson } from '@overheard/base/json'
import type { Ms, Time } from '@overheard/base/time'
import { z } from 'zod'
import { disk, fileMode, markOf, naming } from './disk.ts'
import { giveToUser } from './make-folder.ts'

const ownerShape = z.object({
  owner: z.string(),
  /** Processes with the same machine id share the kernel's locks. */
  machine: z.string(),
  host: z.string(),
  pid: z.number(),
})

export type Owner = z.output<typeof ownerShape>

type Sighting = {
  mark: string
  owner?: Owner
}

export type OwnRecord = {
  /** Compares the record in the folder with our own. Throws Node's error if the record cannot be read. */
  check(): 'ours' | 'other' | 'missing'
  /** Does not leave the thread, because that would wake up four times as often. */
  renew(now: Time): void
  giveUp(): void
}

/**
 * The interval of the heartbeats, in ms. A heartbeat sets the modification time of the record, on a local disk only if a watcher has asked for
 * it: at rest, nothing is written there. A watcher compares this time only with its earlier value, because the clocks of two hosts differ.
 */
export const renewEvery = 2000

const watchEvery = 500

/** Linux writes a new id into the file `boot` at each start of the kernel. All containers on a machine read the same id. */
export function thisMachine(boot = '/proc/sys/kernel/random/boot_id') {
  const host = hostname()
  try {
    return { id: readFileSync(boot, 'utf8').trim() || host, host }
  } catch {
    return { id: host, host }
  }
}

/** Returns undefined if there is no owner record or its owner released the folder. Throws Node's error if the record cannot be read. */
export function readOwner(path: string): Sighting | undefined {
  const found = readRecord(path)
  if (found === undefined || found.text === '') return undefined
  const parsed = ownerShape.safeParse(parseJson(found.text))
  return { mark: `${found.changed} ${found.text}`, ...(parsed.success ? { owner: parsed.data } : {}) }
}

export function ownerIn(path: string): Owner | undefined {
  try {
    return readOwner(path)?.owner
  } catch {
    return undefined
  }
}

export function who(owner: Owner | undefined): string {
  return owner === undefined ? 'an unknown process' : `process ${owner.pid} on ${owner.host}`
}

/** A watcher makes this file beside the record, and the owner removes it when it renews the record. */
const questionBeside = (path: string) => `${path}-asked`

/** Returns true if a watcher has asked for a sign of life, and has not been answered. */
export const isAsked = (path: string): boolean => existsSync(questionBeside(path))

/** Removes the question that a heartbeat has answered. Throws Node's error if the folder cannot be written. */
export const dropQuestion = (path: string): void => rmSync(questionBeside(path), { force: true })

/**
 * Watches a record for `ms`, and asks its owner for a heartbeat before each look, because the owner may have removed the question of another
 * watcher. Returns the new record as soon as it changes, `still` if it does not change, and `given-up` if its owner
 * releases the folder. Opens the file again for each read, because a network file system otherwise hides changes of other hosts. Throws Node's
 * error if it cannot ask.
 */
export async function watchOwner(
  path: string,
  first: Sighting,
  ms: Ms,
  sleep: (ms: Ms) => Promise<void>,
): Promise<Sighting | 'still' | 'given-up'> {
  const question = questionBeside(path)
  try {
    for (let waited = 0; waited < ms; waited += watchEvery) {
      if (!existsSync(question)) closeSync(openSync(question, 'w', fileMode))
      await sleep(watchEvery)
      const now = readOwner(path)
      if (now === undefined) return 'given-up'
      if (now.mark !== first.mark) return now
    }
    return 'still'
  } finally {
    dropQuestion(path)
  }
}

/**
 * Writes an owner record in one step. Later heartbeats only touch the file that was opened here. So a process that was frozen and replaced
 * can neither overwrite nor delete the record of the next owner. On a disk that is not local, a check reads the record each time.
 */
export function putOwner(path: string, owner: Owner, isLocal: boolean): OwnRecord {
  const text = JSON.stringify(owner)
  const next = `${path}-${owner.owner}`
  const file = openSync(next, 'wx')
  try {
    naming(next, () => writeSync(file, text))
    // Sync first, because a network file system may show an empty file to others until then.
    fsyncSync(file)
    giveToUser(next)
    renameSync(next, path)
  } catch (error) {
    closeSync(file)
    rmSync(next, { force: true })
    throw error
  }
  const markNow = () => markOf(fstatSync(file, { bigint: true }))
  let changed = fstatSync(file).mtimeMs
  let mark = markNow()
  return {
    check() {
      // Nobody else gets the inode of a file that is open here. A network file system may show an old mark, so there the text is read again.
      if (isLocal && disk.look(path)?.mark === mark) return 'ours'
      const found = disk.read(path)?.toString('utf8')
      if (found === undefined) return 'missing'
      return found === text ? 'ours' : 'other'
    },
    renew(now) {
      // Each time is later than the time before, even if the clock was set back.
      changed = Math.max(now, changed + 1000)
      futimesSync(file, changed / 1000, changed / 1000)
      mark = markNow()
    },
    giveUp() {
      ftruncateSync(file)
      closeSync(file)
    },
  }
}

function readRecord(path: string): { text: string; changed: bigint } | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      return { text: readFileSync(file, 'utf8'), changed: fstatSync(file, { bigint: true }).mtimeNs }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
