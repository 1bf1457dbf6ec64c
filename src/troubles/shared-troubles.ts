import type { SetTimer } from '../model/timer.ts'
import type { SharedTrouble, TroubleRecords } from '../store/trouble-records.ts'
import {
  createTroubles,
  hasPassed,
  isSame,
  type StandingTrouble,
  type Tell,
  type TroubleBoard,
} from '../troubles.ts'
import { createTroubleWrites } from './trouble-writes.ts'
import { upkeepOf } from './upkeep.ts'

/** A board that processes share. */
type SharedTroubles = TroubleBoard & {
  /** Takes ours back, in silence: whoever finds the same says it again. */
  stop(): Promise<void>
}

type SharedTroublesDeps = {
  records: TroubleRecords
  tell: Tell
  /** The troubles of this process alone, such as its connections. */
  isOwn: (key: string) => boolean
  now: () => number
  setTimer: SetTimer
}

/** So often the board is compared with those of the others, in ms. */
const compareEvery = 3000

/**
 * The troubles of all processes: what one of them finds, all show and one tells; what another finds over, is over. `find` and
 * `standing` are as of a few seconds ago. While the store is away a trouble is told by each process that has it.
 */
export function createSharedTroubles({
  records,
  tell,
  isOwn,
  now,
  setTimer,
}: SharedTroublesDeps): SharedTroubles {
  const own = createTroubles(now, tell)
  const writes = createTroubleWrites({ records, tell, now })
  const standing = new Map<string, StandingTrouble>()
  const mine = new Set<string>()
  /** What has changed here while the others' troubles are read. */
  const touched = new Set<string>()
  let cancel = setTimer(compare, compareEvery)
  let stopped = false

  function compare(): void {
    void writes.afterwards(takeOver).then(() => {
      if (!stopped) cancel = setTimer(compare, compareEvery)
    })
  }

  async function takeOver(): Promise<void> {
    touched.clear()
    const there = await kept(await records.all())
    const keys = new Set(there.map(({ key }) => key))
    for (const key of standing.keys()) if (!keys.has(key) && !touched.has(key)) forget(key)
    for (const { at, ...trouble } of there) if (!touched.has(trouble.key)) standing.set(trouble.key, trouble)
  }

  /** Those that stand on, after what is to be done for each. */
  async function kept(troubles: SharedTrouble[]): Promise<SharedTrouble[]> {
    const left: SharedTrouble[] = []
    for (const trouble of troubles) if (await isKept(trouble)) left.push(trouble)
    return left
  }

  /** False where it stands no longer. */
  async function isKept(trouble: SharedTrouble): Promise<boolean> {
    const { key, at } = trouble
    const upkeep = upkeepOf(trouble, mine.has(key), now())
    if (upkeep === 'take-down')
      await records.change(key, (current) => (current?.at === at ? undefined : current))
    if (upkeep === 'say-again') await records.change(key, (current) => current && { ...current, at: now() })
    return upkeep !== 'take-down'
  }

  function forget(key: string): void {
    standing.delete(key)
    mine.delete(key)
  }

  return {
    raise(key, trouble) {
      if (isOwn(key)) return own.raise(key, trouble)
      const known = standing.get(key)
      const present = { ...trouble, key, since: known?.since ?? now() }
      standing.set(key, present)
      mine.add(key)
      if (known !== undefined && isSame(known, trouble)) return
      touched.add(key)
      writes.raised(present)
    },
    clear(key) {
      const known = standing.get(key)
      if (isOwn(key) || known === undefined) return own.clear(key)
      forget(key)
      touched.add(key)
      writes.cleared(known)
      return true
    },
    find: (key) => own.find(key) ?? standing.get(key),
    standing: () => [
      ...own.standing(),
      ...[...standing.values()].filter((trouble) => !hasPassed(trouble, now())),
    ],
    forget(subscription) {
      own.forget(subscription)
      for (const { key } of [...standing.values()].filter((known) => known.subscription === subscription)) {
        forget(key)
        touched.add(key)
        writes.drop(key)
      }
    },
    async stop() {
      stopped = true
      cancel()
      for (const key of mine) writes.drop(key)
      await writes.afterwards(async () => undefined)
    },
  }
}
