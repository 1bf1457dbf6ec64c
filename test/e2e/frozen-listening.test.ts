import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe } from 'vitest'
import {
  createListeningWorld,
  type Kept,
  type ListeningTests,
  type ListeningWorld,
  testListening,
} from '../tools/e2e/frozen-listening.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** The states of 28 November 2026, also without some of their parts; `core/frozen-listening.test.ts` has all parts of the first. */

const ofFeatures: { listeningTests?: ListeningTests }[] = await Promise.all(
  globSync('test/features/*/frozen-stores.ts').map((path) => import(pathToFileURL(resolve(path)).href)),
)

type State = [name: string, kept: Omit<Kept, 'database'>, isOnDatabase?: true]

const first = { frozen: '2026-11-28' } as const
const second = { frozen: '2026-11-28-b' } as const
const third = { frozen: '2026-11-28-c' } as const

describe.each<State>([
  ['mentions.sqlite, and an empty data folder', { ...first, folder: false, own: 'kept' }],
  ['the data folder, and another mention service', { ...first, folder: true }],
  ['another mention service, and an empty data folder', { ...first, folder: false }],
  ['the database, and another mention service', { ...first, folder: false }, true],
  ['everything of the second state', { ...second, folder: true, own: 'kept' }],
  ['nothing but the channels of the second state', { ...second, folder: false, own: 'empty' }],
  ['the database of the second state, and another mention service', { ...second, folder: false }, true],
  ['everything of the third state', { ...third, folder: true, own: 'kept' }],
])('after a start on %s', (_name, kept, isOnDatabase) => {
  let server: PostgresServer | undefined
  let listening: ListeningWorld
  beforeAll(async () => {
    server = isOnDatabase && (await startPostgres())
    const database = await server?.database()
    listening = await createListeningWorld({ ...kept, ...(database !== undefined && { database }) })
    await listening.start()
  })
  afterAll(async () => {
    await listening?.close()
    await server?.stop()
  })

  testListening(() => listening, { ...kept, ...(isOnDatabase && { database: '' }) })
  if (kept.folder && kept.own === 'kept')
    for (const { listeningTests } of ofFeatures) listeningTests?.(() => listening)
})
