import { expect, it } from 'vitest'
import { createAlertActivity } from '../../src/polling/spikes/stored-volume.ts'
import { memoryStore } from '../tools/memory-store.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000

it('every process can read from the store in which hour the newest mention of any other alert came', async () => {
  const store = memoryStore()
  const [one, other] = [createAlertActivity(store), createAlertActivity(store)]
  expect(await one.newestOfOthers('7')).toBeUndefined()
  await one.note('7', noon)
  expect(await other.newestOfOthers('7')).toBeUndefined()
  expect(await other.newestOfOthers('8')).toBe(noon)
  await one.note('7', noon + 59 * minute)
  expect(await other.newestOfOthers('8')).toBe(noon)
  await one.note('7', noon + 60 * minute)
  await other.note('7', noon - minute)
  expect(await other.newestOfOthers('8')).toBe(noon + 60 * minute)
})
