import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Progress } from '../../src/model/due.ts'
import type { PollQueue, RunDue } from '../../src/scheduler/poll-queue.ts'

/** The contract of every queue for the progress of its members. The progress may be read from another queue than the one that ran them. */

/** `works` runs due members; `tells` reports the progress. */
export type OpenedLists = { works: PollQueue; tells: PollQueue }

export function progressContract(where: string, openLists: (run: RunDue) => Promise<OpenedLists>): void {
  /** Lists whose runs end by hand, with those that have read to the end. */
  async function open() {
    const runs: ((caughtUp: string[]) => void)[] = []
    const lists = await openLists(() => new Promise((end) => void runs.push(end)))
    onTestFinished(async () => {
      const stopping = lists.works.stop()
      for (const end of runs) end([])
      await stopping
    })
    const until = (expected: unknown) =>
      expect.poll(async () => (await lists.tells.progress()).flatMap(plain)).toEqual(expected)
    const ended = async (caughtUp: string[]) => {
      await expect.poll(() => runs.length).toBeGreaterThan(0)
      runs.shift()?.(caughtUp)
    }
    const behindMs = async () => (await lists.tells.progress())[0]?.behindMs ?? 0
    return { ...lists, until, ended, behindMs }
  }

  describe(`the lag of a subscription, reported by ${where},`, () => {
    it('is absent if the subscription was never due', async () => {
      const { tells } = await open()
      expect(await tells.progress()).toEqual([])
    })

    it('counts during a poll, and ends when the poll has read all new mentions', async () => {
      const { works, tells, until, ended } = await open()
      const began = Date.now()
      works.markDue('7', ['a'])
      await until(['a is behind'])
      await ended(['a'])
      await until(['a caught up'])
      const [{ caughtUpAt = 0 } = {}] = await tells.progress()
      expect(caughtUpAt).toBeGreaterThanOrEqual(began - 5)
      expect(caughtUpAt).toBeLessThanOrEqual(Date.now() + 5)
      expect(Number.isInteger(caughtUpAt)).toBe(true)
    })

    it('counts from the first poll that did not read all new mentions, until a poll has read them', async () => {
      const { works, until, ended, behindMs } = await open()
      const began = Date.now()
      works.markDue('7', ['a'])
      await ended([])
      await until(['a is behind'])
      await wait(300)
      works.markDue('7', ['a'])
      await ended([])
      // Long enough that no cached result is used.
      await wait(1500)
      const [found, most] = [await behindMs(), Date.now() - began]
      expect(found).toBeGreaterThanOrEqual(1750)
      // A result from the database is a little older when it arrives.
      expect(found).toBeLessThanOrEqual(most + 1000)
      works.markDue('7', ['a'])
      await ended(['a'])
      await until(['a caught up'])
    })

    it('counts during a second poll that follows because the subscription became due meanwhile', async () => {
      const { works, until, ended } = await open()
      works.markDue('7', ['a'])
      await until(['a is behind'])
      works.markDue('7', ['a'])
      // Long enough that it is noted before the run ends.
      await wait(300)
      await ended(['a'])
      await wait(1500)
      await until(['a caught up, is behind'])
      await ended(['a'])
      await until(['a caught up'])
    })

    it('counts from the time a waiting subscription became due, also during its poll', async () => {
      const { works, until, ended, behindMs } = await open()
      works.markDue('7', ['b'])
      await until(['b is behind'])
      works.markDue('7', ['a'])
      await wait(1000)
      await ended(['b'])
      await until(['a is behind', 'b caught up'])
      expect(await behindMs()).toBeGreaterThanOrEqual(950)
    })

    it('counts while the subscription cannot be polled, until it has caught up, and then starts again at zero', async () => {
      const { works, until, ended, behindMs } = await open()
      works.missed('a')
      await until(['a is behind'])
      await wait(600)
      works.missed('a')
      await wait(1200)
      expect(await behindMs()).toBeGreaterThanOrEqual(1700)
      works.markDue('7', ['a'])
      await ended(['a'])
      await until(['a caught up'])
      const began = Date.now()
      works.missed('a')
      await until(['a caught up, is behind'])
      const [found, most] = [await behindMs(), Date.now() - began]
      // A result from the database is a little older when it arrives.
      expect(found).toBeLessThanOrEqual(most + 1000)
    })

    it('is absent for the old alert of a subscription that has a new alert', async () => {
      const { works, tells, until, ended } = await open()
      works.markDue('7', ['a'], { at: Date.now() + 4000 })
      works.markDue('7', ['b'])
      await until(['b is behind'])
      works.moved('a', '8')
      await ended(['b'])
      await wait(5500)
      await until(['b caught up'])
      expect(tells.lag()).toBe(0)
    })

    it('is forgotten with a removed subscription', async () => {
      const { works, until, ended } = await open()
      works.markDue('7', ['a'])
      await ended([])
      works.markDue('8', ['b'])
      await ended(['b'])
      await until(['a is behind', 'b caught up'])
      works.forget('a')
      await until(['b caught up'])
    })
  })
}

/** Progress as words; empty without progress. */
function plain({ member, behindMs, caughtUpAt }: Progress): string[] {
  const told = [caughtUpAt === undefined ? [] : ['caught up'], behindMs === undefined ? [] : ['is behind']]
  return told.flat().length === 0 ? [] : [`${member} ${told.flat().join(', ')}`]
}
