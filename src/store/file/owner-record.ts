import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  futimes,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Which kernel a process runs on (`id`), and its name for people. */
type Machine = { id: string; host: string }

const ownerShape = z.object({
  /** Random: no two owners have the same. */
  owner: z.string(),
  /** The machine's id: processes on the same machine share the kernel's locks. */
  machine: z.string(),
  /** For people. */
  host: z.string(),
  /** For people: it says nothing in another container. */
  pid: z.number(),
})

/** Who works on a folder, as its owner record says. */
export type Owner = z.output<typeof ownerShape>

/** An owner record as it was found. `mark` changes with each heartbeat. `owner` is missing if the record cannot be understood. */
type Sighting = { mark: string; owner?: Owner }

/** The record of this process. */
export type OwnRecord = {
  /** Whether the record in the folder is this one. Throws Node's error if it cannot be read. */
  look(): 'ours' | 'other' | 'missing'
  /** One heartbeat, at `now` (UTC, ms). Rejects if it cannot be written. */
  renew(now: number): Promise<void>
  /** Says that nobody works here any more. */
  giveUp(): void
}

/**
 * A heartbeat sets the record's time of change. Whoever watches it compares it only with what it was before, never with a clock:
 * the clocks of two hosts differ.
 */
export const renewEvery = 2000

/** How often the watcher of a record looks, in ms. */
const lookEvery = 500

/** The machine of this process: `boot` is the file in which Linux keeps an id of each start of the kernel, the same in all containers. */
export function thisMachine(boot = '/proc/sys/kernel/random/boot_id'): Machine {
  const host = hostname()
  try {
    return { id: readFileSync(boot, 'utf8').trim() || host, host }
  } catch {
    return { id: host, host }
  }
}

/** Reads the record; undefined if nobody has left one, or its owner has given up the folder. Throws Node's error if it cannot be read. */
export function readOwner(path: string): Sighting | undefined {
  const found = readRecord(path)
  if (found === undefined || found.text === '') return undefined
  const parsed = ownerShape.safeParse(jsonOf(found.text))
  return { mark: `${found.changed} ${found.text}`, ...(parsed.success ? { owner: parsed.data } : {}) }
}

/** The owner for people to read about: a record that cannot be read changes nothing of what is said. */
export function ownerIn(path: string): Owner | undefined {
  try {
    return readOwner(path)?.owner
  } catch {
    return undefined
  }
}

/** An owner, for people. */
export function who(owner: Owner | undefined): string {
  return owner === undefined ? 'an unknown process' : `process ${owner.pid} on ${owner.host}`
}

/**
 * Watches a record for so many ms. Returns it as soon as it has changed, 'still' if it does not change, and 'given-up' if its owner gives
 * the folder up. Each look opens the file anew: a network file system tells other hosts' changes then, and not before.
 */
export async function watchOwner(
  path: string,
  first: Sighting,
  ms: number,
  sleep: (ms: number) => Promise<void>,
): Promise<Sighting | 'still' | 'given-up'> {
  for (let waited = 0; waited < ms; waited += lookEvery) {
    await sleep(lookEvery)
    const now = readOwner(path)
    if (now === undefined) return 'given-up'
    if (now.mark !== first.mark) return now
  }
  return 'still'
}

/**
 * Puts a record into its place, whole and at once. From then on this process touches only the file that it has opened here. So a
 * process that was frozen and replaced can write neither over the record of the next owner nor remove it.
 */
export function putOwner(path: string, owner: Owner): OwnRecord {
  const text = JSON.stringify(owner)
  const next = `${path}-${owner.owner}`
  const file = openSync(next, 'wx')
  try {
    writeSync(file, text)
    // A network file system may show others an empty file until then.
    fsyncSync(file)
    renameSync(next, path)
  } catch (error) {
    closeSync(file)
    rmSync(next, { force: true })
    throw error
  }
  let changed = fstatSync(file).mtimeMs
  return {
    look() {
      const found = readRecord(path)
      if (found === undefined) return 'missing'
      return found.text === text ? 'ours' : 'other'
    },
    async renew(now) {
      // Later than before in any case: the clock may have been set back.
      changed = Math.max(now, changed + 1000)
      await setTimes(file, changed / 1000, changed / 1000)
    },
    giveUp() {
      ftruncateSync(file)
      closeSync(file)
    },
  }
}

const setTimes = promisify(futimes)

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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
