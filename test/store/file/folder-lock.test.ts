import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { afterInitialSync } from '../../../src/engine/progress/checkpoint-changes.ts'
import type { DiskKind } from '../../../src/store/disk-kind.ts'
import { FolderTakenError, inspectLock, lockFolder } from '../../../src/store/file/folder-lock.ts'
import { LockUnusableError, takeKernelLock } from '../../../src/store/file/kernel-lock.ts'
import { lowdbCheckpoints } from '../../../src/store/file/lowdb-checkpoints.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { readOwner, thisMachine } from '../../../src/store/file/owner-record.ts'
import type { OpenCollection } from '../../../src/store/sql/collections.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { openRecordsIn } from '../../tools/sqlite-records.ts'

/** Short waits pass at once, each after `during`; heartbeats come when the test says so. */
function handTimers(during: (wait: number) => unknown = () => undefined) {
  const waits: number[] = []
  let beat: (() => void) | undefined
  return {
    waits,
    setTimer(run: () => void, ms: number) {
      if (ms === 2000) {
        beat = run
        return () => {
          beat = undefined
        }
      }
      waits.push(ms)
      const timer = setImmediate(async () => {
        await during(waits.length)
        run()
      })
      return () => clearImmediate(timer)
    },
    /** One heartbeat; waits for its end: the next one is planned, unless the test names another. */
    async beat(hasEnded = () => beat !== undefined) {
      const now = beat
      beat = undefined
      now?.()
      await vi.waitFor(() => expect(hasEnded()).toBe(true))
    },
    isBeating: () => beat !== undefined,
  }
}

function lockDeps(timers = handTimers()) {
  const told: string[] = []
  const lost: string[] = []
  return {
    now: () => 0,
    setTimer: timers.setTimer,
    warn: (what: string) => void told.push(what),
    onFolderLost: (error: Error) => void lost.push(error.message),
    told,
    losses: lost,
  }
}

/** Another process that takes the folder, says how that went, and lives on. */
async function otherProcess(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('../../../src/store/file/folder-lock.ts', import.meta.url).href)}
    const deps = { now: Date.now, setTimer: () => () => {}, warn() {} }
    globalThis.lock = await lockFolder(${JSON.stringify(folder)}, deps).catch((error) => error)
    console.log(globalThis.lock.name ?? 'taken')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [chunk] = await once(child.stdout, 'data')
  return { child, said: String(chunk).trim() }
}

/** The record of a process on another machine. */
const foreign = (owner = 'other') => JSON.stringify({ owner, machine: 'boot-2', host: 'host-2', pid: 7 })

/** Puts a record into its place as a process on another machine does. */
function putForeign(folder: string, owner?: string): void {
  writeFileSync(join(folder, 'new'), foreign(owner))
  renameSync(join(folder, 'new'), join(folder, 'owner'))
}

const recordIn = (folder: string) => readFileSync(join(folder, 'owner'), 'utf8')

describe('the lock of a data folder', () => {
  it('can be taken only once, and can be taken again after its release', async () => {
    const folder = join(emptyFolder(), 'made', 'here')
    const lock = await lockFolder(folder, lockDeps())
    await expect(lockFolder(folder, lockDeps())).rejects.toThrow(FolderTakenError)
    expect(lock.ownsFolder()).toBe(true)
    await lock.release()
    await lock.release()
    expect(lock.ownsFolder()).toBe(false)
    await (await lockFolder(folder, lockDeps())).release()
    expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])).toEqual([
      ['lock', ''],
      ['owner', ''],
    ])
  })

  it('is refused to another process while this process has it, even after this process tried to take it twice', async () => {
    const folder = emptyFolder()
    const lock = await lockFolder(folder, lockDeps())
    await expect(lockFolder(folder, lockDeps())).rejects.toThrow(FolderTakenError)
    expect((await otherProcess(folder)).said).toBe('FolderTakenError')
    await lock.release()
  })

  it('is refused while another process has it, and is free at once when that process is killed', async () => {
    const folder = emptyFolder()
    const { child, said } = await otherProcess(folder)
    expect(said).toBe('taken')
    await expect(lockFolder(folder, lockDeps())).rejects.toThrow(
      `Another process works on the folder ${folder} (process ${child.pid} on ${hostname()}): one process a folder. ` +
        'End it, name another folder, or set DATABASE_URL to run several.',
    )
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const timers = handTimers()
    await (await lockFolder(folder, lockDeps(timers))).release()
    expect(timers.waits).toEqual([])
  })

  it('works for a very long path', async () => {
    await (await lockFolder(join(emptyFolder(), 'x'.repeat(200), 'y'.repeat(200)), lockDeps())).release()
  })
})

describe('the lock file of a data folder', () => {
  it('causes an error that explains the remedy if it has content or is a folder', async () => {
    const folder = emptyFolder()
    const path = join(folder, 'lock')
    writeFileSync(path, '4711\n')
    for (const wrong of [path, folder])
      await expect(takeKernelLock(wrong)).rejects.toThrow(
        `The lock file ${wrong} is not an empty file, as it has to be: remove it while no bot is running.`,
      )
  })

  it.each([
    ['SQLite reports that there are none', 3850],
    ['SQLite reports "busy"', 5],
  ])('causes an error if the file system has no locks and %s', async (_what, errcode) => {
    const folder = emptyFolder()
    const begin = async () => {
      throw Object.assign(new Error('no'), { errcode })
    }
    await expect(takeKernelLock(join(folder, 'lock'), begin)).rejects.toThrow(
      `The file system of ${folder} has no locks, so it cannot be known whether another bot works there`,
    )
    expect(readdirSync(folder)).toEqual(['lock'])
  })

  it('is opened again, but not without end, if it was replaced during the opening', async () => {
    const folder = emptyFolder()
    const path = join(folder, 'lock')
    let closed = 0
    const replacing = (times: number) => async () => {
      if (times-- > 0) {
        writeFileSync(`${path}-2`, '')
        renameSync(`${path}-2`, path)
      }
      return { close: () => void closed++ }
    }
    expect(await takeKernelLock(path, replacing(2))).not.toBe('taken')
    expect(closed).toBe(2)
    await expect(takeKernelLock(path, replacing(99))).rejects.toThrow(LockUnusableError)
  })
})

describe('a data folder whose owner file was written on another machine', () => {
  it('stays with the process of that machine if that process renews the file', async () => {
    const folder = emptyFolder()
    putForeign(folder)
    const timers = handTimers((wait) => {
      // The heartbeat: nothing changes but the time of the file.
      if (wait === 4) putForeign(folder)
    })
    const deps = lockDeps(timers)
    await expect(lockFolder(folder, deps)).rejects.toThrow(
      `Another process works on the folder ${folder} (process 7 on host-2): one process a folder. It is on another machine`,
    )
    expect(timers.waits).toEqual([500, 500, 500, 500])
    expect(deps.told).toEqual([
      `The folder ${folder} was that of process 7 on host-2, on another machine. It is watched for 15 s, in case that process lives.`,
    ])
    expect(recordIn(folder)).toBe(foreign())
    rmSync(join(folder, 'owner'))
    await (await lockFolder(folder, lockDeps())).release()
  })

  it('is taken over after 15 s without a renewal of the file and a second check', async () => {
    const folder = emptyFolder()
    putForeign(folder)
    const timers = handTimers()
    const lock = await lockFolder(folder, lockDeps(timers))
    expect(timers.waits).toEqual([...Array(30).fill(500), 1000])
    expect(lock.ownsFolder()).toBe(true)
    await lock.release()
  })

  it('is taken over sooner if the file is emptied while it is watched', async () => {
    const folder = emptyFolder()
    putForeign(folder)
    const timers = handTimers((wait) => {
      if (wait === 2) truncateSync(join(folder, 'owner'))
    })
    await (await lockFolder(folder, lockDeps(timers))).release()
    expect(timers.waits).toEqual([500, 500, 1000])
  })

  it('is not taken over if a third machine takes it over at the same moment', async () => {
    const folder = emptyFolder()
    putForeign(folder)
    const timers = handTimers((wait) => {
      if (wait === 31) putForeign(folder, 'third')
    })
    await expect(lockFolder(folder, lockDeps(timers))).rejects.toThrow(FolderTakenError)
    expect(recordIn(folder)).toBe(foreign('third'))
  })

  it('is watched before the take-over even if the format of the file is unknown', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'owner'), 'version 2')
    const timers = handTimers()
    const deps = lockDeps(timers)
    await (await lockFolder(folder, deps)).release()
    expect(timers.waits).toHaveLength(31)
    expect(deps.told).toEqual([expect.stringMatching(/ was that of an unknown process, on another machine/)])
  })
})

it('a machine is identified by the boot id of its kernel, or by its host name if it has none', () => {
  const boot = join(emptyFolder(), 'boot_id')
  expect(thisMachine(boot)).toEqual({ id: hostname(), host: hostname() })
  writeFileSync(boot, 'ab-cd\n')
  expect(thisMachine(boot)).toEqual({ id: 'ab-cd', host: hostname() })
})

describe('the process that owns a data folder', () => {
  async function owner(disk: DiskKind = 'network') {
    const folder = emptyFolder()
    const timers = handTimers()
    const deps = lockDeps(timers)
    const lock = await lockFolder(folder, deps, () => disk)
    onTestFinished(lock.release)
    return { folder, timers, lock, ...deps }
  }

  it.each<DiskKind>(['network', 'unknown'])(
    'renews its owner file on a disk of the kind %s, even if the clock does not move',
    async (disk) => {
      const { folder, timers } = await owner(disk)
      const marks = new Set<string | undefined>()
      for (let beat = 0; beat < 3; beat++) {
        marks.add(readOwner(join(folder, 'owner'))?.mark)
        await timers.beat()
      }
      expect(marks.size).toBe(3)
    },
  )

  it('writes nothing on a local disk until another process asks, and answers that process at its next heartbeat', async () => {
    const { folder, timers } = await owner('local')
    await timers.beat()
    const [rested, files] = [readOwner(join(folder, 'owner')), readdirSync(folder)]
    await timers.beat()
    expect(readOwner(join(folder, 'owner'))).toEqual(rested)
    const looks = handTimers((wait) => (wait === 3 ? timers.beat() : undefined))
    expect(await inspectLock(folder, looks.setTimer)).toMatchObject({ kind: 'in-use' })
    expect(looks.waits).toHaveLength(3)
    expect(readdirSync(folder)).toEqual(files)
  })

  it('answers two that ask at the same time', async () => {
    const { folder, timers } = await owner('local')
    const inspect = () =>
      inspectLock(folder, handTimers((wait) => (wait === 3 ? timers.beat() : undefined)).setTimer)
    const seen = await Promise.all([inspect(), inspect()])
    expect(seen).toEqual([
      expect.objectContaining({ kind: 'in-use' }),
      expect.objectContaining({ kind: 'in-use' }),
    ])
  })

  it('answers although it cannot remove the question', async () => {
    const { folder, timers } = await owner('local')
    const before = readOwner(join(folder, 'owner'))
    // A folder cannot be removed like a file, as a file of another user in a sticky folder cannot.
    mkdirSync(join(folder, 'owner-asked'))
    await timers.beat()
    expect(readOwner(join(folder, 'owner'))).not.toEqual(before)
  })

  it.each<DiskKind>(['local', 'network'])(
    'notices on a disk of the kind %s that a program wrote over its owner file, at the same size',
    async (disk) => {
      const { folder, lock } = await owner(disk)
      expect(lock.ownsFolder()).toBe(true)
      const path = join(folder, 'owner')
      writeFileSync(path, recordIn(folder).replace(/"pid":\d/, '"pid":0'), { flag: 'r+' })
      utimesSync(path, 1_795_000_000, 1_795_000_000)
      expect(lock.ownsFolder()).toBe(false)
    },
  )

  it.each<DiskKind>(['local', 'network'])(
    'keeps its folder on a disk of the kind %s if a program only changes the time of its owner file',
    async (disk) => {
      const { folder, lock } = await owner(disk)
      utimesSync(join(folder, 'owner'), 1_795_000_000, 1_795_000_000)
      expect(lock.ownsFolder()).toBe(true)
    },
  )

  it('does not let its lock file become old, and writes nothing else than its owner file until then', async () => {
    const folder = emptyFolder()
    const timers = handTimers()
    const clock = { now: 1_795_000_000_000 }
    const lock = await lockFolder(folder, { ...lockDeps(timers), now: () => clock.now })
    onTestFinished(lock.release)
    const touched = () => statSync(join(folder, 'lock')).mtimeMs
    await timers.beat()
    const first = touched()
    clock.now += 3_599_000
    await timers.beat()
    expect(touched()).toBe(first)
    clock.now += 1000
    await timers.beat()
    expect(touched()).toBe(clock.now)
  })

  it.each<[string, (folder: string) => void, RegExp]>([
    ['its owner file was replaced', putForeign, /^The folder .* was taken over by process 7 on host-2\.$/],
    [
      'its owner file was removed',
      (folder) => rmSync(join(folder, 'owner')),
      /owner of this process was removed\.$/,
    ],
    [
      'its lock file was removed',
      (folder) => rmSync(join(folder, 'lock')),
      /lock of this process was removed or replaced\.$/,
    ],
    [
      'its lock file was replaced',
      (folder) => {
        writeFileSync(join(folder, 'new'), '')
        renameSync(join(folder, 'new'), join(folder, 'lock'))
      },
      /lock of this process was removed or replaced\.$/,
    ],
  ])('notices, when asked and at its next heartbeat, that %s', async (_what, harm, words) => {
    for (const disk of ['local', 'network'] as const) {
      const [asked, beating] = [await owner(disk), await owner(disk)]
      for (const { folder } of [asked, beating]) harm(folder)
      expect(asked.lock.ownsFolder()).toBe(false)
      expect(asked.lock.ownsFolder()).toBe(false)
      expect(asked.losses).toEqual([expect.stringMatching(words)])
      await beating.timers.beat(() => beating.losses.length > 0)
      expect(beating.losses).toEqual([expect.stringMatching(words)])
      expect(beating.timers.isBeating()).toBe(false)
    }
  })

  it('does not remove the owner file of another process when it stops', async () => {
    const { folder, lock } = await owner()
    putForeign(folder)
    await lock.release()
    expect(recordIn(folder)).toBe(foreign())
  })

  it('does not count the folder as lost while the disk is missing', async () => {
    const { folder, lock, timers, losses, told } = await owner()
    renameSync(folder, `${folder}-away`)
    expect(() => lock.ownsFolder()).toThrow('ENOENT')
    await timers.beat()
    await timers.beat()
    renameSync(`${folder}-away`, folder)
    expect(lock.ownsFolder()).toBe(true)
    await timers.beat()
    expect(losses).toEqual([])
    expect(told).toEqual([expect.stringContaining(`The heartbeat in the folder ${folder} failed: ENOENT`)])
  })
})

describe('a store whose folder another process has taken over', () => {
  const numbersOf = (collection: OpenCollection) => collection('some-numbers', z.number())
  const key = { subscription: 'acme', alert: '7' }

  it.each<[string, (folder: string) => void]>([
    ['before the write', () => undefined],
    // The write itself is not interrupted, but the post after it must not happen.
    ['during the write', putForeign],
  ])(
    'reports a save as failed if the take-over came %s, so that no post follows the save',
    async (when, meanwhile) => {
      const folder = emptyFolder()
      const lost = vi.fn()
      const log = { warn: () => undefined }
      const store = await openFolder(folder, {
        now: () => 0,
        setTimer: handTimers().setTimer,
        log,
        onFolderLost: lost,
      })
      const checkpoints = store.leading.checkpoints()
      const at = (watermark: string) => ({
        ...afterInitialSync([], true, [], { at: 1 }),
        watermark: watermark,
      })
      expect(await checkpoints.save(key, at('1'))).toBe('kept')
      const numbers = numbersOf(store.collection)
      await numbers.put('a', 1)
      if (when === 'before the write') putForeign(folder)
      const [keeping, changing] = [checkpoints.save(key, at('2')), numbers.put('a', 2)]
      const ended = Promise.allSettled([keeping, changing])
      // Both wait for the disk after this.
      for (let step = 0; step < 50; step++) await Promise.resolve()
      meanwhile(folder)
      expect(await ended).toEqual([
        { status: 'fulfilled', value: 'fenced' },
        // A record waits for the others of the same moment, and is then written in one step (see sqlite/fence.test.ts), so it was not written yet.
        { status: 'rejected', reason: expect.objectContaining({ name: 'FolderLostError' }) },
      ])
      // The files belong to the other process now, which may find any content in them during a write.
      const left = when === 'before the write' ? 1 : 2
      const found = await lowdbCheckpoints(join(folder, 'checkpoints')).load(key)
      expect(found).toMatchObject({ checkpoint: { watermark: String(left) } })
      expect(await numbersOf(openRecordsIn(folder).collection).find('a')).toBe(1)
      expect(lost).toHaveBeenCalledOnce()
      await store.close()
    },
  )
})

describe('the doctor’s inspection of the lock of a folder', () => {
  const inspect = (folder: string, timers = handTimers()) => inspectLock(folder, timers.setTimer)

  it('finds no process in an unused or released folder, and creates no file', async () => {
    const folder = emptyFolder()
    expect(await inspect(folder)).toEqual({ kind: 'free' })
    expect(readdirSync(folder)).toEqual([])
    await (await lockFolder(folder, lockDeps())).release()
    expect(await inspect(folder)).toEqual({ kind: 'free' })
  })

  it('finds a running process by its heartbeat, and does not take the lock of that process', async () => {
    const folder = emptyFolder()
    const working = handTimers()
    const lock = await lockFolder(folder, lockDeps(working))
    const timers = handTimers(() => working.beat())
    expect(await inspect(folder, timers)).toMatchObject({ kind: 'in-use', owner: { pid: process.pid } })
    expect(lock.ownsFolder()).toBe(true)
    expect((await otherProcess(folder)).said).toBe('FolderTakenError')
    await lock.release()
  })

  it('finds a process that was killed or hangs', async () => {
    const folder = emptyFolder()
    putForeign(folder)
    expect(await inspect(folder)).toMatchObject({ kind: 'stands-still', owner: { host: 'host-2' } })
    expect(existsSync(join(folder, 'lock'))).toBe(false)
    expect(recordIn(folder)).toBe(foreign())
  })

  it('does not keep a process from starting at the same moment', async () => {
    const folder = emptyFolder()
    const [seen, lock] = await Promise.all([inspect(folder), lockFolder(folder, lockDeps())])
    expect(seen.kind).toMatch(/free|in-use|stands-still/)
    await lock.release()
  })
})
