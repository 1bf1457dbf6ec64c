import { randomUUID } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type SetTimer, sleepOn } from '@overheard/base/clock'
import { startLoop } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import { errorMessage } from '../../model/log.ts'
import { type DiskKind, diskKindOf } from '../disk-kind.ts'
import { allIn } from './folder-version.ts'
import { type KernelLock, takeKernelLock, tryKernelLock } from './kernel-lock.ts'
import { giveAllToUser, giveToUser, makeFolder } from './make-folder.ts'
import {
  dropQuestion,
  isAsked,
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

export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
}

/**
 * The owner record of another machine is watched for this time, in ms. If the record does not change, its process has missed seven
 * heartbeats and counts as dead.
 */
const watchFor = 15_000

/**
 * After a take-over from another machine, the process waits this long, in ms, and then checks its ownership, because a third machine may
 * take over at the same moment.
 */
const verifyAfter = 1000

/** The time of the lock file is set at most this often, in ms. */
const touchEvery = 3_600_000

/** The doctor watches an owner record for this time, in ms: a little longer than two heartbeats. */
const doctorWatchMs = 5000

/**
 * Takes a folder for this process. Two files decide who owns the folder. (1) The kernel's lock on `lock` decides among the processes of one
 * machine. The lock ends with its process, so a start after a crash need not wait. (2) The record in `owner` decides among machines that
 * share a disk but not its locks. The owner renews the record: on a network disk every two seconds, and on a local one, which another machine
 * may reach through this one, when a watcher asks. If the record of another machine does not change, the folder is taken over. Throws
 * FolderTakenError if another process has the folder, and LockUnusableError if the folder cannot be locked.
 */
export async function lockFolder(
  folder: string,
  deps: HoldDeps,
  kindOf: (folder: string) => DiskKind = diskKindOf,
): Promise<FolderLock> {
  await makeFolder(folder)
  const { lockFile, record } = filesOf(folder)
  const lock = await takeKernelLock(lockFile)
  if (lock === 'taken') throw taken(folder, ownerIn(record))
  try {
    giveToUser(lockFile)
    const isLocal = kindOf(folder) === 'local'
    const own = await takeRecord(folder, record, deps, isLocal)
    return holdFolder(folder, { lock, own, isLocal }, deps)
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Checks if a folder has an owner record that is being renewed. Does not take the lock, so a bot can start at the same moment. Throws
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

async function takeRecord(
  folder: string,
  path: string,
  { setTimer, warn }: HoldDeps,
  isLocal: boolean,
): Promise<OwnRecord> {
  const here = thisMachine()
  const found = readOwner(path)
  const isElsewhere = found !== undefined && found.owner?.machine !== here.id
  if (isElsewhere) {
    warn(
      `The folder ${folder} was that of ${who(found.owner)}, on another machine. It is watched for ${watchFor / 1000} s, in case that process lives.`,
    )
    const later = await watchOwner(path, found, watchFor, (ms) => sleepOn(setTimer, ms))
    if (typeof later === 'object') throw taken(folder, later.owner, elsewhere)
  }
  const owner = { owner: randomUUID(), machine: here.id, host: here.host, pid: process.pid }
  const own = putOwner(path, owner, isLocal)
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

export class FolderLostError extends Error {
  override readonly name = 'FolderLostError'
}

type HoldDeps = {
  now: () => Time
  setTimer: SetTimer
  warn: (what: string) => void
  onFolderLost?: (error: FolderLostError) => void
}

export type FolderLock = {
  /**
   * Returns false if this process has lost the folder, and never true again after that. Throws Node's error if the folder cannot be
   * checked, for example because the disk is missing. Takes less than 0.01 ms on a local disk.
   */
  ownsFolder(): boolean
  release(): Promise<void>
}

const filesOf = (folder: string) => ({ lockFile: join(folder, 'lock'), record: join(folder, 'owner') })

function holdFolder(
  folder: string,
  { lock, own, isLocal }: { lock: KernelLock; own: OwnRecord; isLocal: boolean },
  { now, setTimer, warn, onFolderLost }: HoldDeps,
): FolderLock {
  const { lockFile, record } = filesOf(folder)
  let state: 'held' | 'lost' | 'released' = 'held'
  let isFailing = false
  let touchedAt = Number.NEGATIVE_INFINITY
  const heartbeat = startLoop(renewAndCheck, renewEvery, setTimer)

  function ownsFolder(): boolean {
    if (state !== 'held') return false
    const [seen, isInPlace] = [own.check(), lock.isInPlace()]
    if (seen === 'ours' && isInPlace) return true
    // Both files are missing if the disk is missing or was erased. That shows no other owner, and nothing can be written there.
    if (seen === 'missing' && !isInPlace) statSync(record)
    state = 'lost'
    void heartbeat.stop()
    onFolderLost?.(new FolderLostError(whyLost(folder, seen)))
    return false
  }

  /** Continues after a failed heartbeat, because the kernel's lock still works on this machine. */
  async function renewAndCheck(): Promise<void> {
    try {
      if (!ownsFolder()) return
      const asked = isAsked(record)
      if (asked || !isLocal) own.renew(now())
      if (asked) dropQuestion(record)
      // A program that deletes old files must not delete the lock file.
      if (Math.abs(now() - touchedAt) >= touchEvery) {
        utimesSync(lockFile, now() / 1000, now() / 1000)
        touchedAt = now()
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) warn(`The heartbeat in the folder ${folder} failed: ${errorMessage(error)}.`)
      isFailing = true
    }
  }

  return {
    ownsFolder,
    async release() {
      if (state === 'released') return
      state = 'released'
      // Stop the heartbeat first, because it uses the file that is closed next.
      await heartbeat.stop()
      try {
        await giveAllToUser(folder, allIn(folder))
      } catch {
        // What cannot be listed or given away must not keep the folder locked.
      }
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
