import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type SetTimer, sleepOn } from '../../async/clock.ts'
import { startLoop } from '../../async/serial.ts'
import { errorMessage } from '../../model/log.ts'
import { type KernelLock, takeKernelLock, tryKernelLock } from './kernel-lock.ts'
import { makeFolder } from './open-folder.ts'
import {
  type Owner,
  type OwnRecord,
  ownerIn,
  putOwner,
  readOwner,
  renewEvery,
  thisMachine,
  watchOwner,
  who,
} from './owner-record.ts'

/** The folder belongs to another living process. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
}

/**
 * If the owner record of another machine does not change for this long, in ms, its process is dead. It has then missed seven heartbeats.
 */
const watchFor = 15_000

/** Wait this long after a take-over from another machine, in ms, because a third machine may have taken over at the same moment. */
const verifyAfter = 1000

/** The doctor watches an owner record for this long, in ms: two heartbeats and a little more. */
const doctorWatchMs = 5000

/**
 * Takes a folder for this process. Two files decide whose it is. (1) The kernel's lock on `lock` decides among the processes of one machine.
 * It ends with its process, so a start after a crash need not wait, and a living process cannot lose it. (2) The record in `owner` decides
 * among machines that share a disk but not its locks. Its owner renews it. If the record of another machine changes, its owner is alive; if
 * it does not, the folder is taken over. Throws FolderTakenError if another process has the folder, and LockUnusableError if the folder
 * cannot be locked.
 */
export async function lockFolder(folder: string, deps: HoldDeps): Promise<FolderLock> {
  await makeFolder(folder)
  const { lockFile, record } = filesOf(folder)
  const lock = await takeKernelLock(lockFile)
  if (lock === 'taken') throw taken(folder, ownerIn(record))
  try {
    const own = await takeRecord(folder, record, deps)
    return holdFolder(folder, lock, own, deps)
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Looks at the lock of a folder without taking it: is there an owner record, and is it being renewed? No start is disturbed. Throws
 * LockUnusableError if the folder could not be locked.
 */
export async function inspectLock(
  folder: string,
  setTimer: SetTimer,
): Promise<{ kind: 'free' } | { kind: 'in-use' | 'stands-still'; owner: Owner | undefined }> {
  const { lockFile, record } = filesOf(folder)
  await tryKernelLock(lockFile)
  const found = readOwner(record)
  if (found === undefined) return { kind: 'free' }
  const later = await watchOwner(record, found, doctorWatchMs, (ms) => sleepOn(setTimer, ms))
  if (later === 'given-up') return { kind: 'free' }
  if (later === 'still') return { kind: 'stands-still', owner: found.owner }
  return { kind: 'in-use', owner: later.owner }
}

/** Writes this process's owner record, unless a process on another machine renews the existing one. */
async function takeRecord(
  folder: string,
  path: string,
  { setTimer, tell: notify }: HoldDeps,
): Promise<OwnRecord> {
  const here = thisMachine()
  const found = readOwner(path)
  const isElsewhere = found !== undefined && found.owner?.machine !== here.id
  if (isElsewhere) {
    notify(
      `The folder ${folder} was that of ${who(found.owner)}, on another machine. It is watched for ${watchFor / 1000} s, in case that process lives.`,
    )
    const later = await watchOwner(path, found, watchFor, (ms) => sleepOn(setTimer, ms))
    if (typeof later === 'object') throw taken(folder, later.owner, elsewhere)
  }
  const own = putOwner(path, { owner: randomUUID(), machine: here.id, host: here.host, pid: process.pid })
  if (!isElsewhere) return own
  await sleepOn(setTimer, verifyAfter)
  if (own.check() === 'ours') return own
  own.giveUp()
  throw taken(folder, ownerIn(path), elsewhere)
}

const elsewhere = ' It is on another machine, and renews the file "owner" in the folder.'

function taken(folder: string, owner: Owner | undefined, more = ''): FolderTakenError {
  return new FolderTakenError(
    `Another process works on the folder ${folder}${owner === undefined ? '' : ` (${who(owner)})`}: one process a folder.${more} End it, name another folder, or set DATABASE_URL to run several.`,
  )
}

/** This process has lost the folder. It must neither write there nor post. */
export class FolderLostError extends Error {
  override readonly name = 'FolderLostError'
}

type HoldDeps = {
  /** UTC, ms since the epoch. */
  now: () => number
  setTimer: SetTimer
  /** Receives the reason why a start takes a while, or why a heartbeat failed. */
  tell: (what: string) => void
  /** Called once, when this process finds that it has lost the folder. */
  lost?: (error: FolderLostError) => void
}

/** A folder that belongs to this process alone. */
export type FolderLock = {
  /**
   * Returns false if this process has lost the folder; it never returns true again. Throws Node's error if that cannot be checked, for
   * example if the disk is missing. Takes less than 0.01 ms on a local disk.
   */
  holds(): boolean
  /** Releases the folder. Files that another process owns by now are not touched. */
  release(): Promise<void>
}

/** The lock files of a folder. Their names have no extension, because every other file is treated as data of the bot. */
const filesOf = (folder: string) => ({ lockFile: join(folder, 'lock'), record: join(folder, 'owner') })

/** Holds a folder: renews the owner record, and checks the ownership at each heartbeat and when asked. */
function holdFolder(
  folder: string,
  lock: KernelLock,
  own: OwnRecord,
  { now, setTimer, tell: notify, lost }: HoldDeps,
): FolderLock {
  const { lockFile, record } = filesOf(folder)
  let state: 'held' | 'lost' | 'released' = 'held'
  let isFailing = false
  const heartbeat = startLoop(renewAndCheck, renewEvery, setTimer)

  function holds(): boolean {
    if (state !== 'held') return false
    const [seen, isInPlace] = [own.check(), lock.isInPlace()]
    if (seen === 'ours' && isInPlace) return true
    // Both files are missing if the disk is away or was wiped. That does not show another owner, and nothing can be written there.
    if (seen === 'missing' && !isInPlace) statSync(record)
    state = 'lost'
    void heartbeat.stop()
    lost?.(new FolderLostError(whyLost(folder, seen)))
    return false
  }

  /** Does not stop if a heartbeat cannot be written: on this machine the kernel's lock still holds, and `holds` checks the rest. */
  async function renewAndCheck(): Promise<void> {
    try {
      if (!holds()) return
      await own.renew(now())
      // Touch the lock file, so that a cleaner of old files does not delete it.
      await utimes(lockFile, now() / 1000, now() / 1000)
      isFailing = false
    } catch (error) {
      if (!isFailing) notify(`The heartbeat in the folder ${folder} failed: ${errorMessage(error)}.`)
      isFailing = true
    }
  }

  return {
    holds,
    async release() {
      if (state === 'released') return
      state = 'released'
      // The heartbeat uses the file that is closed next.
      await heartbeat.stop()
      try {
        own.giveUp()
      } finally {
        lock.release()
      }
    },
  }
}

function whyLost(folder: string, seen: ReturnType<OwnRecord['check']>): string {
  const { lockFile, record } = filesOf(folder)
  if (seen === 'other') return `The folder ${folder} was taken over by ${who(ownerIn(record))}.`
  if (seen === 'missing') return `The file ${record} of this process was removed.`
  return `The file ${lockFile} of this process was removed or replaced.`
}
