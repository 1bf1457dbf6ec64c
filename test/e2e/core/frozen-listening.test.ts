import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe } from 'vitest'
import { onPostgres } from '../../tools/e2e/bot-world.ts'
import {
  createListeningWorld,
  type ListeningTests,
  type ListeningWorld,
  testListening,
} from '../../tools/e2e/frozen-listening.ts'

const ofFeatures: { listeningTests?: ListeningTests }[] = await Promise.all(
  globSync('test/features/*/frozen-stores.ts').map((path) => import(pathToFileURL(resolve(path)).href)),
)

/** With DATABASE_URL the bot does not start the service. */
describe.skipIf(onPostgres)('after a start on the data folder and the mentions of 28 November 2026', () => {
  const kept = { frozen: '2026-11-28', folder: true, own: 'kept' } as const
  let listening: ListeningWorld
  beforeAll(async () => {
    listening = await createListeningWorld(kept)
    await listening.start()
  })
  afterAll(() => listening?.close())

  testListening(() => listening, kept)
  for (const { listeningTests } of ofFeatures) listeningTests?.(() => listening)
})
