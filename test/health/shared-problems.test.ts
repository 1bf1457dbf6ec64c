import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  createProblemCache,
  createSharedProblems,
  type ProblemRecords,
  problemRecords,
  renewalOf,
  type SharedProblem,
} from '../../src/health/shared-problems.ts'
import type { Problem } from '../../src/model/problem.ts'
import { memoryStore } from '../tools/memory-store.ts'

const gone: Problem = { what: 'There is no alert.', whatToDo: 'Correct it.', subscription: 'acme' }
const other: Problem = { what: 'Something else.', whatToDo: 'Correct it.', subscription: 'acme' }

/** Processes on one store, with a clock and timers that are moved by hand. */
function open(size: number) {
  const clock = { at: 1_000_000 }
  const reported: string[] = []
  const store = { isAway: false }
  const shared = problemRecords(memoryStore())
  let atWork = 0
  async function work<T>(asked: () => Promise<T>): Promise<T> {
    if (store.isAway) throw new Error('away')
    atWork++
    return asked().finally(() => atWork--)
  }
  const records: ProblemRecords = {
    all: () => work(shared.all),
    change: (...asked) => work(() => shared.change(...asked)),
  }
  /** Waits until nobody uses the records. */
  async function written(): Promise<void> {
    do await setImmediate()
    while (atWork > 0)
  }
  const timers = new Map<number, Set<() => void>>()
  const boards = Array.from({ length: size }, (_, process) => {
    const due = new Set<() => void>()
    timers.set(process, due)
    return createSharedProblems({
      records,
      listener: {
        raised: ({ what }) => void reported.push(`${process}: ${what}`),
        cleared: ({ what }) => void reported.push(`${process}: solved: ${what}`),
      },
      isOwn: (key) => key === 'own',
      now: () => clock.at,
      setTimer(run) {
        due.add(run)
        return () => void due.delete(run)
      },
    })
  })
  /** Advances the clock and lets processes (all, or the given ones) read the records. */
  async function sync(ms = 5000, processes: number[] = boards.map((_, process) => process)) {
    clock.at += ms
    for (const process of processes) {
      for (const run of timers.get(process) ?? []) {
        timers.get(process)?.delete(run)
        run()
      }
      await written()
    }
  }
  const shown = () => boards.map((board) => board.openProblems().map(({ what }) => what))
  return { boards, reported, store, written, sync, shown }
}

it('a problem that all processes raise at once is reported by one of them and shown by all', async () => {
  const { boards, reported, sync, shown, written } = open(3)
  for (const board of boards) board.raise('alert', gone)
  await written()
  expect(reported).toHaveLength(1)
  await sync()
  expect(shown()).toEqual([[gone.what], [gone.what], [gone.what]])
})

it('what only the owner may read is reported by the process that found the problem, and never stored', async () => {
  const shared = problemRecords(memoryStore())
  const stored: unknown[] = []
  const records: ProblemRecords = {
    ...shared,
    async change(key, next) {
      const after = await shared.change(key, next)
      stored.push(after)
      return after
    },
  }
  const raised: unknown[] = []
  const board = createSharedProblems({
    records,
    listener: { raised: (problem) => void raised.push(problem), cleared: () => undefined },
    isOwn: () => false,
    now: () => 1000,
    setTimer: () => () => undefined,
  })
  board.raise('alert', { ...gone, ownerNote: 'There are: Project Falcon.' })
  await board.stop()
  expect(raised).toMatchObject([{ ...gone, ownerNote: 'There are: Project Falcon.' }])
  expect(stored).toContainEqual({ ...gone, key: 'alert', since: 1000, at: 1000 })
})

it('a problem of one process is known to another after a sync, and the other process can clear it for both', async () => {
  const { boards, reported, sync, shown, written } = open(2)
  boards[0]?.raise('alert', gone)
  await written()
  expect(boards[1]?.find('alert')).toBeUndefined()
  await sync()
  expect(boards[1]?.find('alert')).toMatchObject({ ...gone, since: 1_000_000 })
  expect(boards[1]?.clear('alert')).toBe(true)
  await written()
  await sync()
  expect(shown()).toEqual([[], []])
  expect(reported).toEqual([`0: ${gone.what}`, `1: solved: ${gone.what}`])
})

it('a problem with an end time is shown by all processes until then, and is reported again if it comes back', async () => {
  const { boards, reported, sync, shown, written } = open(2)
  const once: Problem = { ...gone, until: 1_000_000 + 60_000 }
  boards[0]?.raise('rejected 7', once)
  await written()
  await sync()
  expect(shown()).toEqual([[gone.what], [gone.what]])
  await sync(57_000)
  expect(shown()).toEqual([[], []])
  boards[1]?.raise('rejected 7', once)
  await written()
  expect(reported).toHaveLength(2)
})

it('a shared problem is reported again only if it changes', async () => {
  const { boards, reported, sync, written } = open(2)
  boards[0]?.raise('alert', gone)
  await written()
  await sync()
  boards[1]?.raise('alert', gone)
  boards[0]?.raise('alert', gone)
  boards[1]?.raise('alert', other)
  await written()
  expect(reported).toEqual([`0: ${gone.what}`, `1: ${other.what}`])
})

it('a shared problem stays while the process that raised it lives, and has expired 91 s after that process stopped renewing it', async () => {
  const { boards, sync, shown, written } = open(2)
  boards[0]?.raise('alert', gone)
  await written()
  for (let minute = 0; minute < 4; minute++) await sync(45_000)
  expect(shown()).toEqual([[gone.what], [gone.what]])
  await sync(91_000, [1])
  expect(shown()[1]).toEqual([])
})

it('a process that stops removes its shared problems without reporting them as solved', async () => {
  const { boards, reported, sync, shown, written } = open(2)
  boards[0]?.raise('alert', gone)
  await written()
  await sync()
  await boards[0]?.stop()
  await sync(5000, [1])
  expect(shown()[1]).toEqual([])
  expect(reported).toEqual([`0: ${gone.what}`])
})

it('other processes do not show a problem that concerns only one process', async () => {
  const { boards, sync, shown } = open(2)
  boards[0]?.raise('own', gone)
  await sync()
  expect(shown()).toEqual([[gone.what], []])
  expect(boards[0]?.clear('own')).toBe(true)
  expect(shown()).toEqual([[], []])
})

it('a problem is reported even while the store does not answer, and is shared if it is raised again when the store answers', async () => {
  const { boards, reported, store, sync, shown, written } = open(2)
  store.isAway = true
  boards[0]?.raise('alert', gone)
  await written()
  await sync()
  expect(reported).toEqual([`0: ${gone.what}`])
  expect(shown()[0]).toEqual([gone.what])
  store.isAway = false
  await sync()
  boards[0]?.raise('alert', gone)
  await written()
  await sync()
  expect(shown()).toEqual([[gone.what], [gone.what]])
})

const now = 10_000_000
const renewedAgo = (ms: number, more: Partial<SharedProblem> = {}): SharedProblem => ({
  key: 'alert 7',
  what: 'There is no alert.',
  whatToDo: 'Correct it.',
  since: 0,
  at: now - ms,
  ...more,
})

it.each([
  [
    'leaves its own shared problem as it is one second after its last renewal',
    renewedAgo(1000),
    true,
    'nothing',
  ],
  ['renews its own shared problem more than 30 s after its last renewal', renewedAgo(30_001), true, 'renew'],
  ['renews its own shared problem even 500 s after its last renewal', renewedAgo(500_000), true, 'renew'],
  [
    'keeps the problem of another process for 90 s after its last renewal',
    renewedAgo(90_000),
    false,
    'nothing',
  ],
  [
    'removes the problem of another process more than 90 s after its last renewal',
    renewedAgo(90_001),
    false,
    'remove',
  ],
  ['removes a problem of another process at its end time', renewedAgo(0, { until: now }), false, 'remove'],
  ['removes its own problem at its end time', renewedAgo(0, { until: now }), true, 'remove'],
  ['does not remove its own problem before its end time', renewedAgo(0, { until: now + 1 }), true, 'nothing'],
] as const)('a process %s', (_what, problem, isMine, upkeep) => {
  expect(renewalOf(problem, isMine, now)).toBe(upkeep)
})

const full: Problem = { what: 'The disk is full.', whatToDo: 'Make room.', subscription: 'acme' }
const written = (key: string): SharedProblem => ({ ...full, key, since: 5, at: 9 })

function openCache() {
  const changes: string[] = []
  const cache = createProblemCache(() => 1000, {
    raised: ({ key }) => void changes.push(`raised ${key}`),
    cleared: ({ key }) => void changes.push(`cleared ${key}`),
    drop: (key) => void changes.push(`dropped ${key}`),
  })
  return { changes, cache }
}

describe('the cache of shared problems', () => {
  it('passes on each change once, and knows which problems this process has raised', () => {
    const { cache, changes } = openCache()
    cache.raise('disk', full)
    cache.raise('disk', full)
    expect([...cache.mine()]).toEqual(['disk'])
    expect([cache.clear('disk'), cache.clear('disk')]).toEqual([true, false])
    expect([cache.openProblems(), [...cache.mine()]]).toEqual([[], []])
    expect(changes).toEqual(['raised disk', 'cleared disk'])
  })

  it('forgets the problems of one subscription and keeps the others', () => {
    const { cache, changes } = openCache()
    cache.raise('disk', full)
    cache.raise('other', { what: 'Something else.', whatToDo: 'Look.' })
    cache.forget('acme')
    expect(changes.at(-1)).toBe('dropped disk')
    expect(cache.openProblems().map(({ key }) => key)).toEqual(['other'])
  })

  it('is replaced by the stored records: deleted problems disappear, and those of other processes appear', async () => {
    const { cache } = openCache()
    cache.raise('ours', full)
    await cache.replace(async () => [written('theirs')])
    expect(cache.openProblems()).toEqual([{ ...full, key: 'theirs', since: 5 }])
    expect([...cache.mine()]).toEqual([])
  })

  it('keeps changes that this process makes while the records are read', async () => {
    const { cache } = openCache()
    cache.raise('over', full)
    await cache.replace(async () => {
      cache.raise('found', full)
      cache.clear('over')
      return [written('over')]
    })
    expect(cache.openProblems().map(({ key }) => key)).toEqual(['found'])
  })
})
