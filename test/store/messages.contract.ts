/** The contract of every store for message records. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { OpenMessageRecords } from '../../src/model/collection.ts'

/** A store for one test. `again` opens the same store as another process. */
type OpenedMessages = { open: OpenMessageRecords; again: () => Promise<OpenMessageRecords> }

const noon = Date.UTC(2026, 10, 20, 12)
const day = 86_400_000
const at = (ms: number, channel = 'C1') => ({ channel, ts: (ms / 1000).toFixed(6) })
const records = (open: OpenMessageRecords) => open('cards', z.object({ text: z.string() }))

export function messagesContract(where: string, store: () => Promise<OpenedMessages>): void {
  describe(`message records in ${where}`, () => {
    it('are found by channel and message time in this process and in the next', async () => {
      const { open, again } = await store()
      const text = 'NUL \u0000, half a pair \ud800, a line break \n'
      await records(open).add(at(noon), { text })
      await records(open).add(at(noon, 'C2'), { text: 'other' })
      expect(await records(open).find(at(noon))).toEqual({ text })
      expect(await records(await again()).find(at(noon))).toEqual({ text })
      expect(await records(open).find(at(noon + 1))).toBeUndefined()
    })

    it('have the last written value, and do not exist after their removal', async () => {
      const { open, again } = await store()
      const cards = records(open)
      await cards.add(at(noon), { text: 'one' })
      expect(await cards.change(at(noon), (card) => card && { text: `${card.text} two` })).toEqual({
        text: 'one two',
      })
      expect(await records(await again()).find(at(noon))).toEqual({ text: 'one two' })
      await cards.change(at(noon), () => undefined)
      expect(await records(await again()).find(at(noon))).toBeUndefined()
    })

    it('can be added together, and counted in one channel', async () => {
      const { open, again } = await store()
      const cards = records(open)
      const entries = [at(noon), at(noon + 1), at(noon + day), at(noon, 'C2')]
      expect(await cards.addAll(entries.map((key) => ({ key, value: { text: key.ts } })))).toEqual([])
      expect(await cards.addAll([])).toEqual([])
      await cards.change(at(noon + 1), () => undefined)
      const next = records(await again())
      expect([await next.count('C1'), await next.count('C2'), await next.count('C3')]).toEqual([2, 1, 0])
      expect(await next.find(at(noon))).toEqual({ text: at(noon).ts })
    })

    it('are never overwritten by adding a record again, alone or together, also by another process', async () => {
      const { open, again } = await store()
      const cards = records(open)
      expect(await cards.add(at(noon), { text: 'posted' })).toEqual({ text: 'posted' })
      await cards.change(at(noon), () => ({ text: 'claimed' }))
      for (const process of [cards, records(await again())]) {
        expect(await process.add(at(noon), { text: 'posted' })).toEqual({ text: 'claimed' })
        const entries = [at(noon), at(noon + 1)].map((key) => ({ key, value: { text: 'posted' } }))
        expect(await process.addAll(entries)).toEqual([])
        expect(await process.find(at(noon))).toEqual({ text: 'claimed' })
        expect(await process.find(at(noon + 1))).toEqual({ text: 'posted' })
      }
    })

    it('can be added again after their removal', async () => {
      const cards = records((await store()).open)
      await cards.add(at(noon), { text: 'one' })
      await cards.change(at(noon), () => undefined)
      expect(await cards.add(at(noon), { text: 'two' })).toEqual({ text: 'two' })
      expect(await cards.find(at(noon))).toEqual({ text: 'two' })
    })

    it('are stored once if a record is added twice in one call, and only one of them counts', async () => {
      const cards = records((await store()).open)
      const twice = ['one', 'two'].map((text) => ({ key: at(noon), value: { text } }))
      expect(await cards.addAll(twice)).toEqual([])
      expect(await cards.find(at(noon))).toEqual({ text: 'one' })
      expect(await cards.count('C1')).toBe(1)
    })

    it('are stored although another record of the same call cannot be stored, which is returned with the reason', async () => {
      const { open, again } = await store()
      const bad = { channel: 'C1', ts: 'at noon' }
      const entries = [at(noon), bad, at(noon + 1)].map((key) => ({ key, value: { text: 'new' } }))
      expect(await records(open).addAll(entries)).toEqual([{ key: bad, reason: expect.stringMatching(/./) }])
      const next = records(await again())
      expect([await next.find(at(noon)), await next.find(at(noon + 1))]).toEqual([
        { text: 'new' },
        { text: 'new' },
      ])
    })

    it('keep all of fifty changes of one record at the same time', async () => {
      const { open, again } = await store()
      const cards = records(open)
      const more = () => cards.change(at(noon), (card) => ({ text: `${card?.text ?? ''}x` }))
      await Promise.all(Array.from({ length: 50 }, more))
      expect(await records(await again()).find(at(noon))).toEqual({ text: 'x'.repeat(50) })
    })

    it('can be listed since a given time, in one channel or in all', async () => {
      const { open, again } = await store()
      for (const [days, channel] of [
        [0, 'C1'],
        [1, 'C1'],
        [1, 'C2'],
        [2, 'C1'],
      ] as const)
        await records(open).add(at(noon + days * day, channel), { text: `${channel} ${days}` })
      const texts = async (since: number, channel?: string) => {
        const found = await Array.fromAsync(records(await again()).since(since, channel))
        return found.map(({ text }) => text).sort()
      }
      expect(await texts(0)).toEqual(['C1 0', 'C1 1', 'C1 2', 'C2 1'])
      expect(await texts(noon + 1, 'C1')).toEqual(['C1 1', 'C1 2'])
      expect(await texts(noon + day)).toEqual(['C1 1', 'C1 2', 'C2 1'])
      expect(await texts(noon + 3 * day)).toEqual([])
    })

    it('can be removed by the day of their message', async () => {
      const { open, again } = await store()
      const cards = records(open)
      for (const days of [0, 1]) await cards.add(at(noon + days * day), { text: String(days) })
      await cards.prune(noon + day)
      expect(await Array.fromAsync(records(await again()).since(0))).toEqual([{ text: '1' }])
      expect(await cards.find(at(noon))).toBeUndefined()
    })

    it('do not change if the change function returns the same value or throws', async () => {
      const cards = records((await store()).open)
      await cards.add(at(noon), { text: 'one' })
      await cards.change(at(noon), (card) => card)
      const failing = cards.change(at(noon), () => {
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await cards.find(at(noon))).toEqual({ text: 'one' })
    })
  })
}
