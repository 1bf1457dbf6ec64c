import { afterAll, beforeAll, describe } from 'vitest'
import { createListeningWorld, type ListeningWorld, testListening } from '../tools/e2e/frozen-listening.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** The state of 28 November 2026 without some of its parts; `core/frozen-listening.test.ts` has all of them. */

describe.each([
  ['mentions.sqlite, and an empty data folder', { folder: false, mentions: true, isOnDatabase: false }],
  ['the data folder, and another mention service', { folder: true, mentions: false, isOnDatabase: false }],
  [
    'another mention service, and an empty data folder',
    { folder: false, mentions: false, isOnDatabase: false },
  ],
  ['the database, and another mention service', { folder: false, mentions: false, isOnDatabase: true }],
])('after a start on %s', (_name, { isOnDatabase, ...kept }) => {
  let server: PostgresServer | undefined
  let listening: ListeningWorld
  beforeAll(async () => {
    server = isOnDatabase ? await startPostgres() : undefined
    const database = await server?.database()
    listening = await createListeningWorld({ ...kept, ...(database !== undefined && { database }) })
    await listening.start()
  })
  afterAll(async () => {
    await listening?.close()
    await server?.stop()
  })

  testListening(() => listening, { ...kept, ...(isOnDatabase && { database: '' }) })
})
