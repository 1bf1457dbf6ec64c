import { describe, expect, it } from 'vitest'
import { createSharedRuns, type Job } from '../../src/scheduler/shared-queue.ts'
import { flushPromises } from '../tools/manual-clock.ts'

const job = (key: string): Job => ({ key, id: `job of ${key}`, attempt: 1 })

/** Runs that end by hand, with a database that records its writes. */
function open() {
  const written: string[] = []
  const ends = new Map<string, (caughtUp: string[]) => void>()
  const state = { at: 10_000, isStopping: false, isAway: false, lost: [] as string[] }
  const ours = (jobs: Job[]) => jobs.filter(({ key }) => !state.lost.includes(key))
  const write = (what: string, jobs: Job[]) => {
    if (state.isAway) throw new Error('away')
    written.push(`${what} ${jobs.map(({ key }) => key).join(' ')}`)
    return ours(jobs)
  }
  const runs = createSharedRuns(
    {
      rows: {
        async end(keys, caughtUp) {
          written.push(`end ${keys.join(' ')}: ${caughtUp.join(' ')}`)
          return keys
        },
        async handOver(keys, caughtUp) {
          written.push(`hand over ${keys.join(' ')}: ${caughtUp.join(' ')}`)
        },
      },
      jobs: { heartbeat: async (jobs) => write('hold', jobs), complete: async (jobs) => write('drop', jobs) },
      now: () => state.at,
      requestWrite: () => void written.push('soon'),
      isStopping: () => state.isStopping,
    },
    (key) => new Promise((resolve) => ends.set(key, resolve)),
  )
  const end = async (key: string, ...caughtUp: string[]) => {
    ends.get(key)?.(caughtUp)
    await flushPromises()
    written.splice(0)
  }
  return { runs, state, written, end, ends }
}

describe('a run of the shared queue', () => {
  it('deletes its job at its end and then reports once which subscriptions have caught up', async () => {
    const { runs, written, end } = open()
    runs.begin(job('7'), ['a', 'b'])
    runs.begin(job('8'), ['c'])
    await end('7', 'a')
    expect(await runs.writeEnds()).toEqual(['7'])
    expect(written).toEqual(['drop 7', 'end 7: a'])
    expect(await runs.writeEnds()).toEqual([])
    expect(written).toHaveLength(2)
  })

  it('ends at once if no subscription is due', async () => {
    const { runs, written } = open()
    runs.begin(job('7'), [])
    await flushPromises()
    expect(written).toEqual(['soon'])
    await runs.writeEnds()
    expect(written).toEqual(['soon', 'drop 7', 'end 7: '])
  })

  it('is handed over to other processes if its process stops', async () => {
    const { runs, state, written, end } = open()
    runs.begin(job('7'), ['a', 'b'])
    await end('7', 'a')
    state.isStopping = true
    expect(await runs.writeEnds()).toEqual([])
    expect(written).toEqual(['drop 7', 'hand over 7: a'])
  })

  it('writes nothing at its end if a heartbeat showed that another process has its job', async () => {
    const { runs, state, written, end } = open()
    runs.begin(job('7'), ['a'])
    state.lost = ['7']
    await runs.sendHeartbeats()
    await end('7', 'a')
    await runs.writeEnds()
    expect(written).toEqual([])
  })

  it('reports no end if the deletion of its job shows that another process has the job', async () => {
    const { runs, state, written, end } = open()
    runs.begin(job('7'), ['a'])
    await end('7', 'a')
    state.lost = ['7']
    expect(await runs.writeEnds()).toEqual([])
    expect(written).toEqual(['drop 7'])
  })

  it('retries the write of its end if this write failed', async () => {
    const { runs, state, written, end } = open()
    runs.begin(job('7'), ['a'])
    await end('7', 'a')
    state.isAway = true
    await expect(runs.writeEnds()).rejects.toThrow('away')
    state.isAway = false
    expect(await runs.writeEnds()).toEqual(['7'])
    expect(written).toEqual(['drop 7', 'end 7: a'])
  })
})

describe('a running poll of the shared queue', () => {
  it('renews its job every three seconds', async () => {
    const { runs, state, written } = open()
    await runs.sendHeartbeats()
    runs.begin(job('7'), ['a'])
    await runs.sendHeartbeats()
    state.at += 2999
    await runs.sendHeartbeats()
    expect(written).toEqual(['hold 7'])
    state.at += 1
    await runs.sendHeartbeats()
    expect(written).toEqual(['hold 7', 'hold 7'])
  })

  it('counts against the limit of a hundred simultaneous runs until it ends', async () => {
    const { runs, end, ends } = open()
    for (let key = 0; key < 100; key++) runs.begin(job(String(key)), ['a'])
    expect(runs.freeSlots()).toBe(0)
    let isOver = false
    const over = runs.allEnded().then(() => {
      isOver = true
    })
    await end('0')
    expect([runs.freeSlots(), isOver]).toEqual([1, false])
    for (const one of ends.keys()) await end(one)
    await over
    expect(runs.freeSlots()).toBe(100)
  })
})
