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

/** So often the board is compared with those of the others, and a standing trouble said to stand, in ms. */
const compareEvery = 3000
const sayEvery = 30_000
/** A trouble whose process has not said so for so long, in ms, has died with it. */
const silence = 90_000

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
  const standing = new Map<string, StandingTrouble>()
  const mine = new Set<string>()
  const touched = new Set<string>()
  let writing: Promise<void> = Promise.resolve()
  let cancel = setTimer(compare, compareEvery)
  let stopped = false

  /** One after the other, so that a trouble is not raised after it was cleared. */
  function inTurn(write: () => Promise<unknown>, failed: () => void): void {
    writing = writing.then(write).then(() => undefined, failed)
  }

  async function tellRaised(trouble: StandingTrouble): Promise<void> {
    let isNew = false
    await records.change(trouble.key, (current) => {
      isNew = current === undefined || !isSame(current, trouble)
      return { ...trouble, since: current?.since ?? trouble.since, at: now() }
    })
    if (isNew) tell.raised(trouble)
  }

  async function tellCleared(trouble: StandingTrouble): Promise<void> {
    let wasThere = false
    await records.change(trouble.key, (current) => {
      wasThere = current !== undefined
      return undefined
    })
    if (wasThere) tell.cleared(trouble)
  }

  function compare(): void {
    inTurn(takeOver, () => undefined)
    void writing.then(() => {
      if (!stopped) cancel = setTimer(compare, compareEvery)
    })
  }

  async function takeOver(): Promise<void> {
    touched.clear()
    const there = new Map((await records.all()).map((trouble) => [trouble.key, trouble]))
    for (const trouble of there.values()) await keepAlive(trouble, there)
    for (const key of standing.keys()) if (!there.has(key) && !touched.has(key)) forget(key)
    for (const { at, ...trouble } of there.values())
      if (!touched.has(trouble.key)) standing.set(trouble.key, trouble)
  }

  /** Says again that ours stands, and takes down what stands no longer: it happened once, or its process has died. */
  async function keepAlive(trouble: SharedTrouble, there: Map<string, SharedTrouble>): Promise<void> {
    const { key, at } = trouble
    const isLeft = !mine.has(key) && now() - at > silence
    if (isLeft || hasPassed(trouble, now())) {
      await records.change(key, (current) => (current?.at === at ? undefined : current))
      there.delete(key)
    } else if (mine.has(key) && now() - at > sayEvery)
      await records.change(key, (current) => current && { ...current, at: now() })
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
      inTurn(
        () => tellRaised(present),
        () => tell.raised(present),
      )
    },
    clear(key) {
      const known = standing.get(key)
      if (isOwn(key) || known === undefined) return own.clear(key)
      forget(key)
      touched.add(key)
      inTurn(
        () => tellCleared(known),
        () => tell.cleared(known),
      )
      return true
    },
    find: (key) => own.find(key) ?? standing.get(key),
    standing: () => [
      ...own.standing(),
      ...[...standing.values()].filter((trouble) => !hasPassed(trouble, now())),
    ],
    forget(subscription) {
      own.forget(subscription)
      for (const trouble of [...standing.values()].filter((known) => known.subscription === subscription)) {
        forget(trouble.key)
        touched.add(trouble.key)
        inTurn(
          () => records.change(trouble.key, () => undefined),
          () => undefined,
        )
      }
    },
    async stop() {
      stopped = true
      cancel()
      for (const key of mine)
        inTurn(
          () => records.change(key, () => undefined),
          () => undefined,
        )
      await writing
    },
  }
}
