import { expect, it } from 'vitest'
import { createAlertActivity } from '../../src/engine/spikes/stored-volume.ts'
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

it('the time of an alert is written once in an hour, and at once after a start', async () => {
  const store = memoryStore()
  let writes = 0
  const counted: typeof store.collection = (name, schema, options) => {
    const collection = store.collection(name, schema, options)
    const change: typeof collection.change = (key, next) => {
      writes++
      return collection.change(key, next)
    }
    return { ...collection, change }
  }
  const activity = createAlertActivity({ collection: counted })
  for (const at of [0, 1, 59, 60, 61, 119, 120]) await activity.note('7', noon + at * minute)
  expect(writes).toBe(3)
  await activity.note('8', noon)
  await createAlertActivity({ collection: counted }).note('7', noon + 121 * minute)
  expect(writes).toBe(5)
})
