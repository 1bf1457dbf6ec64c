import { expect, it } from 'vitest'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()

it('each failed statement counts as a break of the connection, because nobody knows if the server is still the same', async () => {
  const { open } = await databases.fresh()
  const { database } = await open()
  await database.query('select 1')
  const before = database.breaks()
  await expect(database.query('select 1 / 0')).rejects.toThrow('division by zero')
  expect(database.breaks()).toBe(before + 1)
})
