import { expect, it } from 'vitest'
import { alertActivity } from '../../src/store/collections.ts'
import { recordFiles } from '../../src/store/file/record-files.ts'
import { emptyFolder } from '../tools/folder.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000

it('the newest of the other alerts is known to every process, to the hour', async () => {
  const records = recordFiles(emptyFolder(), { warn: () => undefined })
  const [one, other] = [alertActivity(records), alertActivity(records)]
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
