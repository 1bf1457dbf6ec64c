import { statSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '../model/reason.ts'
import type { SetTimer } from '../model/timer.ts'
import type { KernelLock } from './kernel-lock.ts'
import { type OwnRecord, ownerIn, renewEvery, who } from './owner-record.ts'

/** This process had the folder, and has it no longer: it must neither write there nor post. */
export class FolderLostError extends Error {
  override readonly name = 'FolderLostError'
}

/** What holding a folder needs. */
export type HoldDeps = {
  /** UTC, ms since the epoch. */
  now: () => number
  setTimer: SetTimer
  /** Is told why a start takes a while, and why a heartbeat failed. */
  tell: (what: string) => void
  /** Is called once, as soon as this process finds that it has lost the folder. */
  lost?: (error: FolderLostError) => void
}

/** A folder that this process has for itself. */
export type FolderLock = {
  /**
   * Whether this process still owns the folder; once false, it stays false. Throws Node's error if this cannot be found out, as when
   * the disk is away. Takes less than 0.01 ms on a local disk.
   */
  holds(): boolean
  /** Gives the folder back. What is another process's by now stays as it is. */
  release(): Promise<void>
}

/** The files of the lock in a folder. Their names have no ending, because all other files are taken for what a bot keeps. */
export const filesOf = (folder: string) => ({ lockFile: join(folder, 'lock'), record: join(folder, 'owner') })

/** What holds a folder that was taken: it renews the record, and looks at each heartbeat, and when asked, whether the folder is still ours. */
export function holdFolder(
  folder: string,
  lock: KernelLock,
  own: OwnRecord,
  { now, setTimer, tell: notify, lost }: HoldDeps,
): FolderLock {
  const { lockFile, record } = filesOf(folder)
  let state: 'held' | 'lost' | 'released' = 'held'
  let isFailing = false
  let beating = Promise.resolve()
  let cancel = setTimer(beat, renewEvery)

  function holds(): boolean {
    if (state !== 'held') return false
    const [seen, isInPlace] = [own.look(), lock.isInPlace()]
    if (seen === 'ours' && isInPlace) return true
    // Without both files the disk is away, or was wiped: that says nothing about the owner, and nothing can be written there.
    if (seen === 'missing' && !isInPlace) statSync(record)
    state = 'lost'
    lost?.(new FolderLostError(whyLost(folder, seen)))
    return false
  }

  function beat(): void {
    beating = renewAndLook().then(again, again)
  }
  function again(): void {
    if (state === 'held') cancel = setTimer(beat, renewEvery)
  }

  /** A heartbeat that cannot be written is no reason to stop: on this machine the kernel's lock stands, and `holds` tells the rest. */
  async function renewAndLook(): Promise<void> {
    try {
      if (!holds()) return
      await own.renew(now())
      // A cleaner of old files must not take the lock file for one that nobody needs.
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
      cancel()
      // The heartbeat uses the file that is closed next.
      await beating
      try {
        own.giveUp()
      } finally {
        lock.release()
      }
    },
  }
}

function whyLost(folder: string, seen: ReturnType<OwnRecord['look']>): string {
  const { lockFile, record } = filesOf(folder)
  if (seen === 'other') return `The folder ${folder} was taken over by ${who(ownerIn(record))}.`
  if (seen === 'missing') return `The file ${record} of this process was removed.`
  return `The file ${lockFile} of this process was removed or replaced.`
}
