import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSharedProblems } from '../../src/health/shared-problems.ts'
import type { Problem } from '../../src/model/problem.ts'
import { type ProblemRecords, problemRecords } from '../../src/store/collections.ts'
import { recordFiles } from '../../src/store/file/record-files.ts'
import { emptyFolder } from '../tools/folder.ts'

const gone: Problem = { what: 'There is no alert.', whatToDo: 'Correct it.', subscription: 'acme' }
const other: Problem = { what: 'Something else.', whatToDo: 'Correct it.', subscription: 'acme' }

/** Processes on one store, with a clock and timers that are moved by hand. */
function open(size: number) {
  const clock = { at: 1_000_000 }
  const told: string[] = []
  const store = { isAway: false }
  const shared = problemRecords(recordFiles(emptyFolder(), { warn: () => undefined }))
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
  /** Writes go to a real file: they take as long as they take. */
  async function settled(): Promise<void> {
    do await setImmediate()
    while (atWork > 0)
  }
  const timers = new Map<number, Set<() => void>>()
  const boards = Array.from({ length: size }, (_, process) => {
    const due = new Set<() => void>()
    timers.set(process, due)
    return createSharedProblems({
      records,
      tell: {
        raised: ({ what }) => void told.push(`${process}: ${what}`),
        cleared: ({ what }) => void told.push(`${process}: over: ${what}`),
      },
      isOwn: (key) => key === 'own',
      now: () => clock.at,
      setTimer(run) {
        due.add(run)
        return () => void due.delete(run)
      },
    })
  })
  /** Lets processes compare their boards (all of them, or one), after so many ms. */
  async function compare(ms = 3000, processes: number[] = boards.map((_, process) => process)) {
    clock.at += ms
    for (const process of processes) {
      for (const run of timers.get(process) ?? []) {
        timers.get(process)?.delete(run)
        run()
      }
      await settled()
    }
  }
  const shown = () => boards.map((board) => board.standing().map(({ what }) => what))
  return { boards, told, store, settled, compare, shown }
}

it('what all processes find at once is told by one, and shown by all', async () => {
  const { boards, told, compare, shown, settled } = open(3)
  for (const board of boards) board.raise('alert', gone)
  await settled()
  expect(told).toHaveLength(1)
  await compare()
  expect(shown()).toEqual([[gone.what], [gone.what], [gone.what]])
})

it('what one finds is known to the others within seconds, and over for all when another finds it over', async () => {
  const { boards, told, compare, shown, settled } = open(2)
  boards[0]?.raise('alert', gone)
  await settled()
  expect(boards[1]?.find('alert')).toBeUndefined()
  await compare()
  expect(boards[1]?.find('alert')).toMatchObject({ ...gone, since: 1_000_000 })
  expect(boards[1]?.clear('alert')).toBe(true)
  await settled()
  await compare()
  expect(shown()).toEqual([[], []])
  expect(told).toEqual([`0: ${gone.what}`, `1: over: ${gone.what}`])
})

it('what happened once stands for all until its time is over, and is then gone from the store as well', async () => {
  const { boards, told, compare, shown, settled } = open(2)
  const once: Problem = { ...gone, until: 1_000_000 + 60_000 }
  boards[0]?.raise('rejected 7', once)
  await settled()
  await compare()
  expect(shown()).toEqual([[gone.what], [gone.what]])
  await compare(57_000)
  expect(shown()).toEqual([[], []])
  boards[1]?.raise('rejected 7', once)
  await settled()
  expect(told).toHaveLength(2)
})

it('that becomes another is told again; that stays the same is not', async () => {
  const { boards, told, compare, settled } = open(2)
  boards[0]?.raise('alert', gone)
  await settled()
  await compare()
  boards[1]?.raise('alert', gone)
  boards[0]?.raise('alert', gone)
  boards[1]?.raise('alert', other)
  await settled()
  expect(told).toEqual([`0: ${gone.what}`, `1: ${other.what}`])
})

it('is said to stand while its process lives, and dies with it', async () => {
  const { boards, compare, shown, settled } = open(2)
  boards[0]?.raise('alert', gone)
  await settled()
  for (let minute = 0; minute < 4; minute++) await compare(45_000)
  expect(shown()).toEqual([[gone.what], [gone.what]])
  await compare(91_000, [1])
  expect(shown()[1]).toEqual([])
})

it('is taken back in silence by a process that stops', async () => {
  const { boards, told, compare, shown, settled } = open(2)
  boards[0]?.raise('alert', gone)
  await settled()
  await compare()
  await boards[0]?.stop()
  await compare(3000, [1])
  expect(shown()[1]).toEqual([])
  expect(told).toEqual([`0: ${gone.what}`])
})

it('concerns one process only where it is its own', async () => {
  const { boards, compare, shown } = open(2)
  boards[0]?.raise('own', gone)
  await compare()
  expect(shown()).toEqual([[gone.what], []])
  expect(boards[0]?.clear('own')).toBe(true)
  expect(shown()).toEqual([[], []])
})

it('is told although the store is away, and compared when it is back', async () => {
  const { boards, told, store, compare, shown, settled } = open(2)
  store.isAway = true
  boards[0]?.raise('alert', gone)
  await settled()
  await compare()
  expect(told).toEqual([`0: ${gone.what}`])
  expect(shown()[0]).toEqual([gone.what])
  store.isAway = false
  await compare()
  boards[0]?.raise('alert', gone)
  await settled()
  await compare()
  expect(shown()).toEqual([[gone.what], [gone.what]])
})
