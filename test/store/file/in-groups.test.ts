import { expect, it } from 'vitest'
import { groupSize, inGroups } from '../../../src/store/file/record-files.ts'

const items = Array.from({ length: 2 * groupSize + 1 }, (_, index) => index)

it('runs a group at a time and keeps the order', async () => {
  const running = new Set<number>()
  let most = 0
  const results = await inGroups(items, async (item) => {
    running.add(item)
    most = Math.max(most, running.size)
    await new Promise((resolve) => setImmediate(resolve))
    running.delete(item)
    return -item
  })
  expect(results).toEqual(items.map((item) => -item))
  expect(most).toBe(groupSize)
})

it('begins no group after a failure', async () => {
  const begun: number[] = []
  const failing = inGroups(items, async (item) => {
    begun.push(item)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(begun).toHaveLength(groupSize)
})
